import fc from "fast-check";
import { expect, test } from "vitest";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const BEFORE = "# T\n\n## Lead\n- l\n\n## a\n- x\n\n## b\n- y\n";

test.each([
  ["nothing changed", BEFORE, []],
  ["an item was added", BEFORE.replace("- x\n", "- x\n- x2\n"), ["a"]],
  ["lines moved down", BEFORE.replace("# T\n", "# T\n\nprose\n"), []],
  ["two changed", BEFORE.replace("- l", "- L").replace("- y", "- Y"), ["Lead", "b"]],
  ["a section came", `${BEFORE}\n## c\n`, ["c"]],
  ["a section went", BEFORE.replace("## a\n- x\n\n", ""), ["a"]],
  ["a heading was marked", BEFORE.replace("## b", "## b [ARCHIVED]"), ["b"]],
  ["the title changed", BEFORE.replace("# T", "# U"), []],
])("%s", (_, after, roles) => {
  expect(changedRoles(parseMemory(BEFORE), parseMemory(after))).toEqual(roles);
});

test("a text has not changed against itself", () => {
  fc.assert(
    fc.property(nastyMemory, (text) => {
      expect(changedRoles(parseMemory(text), parseMemory(text))).toEqual([]);
    }),
  );
});
