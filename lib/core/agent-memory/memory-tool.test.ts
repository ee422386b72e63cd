import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runMemoryCommand, type MemoryCommand, humanSize, type MemoryTree } from "@/lib/core/agent-memory/memory-tool";

const TREE: MemoryTree = new Map([
  ["memory.md", "one\ntwo\nthree\nfour\nfive\nsix\n"],
  ["notes/a.md", "x".repeat(1536)],
  ["notes/deep/b.md", "twice twice\n"],
  ["notes/deep/deeper/c.md", "c"],
  [".hidden/d.md", "d"],
  ["node_modules/e.md", "e"],
  ["zeta.md", ""],
]);

const run = (command: MemoryCommand, tree = TREE) => runMemoryCommand(tree, command);

/** The files after a command. */
function after(command: MemoryCommand, tree = TREE): Map<string, string> {
  const next = new Map(tree);
  for (const [path, text] of run(command, tree).changes) {
    if (text === null) next.delete(path);
    else next.set(path, text);
  }
  return next;
}

describe("view", () => {
  it("lists a folder two levels deep, with sizes, without what is hidden", () => {
    expect(run({ command: "view", path: "/memories" }).text).toBe(
      [
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
        "1.5K\t/memories",
        "28B\t/memories/memory.md",
        "1.5K\t/memories/notes/",
        "1.5K\t/memories/notes/a.md",
        "13B\t/memories/notes/deep/",
        "0B\t/memories/zeta.md",
      ].join("\n"),
    );
    expect(run({ command: "view", path: "/memories/notes/deep/" }).text).toMatch(
      /\/memories\/notes\/deep\n12B\t\/memories\/notes\/deep\/b\.md\n1B\t\/memories\/notes\/deep\/deeper\/\n1B\t\S+\/c\.md$/,
    );
    expect(run({ command: "view", path: "/memories" }, new Map()).text).toMatch(/:\n0B\t\/memories$/);
  });

  it("shows a file with numbered lines, or a range of them", () => {
    expect(run({ command: "view", path: "/memories/memory.md" }).text).toBe(
      "Here's the content of /memories/memory.md with line numbers:\n" +
        "     1\tone\n     2\ttwo\n     3\tthree\n     4\tfour\n     5\tfive\n     6\tsix\n     7\t",
    );
    const range = (view_range: number[]) => run({ command: "view", path: "/memories/memory.md", view_range }).text;
    expect(range([2, 3])).toMatch(/:\n {5}2\ttwo\n {5}3\tthree$/);
    expect(range([6, -1])).toMatch(/:\n {5}6\tsix\n {5}7\t$/);
  });

  it("says what is not there, and what has too many lines", () => {
    expect(run({ command: "view", path: "/memories/none" })).toMatchObject({
      isError: true,
      text: "The path /memories/none does not exist. Please provide a valid path.",
    });
    const long = new Map([["long", "\n".repeat(999_999)]]);
    expect(run({ command: "view", path: "/memories/long" }, long)).toMatchObject({
      isError: true,
      text: "File /memories/long exceeds maximum line limit of 999,999 lines.",
    });
  });
});

describe("create", () => {
  it("makes a file in folders that need not be there", () => {
    const command = { command: "create", path: "/memories/new/file.md", file_text: "text" } as const;
    expect(run(command).text).toBe("File created successfully at: /memories/new/file.md");
    expect(after(command).get("new/file.md")).toBe("text");
  });

  it.each([
    ["/memories/memory.md", "Error: File /memories/memory.md already exists"],
    ["/memories/notes", "Error: File /memories/notes already exists"],
    ["/memories", "Error: File /memories already exists"],
    ["/memories/memory.md/x", "Error: memory.md is a file, so nothing can be created below it"],
  ])("never overwrites: %s", (path, text) => {
    expect(run({ command: "create", path, file_text: "x" })).toEqual({ text, isError: true, changes: new Map() });
  });
});

