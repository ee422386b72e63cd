import fc from "fast-check";
import { expect, test } from "vitest";
import { findToolName, findToolNameIn, isTemporaryName } from "@/lib/core/text/tool-names";

test.each([
  ...[".git", ".GIT", ".envrc", ".claude", ".vscode", ".husky", ".mcp.json", ".", "..."],
  ...[".g\u200Cit", "\u200D.git", ".git ", ".git.", "．git", "GIT~1", "git~2.txt"],
  ...[
    "CLAUDE.md",
    "claude.MD",
    "Agents.md ",
    "SKILL.md",
    "package.json",
    "note.wardroom-tmp",
    ".a.md.5f2c.WARDROOM-TMP",
  ],
])("%j may not stand in a path that a caller gives", (name) => {
  expect(findToolName(name)).toMatch(/\w/);
  expect(findToolNameIn(`notes/${name}/config`)?.name).toBe(name);
});

test.each([
  "memory.md",
  "notes",
  "v1.2",
  "a.b.c",
  "headlines.md",
  "git",
  "config",
  "my hooks.md",
  "검토자.md",
  "x~y.md",
])("%j may", (name) => {
  expect(findToolName(name)).toBeNull();
});

test("no spelling of a hidden name passes", () => {
  const invisible = fc.constantFrom("\u200B", "\u200D", "\u2060", "\uFEFF", "\u00AD");
  const hidden = fc.constantFrom(".git", ".envrc", ".claude", ".vscode", "CLAUDE.md", "package.json");
  fc.assert(
    fc.property(
      hidden,
      fc.nat(12),
      invisible,
      fc.boolean(),
      fc.constantFrom("", " ", ".", ". "),
      (name, at, char, up, end) => {
        const spelt = name.slice(0, at) + char + name.slice(at) + end;
        expect(findToolName(up ? spelt.toUpperCase() : spelt)).not.toBeNull();
      },
    ),
  );
  expect(isTemporaryName("a.Wardroom-TMP")).toBe(true);
});
