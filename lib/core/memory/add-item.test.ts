import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { findSection } from "@/lib/core/memory/find-section";
import { identifyItems } from "@/lib/core/memory/identity";
import type { ItemIdentity } from "@/lib/core/memory/model";
import { nastyMemory, nastyText } from "@/lib/core/memory/nasty-memory.fixture";
import type { OperationOf } from "@/lib/core/memory/operation";
import { outlineOf } from "@/lib/core/memory/conclude";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { applySplices } from "@/lib/core/text/splice";
import { splitLines } from "@/lib/core/text/lines";

function operation(
  role: string,
  text: string,
  tag = "Finding",
  timestamp: string | null = null,
): OperationOf<"add-item"> {
  return { type: "add-item", role, tag, text, timestamp };
}

function add(source: string, role: string, text: string): string {
  return applyMemoryOperation(parseMemory(source), {}, operation(role, text)).document.text;
}

function refusal(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("whatever a text looks like", () => {
  test("it becomes one item of that section, and all else stands", () => {
    fc.assert(
      fc.property(
        nastyMemory,
        fc.array(fc.tuple(fc.nat(), nastyText), { minLength: 1, maxLength: 5 }),
        (source, adds) => {
          let document = parseMemory(source);
          let identity: ItemIdentity = {};
          for (const [pick, text] of adds) {
            const open = document.sections.filter((each) => findSection(document, each.role)?.state === "active");
            const role = [...open.map((each) => each.role), "Lead"][pick % (open.length + 1)] as string;
            if ((findSection(document, role)?.state ?? "active") !== "active") continue;
            const before = document;
            const idsBefore = identifyItems(before, identity);
            const index = before.sections.indexOf(findSection(before, role) ?? before.sections[-1]!);
            let applied;
            try {
              applied = applyMemoryOperation(before, identity, operation(role, text));
            } catch (error) {
              expect(error).toBeInstanceOf(AppError);
              const { code } = error as AppError;
              if (code === "invalid_input") continue;
              expect(code).toBe("unparseable");
              // Only a block that runs to the end of the file leaves no safe place.
              expect(before.diagnostics.map((each) => each.code)).toContain("unclosed_block");
              continue;
            }
            const after = applied.document;
            expect(after).toEqual(parseMemory(after.text));
            expect(applySplices(before.text, applied.splices)).toBe(after.text);

            const outlined = outlineOf(after);
            const [added] = applied.result.items;
            const place = index === -1 ? after.sections.findIndex((each) => each.role === "Lead") : index;
            expect(after.sections[place]?.items.at(-1)).toBe(added?.item);
            const section = outlined.sections[place]!;
            section.items.pop();
            if (index === -1) outlined.sections.splice(place, 1);
            expect(outlined).toEqual(outlineOf(before));

            const ids = identifyItems(after, applied.identity);
            expect(new Set(ids.map((each) => each.id)).size).toBe(ids.length);
            expect(ids.find((each) => each.item === added?.item)?.id).toBe(added?.id);
            expect(ids.filter((each) => each.id !== added?.id).map((each) => each.id)).toEqual(
              idsBefore.map((each) => each.id),
            );

            const item = added!.item;
            expect([item.tag, item.state]).toEqual(["Finding", "active"]);
            const given = splitLines(text).map((line) => line.trim());
            const said = splitLines(`${item.timestamp ?? ""} ${item.text}\n${item.body}`).map((line) => line.trim());
            const words = (lines: string[]) =>
              lines
                .join("\n")
                .replace(/[\s,:[\]()]+/g, " ")
                .trim();
            expect(words(said)).toBe(words(given));
            document = after;
            identity = applied.identity;
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each(["\0", "\x1B[31m", "\uD800", "a\u0085b", "", " \n\t\n ", "\u007F"])("%j is refused", (text) => {
    const error = refusal(() => add("## a\n", "a", text));
    expect(error.code).toBe("invalid_input");
    expect(error.details.errors?.[0]?.path).toBe("text");
    expect(error.details.hint).toBeTruthy();
  });
});

describe("the place of a new item", () => {
  test.each([
    ["behind the last one", "## a\n- x\n\n## b\n", "## a\n- x\n- [Finding] new\n\n## b\n"],
    ["behind an item's body", "## a\n- x\n\n  more\n\n## b\n", "## a\n- x\n\n  more\n- [Finding] new\n\n## b\n"],
    ["in an empty section", "## a\n\n## b\n", "## a\n- [Finding] new\n\n## b\n"],
    ["for a placeholder", "## a\n(awaiting spawn)\n\n## b\n", "## a\n- [Finding] new\n\n## b\n"],
    ["for a placeholder behind a blank line", "## a\n\n- (pending)\n", "## a\n\n- [Finding] new\n"],
    ["with the file's line ends", "## a\r\n- x\r\n", "## a\r\n- x\r\n- [Finding] new\r\n"],
    ["with lone CR", "## a\r- x\r", "## a\r- x\r- [Finding] new\r"],
    ["without a last line end", "## a\n- x", "## a\n- x\n- [Finding] new"],
    ["without any line end", "## a", "## a\n- [Finding] new"],
    ["behind a byte order mark", "\uFEFF## a\n", "\uFEFF## a\n- [Finding] new\n"],
    ["before prose, kept apart", "## a\nprose\n", "## a\n- [Finding] new\n\nprose\n"],
    ["behind its items, before prose", "## a\n- x\n\nprose\n## b\n", "## a\n- x\n- [Finding] new\n\nprose\n## b\n"],
    ["before an open fence", "## a\n- x\n```\n## b\n", "## a\n- x\n- [Finding] new\n```\n## b\n"],
    ["before a setext heading that looks like #", "## a\n- x\n\n#b\n---\n", "## a\n- x\n- [Finding] new\n\n#b\n---\n"],
  ])("%s", (_, source, expected) => {
    expect(add(source, "a", "new")).toBe(expected);
  });

  test("further lines are indented into it", () => {
    const text = "one\n## two\n- three\n```\n\n\tfour\n---";
    expect(add("## a\n\n## b\n", "a", text)).toBe(
      "## a\n- [Finding] one\n  ## two\n  - three\n  ```\n\n  \tfour\n  ---\n\n## b\n",
    );
  });
});

describe("the Lead", () => {
  test.each([
    ["## Meta\n- a: b\n\n## x\n", "## Meta\n- a: b\n\n## Lead\n- [Gate] new\n\n## x\n"],
    ["# T\n\n## x\n", "# T\n\n## Lead\n- [Gate] new\n\n## x\n"],
    ["# T", "# T\n\n## Lead\n- [Gate] new"],
    ["# T\n", "# T\n\n## Lead\n- [Gate] new\n"],
    ["", "## Lead\n- [Gate] new\n"],
    ["# T\r\n## x\r\n", "# T\r\n\r\n## Lead\r\n- [Gate] new\r\n\r\n## x\r\n"],
  ])("gets the section it needs in %j", (source, expected) => {
    const { document, result } = applyMemoryOperation(parseMemory(source), {}, operation("lead", "new", "gate"));
    expect(document.text).toBe(expected);
    expect(result.roles).toEqual(["Lead"]);
  });

  test("writes timestamps", () => {
    const done = applyMemoryOperation(
      parseMemory("## Lead\n"),
      {},
      operation("Lead", "go", "Decision", "2026-02-09T10:00:00Z"),
    );
    expect(done.document.text).toBe("## Lead\n- [Decision] 2026-02-09T10:00:00Z go\n");
    expect(done.result.items[0]).toMatchObject({
      line: 2,
      role: "Lead",
      item: { timestamp: "2026-02-09T10:00:00Z", text: "go" },
    });
  });
});

test("the same journal on another text goes where it belongs there", () => {
  const journaled = operation("implementer-1", "kept");
  expect(applyMemoryOperation(parseMemory("## implementer-1\n"), {}, journaled).document.text).toBe(
    "## implementer-1\n- [Finding] kept\n",
  );
  expect(
    applyMemoryOperation(parseMemory("# T\n## implementer-10\n## Implementer-1 (x)\n- y\n"), {}, journaled).document
      .text,
  ).toBe("# T\n## implementer-10\n## Implementer-1 (x)\n- y\n- [Finding] kept\n");
});

test.each([
  ["a role without a section", "## implementer-10\n", operation("implementer-1", "x"), "not_found"],
  ["Meta", "## Meta\n", operation("Meta", "x"), "not_found"],
  ["a replaced teammate", "## [REPLACED] a\n", operation("a", "x"), "conflict"],
  ["a foreign tag", "## a\n", operation("a", "x", "Idea"), "invalid_input"],
  ["a gate of a teammate", "## a\n", operation("a", "x", "Gate"), "invalid_input"],
  ["a timestamp that is none", "## a\n", operation("a", "x", "Finding", "yesterday"), "invalid_input"],
])("%s is refused with a hint", (_, source, refused, code) => {
  const error = refusal(() => applyMemoryOperation(parseMemory(source), {}, refused));
  expect(error.code).toBe(code);
  expect(error.details.hint).toBeTruthy();
});