describe("str_replace", () => {
  const path = "/memories/memory.md";

  it("replaces what stands there once, and shows what is around it", () => {
    const command = { command: "str_replace", path, old_str: "four\nfive", new_str: "4\n4.5\n5" } as const;
    expect(run(command).text).toBe(
      "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" +
        "     2\ttwo\n     3\tthree\n     4\t4\n     5\t4.5\n     6\t5\n     7\tsix\n     8\t",
    );
    expect(after(command).get("memory.md")).toBe("one\ntwo\nthree\n4\n4.5\n5\nsix\n");
    expect(after({ command: "str_replace", path, old_str: "two\n" }).get("memory.md")).toBe(
      "one\nthree\nfour\nfive\nsix\n",
    );
    const dollars = { command: "str_replace", path, old_str: "one", new_str: "$& $1" } as const;
    expect(after(dollars).get("memory.md")).toMatch(/^\$& \$1\n/);
  });

  it.each([
    ["/memories/none.md", "x", "Error: The path /memories/none.md does not exist. Please provide a valid path."],
    ["/memories/notes", "x", "Error: The path /memories/notes does not exist. Please provide a valid path."],
    [path, "seven", "No replacement was performed, old_str `seven` did not appear verbatim in /memories/memory.md."],
    [path, "", "No replacement was performed, old_str `` did not appear verbatim in /memories/memory.md."],
    [
      path,
      "e\n",
      "No replacement was performed. Multiple occurrences of old_str `e\n` in lines: 1, 3, 5. Please ensure it is unique",
    ],
    [
      "/memories/notes/deep/b.md",
      "twice",
      "No replacement was performed. Multiple occurrences of old_str `twice` in lines: 1. Please ensure it is unique",
    ],
  ])("changes nothing in %s for %j", (where, old_str, text) => {
    expect(run({ command: "str_replace", path: where, old_str, new_str: "" })).toEqual({
      text,
      isError: true,
      changes: new Map(),
    });
  });
});

describe("insert", () => {
  const path = "/memories/memory.md";

  it.each([
    [0, "zero\none\ntwo\nthree\nfour\nfive\nsix\n"],
    [2, "one\ntwo\nzero\nthree\nfour\nfive\nsix\n"],
    [7, "one\ntwo\nthree\nfour\nfive\nsix\n\nzero"],
  ])("puts text behind line %i", (insert_line, text) => {
    const command = { command: "insert", path, insert_line, insert_text: "zero\n" } as const;
    expect(run(command).text).toBe("The file /memories/memory.md has been edited.");
    expect(after(command).get("memory.md")).toBe(text);
  });

  it("refuses lines and files there are not", () => {
    expect(run({ command: "insert", path, insert_line: 8, insert_text: "x" }).text).toBe(
      "Error: Invalid `insert_line` parameter: 8. It should be within the range of lines of the file: [0, 7]",
    );
    expect(run({ command: "insert", path, insert_line: -1, insert_text: "x" }).isError).toBe(true);
    for (const where of ["/memories/none", "/memories/notes", "/memories"]) {
      expect(run({ command: "insert", path: where, insert_line: 0, insert_text: "x" }).text).toBe(
        `Error: The path ${where} does not exist`,
      );
    }
  });
});

describe("delete and rename", () => {
  it("take a file or a whole folder", () => {
    expect(run({ command: "delete", path: "/memories/notes" }).text).toBe("Successfully deleted /memories/notes");
    expect([...after({ command: "delete", path: "/memories/notes" }).keys()]).not.toContain("notes/deep/b.md");
    const moved = { command: "rename", old_path: "/memories/notes", new_path: "/memories/old/notes" } as const;
    expect(run(moved).text).toBe("Successfully renamed /memories/notes to /memories/old/notes");
    expect(after(moved).get("old/notes/deep/b.md")).toBe("twice twice\n");
    expect(after(moved).has("notes/deep/b.md")).toBe(false);
  });

  it.each([
    [{ command: "delete", path: "/memories/none" }, "Error: The path /memories/none does not exist"],
    [{ command: "delete", path: "/memories" }, "Error: Cannot delete the /memories directory itself"],
    [{ command: "delete", path: "/memories/" }, "Error: Cannot delete the /memories directory itself"],
    [
      { command: "rename", old_path: "/memories/none", new_path: "/memories/x" },
      "Error: The path /memories/none does not exist",
    ],
    [
      { command: "rename", old_path: "/memories/zeta.md", new_path: "/memories/notes" },
      "Error: The destination /memories/notes already exists",
    ],
    [
      { command: "rename", old_path: "/memories/notes", new_path: "/memories/notes/in" },
      "Error: The destination /memories/notes/in lies inside /memories/notes",
    ],
    [
      { command: "rename", old_path: "/memories/notes", new_path: "/memories/zeta.md/in" },
      "Error: zeta.md is a file, so nothing can be moved below it",
    ],
    [
      { command: "rename", old_path: "/memories", new_path: "/memories/x" },
      "Error: Cannot rename the /memories directory itself",
    ],
  ] satisfies [MemoryCommand, string][])("refuse %j", (command, text) => {
    expect(run(command)).toEqual({ text, isError: true, changes: new Map() });
  });
});

describe("a path", () => {
  it.each([
    "memories/x",
    "/memoriesx",
    "/etc/passwd",
    "",
    "/memories/../x",
    "/memories/a/../../x",
    "/memories/./x",
    "/memories//x",
    "/memories/a\\..\\x",
    "/memories/%2e%2e%2fx",
    "/memories/a\u0000",
    "/memories/a\nb",
    "/memories/C:x",
  ])("that leads out, or could, is refused: %j", (path) => {
    const outcome = run({ command: "create", path, file_text: "x" });
    expect(outcome).toMatchObject({ isError: true, changes: new Map() });
    expect(outcome.text).toMatch(/^Error: Path /);
    expect(run({ command: "rename", old_path: "/memories/zeta.md", new_path: path }).isError).toBe(true);
  });
});

describe("any command", () => {
  const Path = fc.constantFrom("/memories", "/memories/a", "/memories/a/b", "/memories/b", "/memories/c/d", "/x");
  const Command: fc.Arbitrary<MemoryCommand> = fc.oneof(
    fc.record({ command: fc.constant("view" as const), path: Path }),
    fc.record({ command: fc.constant("create" as const), path: Path, file_text: fc.string() }),
    fc.record({ command: fc.constant("str_replace" as const), path: Path, old_str: fc.string(), new_str: fc.string() }),
    fc.record({
      command: fc.constant("insert" as const),
      path: Path,
      insert_line: fc.integer({ min: -1, max: 4 }),
      insert_text: fc.string(),
    }),
    fc.record({ command: fc.constant("delete" as const), path: Path }),
    fc.record({ command: fc.constant("rename" as const), old_path: Path, new_path: Path }),
  );

  it("leaves no file where another's folder is, and changes nothing when it fails", () => {
    fc.assert(
      fc.property(fc.array(Command, { maxLength: 30 }), (commands) => {
        let tree: MemoryTree = new Map();
        for (const command of commands) {
          const outcome = run(command, tree);
          if (outcome.isError || command.command === "view") expect(outcome.changes.size).toBe(0);
          tree = after(command, tree);
          const paths = [...tree.keys()];
          for (const path of paths) expect(paths.some((other) => other.startsWith(`${path}/`))).toBe(false);
        }
      }),
    );
  });
});

it.each([
  [0, "0B"],
  [1023, "1023B"],
  [1024, "1K"],
  [5632, "5.5K"],
  [1258291, "1.2M"],
])("%i bytes are %s", (bytes, size) => {
  expect(humanSize(bytes)).toBe(size);
});
