import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSessionsFile, type SessionEntry } from "@/lib/core/knowledge/sessions-file";
import { putSession } from "@/lib/core/knowledge/sessions-file-edit";

const ENTRY: SessionEntry = {
  sessionId: "arch-2024-12-31-001",
  date: "2024-12-31",
  mode: "design",
  topic: "Knowledge & Memory: System #1",
  turns: 11,
  status: "active",
  loaded: ["owasp-top-10", "보안"],
  outcome: null,
};
const BLOCK = `- session_id: arch-2024-12-31-001
  date: 2024-12-31
  mode: design
  topic: "Knowledge & Memory: System #1"
  turns: 11
  status: active
  loaded: [ owasp-top-10, 보안 ]
  outcome: null
`;
/** The same without what the writer may choose. */
const unspaced = (text: string) => text.replaceAll("[ ", "[").replaceAll(" ]", "]");

const entries = (text: string) => readSessionsFile(text).sessions.map(({ line: _line, ...entry }) => entry);
const codes = (text: string) => readSessionsFile(text).diagnostics.map(({ code }) => code);
const ids = (text: string) => entries(text).map(({ sessionId }) => sessionId);

describe("a new session", () => {
  test("begins the file", () => {
    const { text, diagnostics } = putSession(null, ENTRY);
    expect(diagnostics).toEqual([]);
    expect(unspaced(text)).toBe(unspaced(BLOCK));
    expect(entries(text)).toEqual([ENTRY]);
    expect(putSession("", ENTRY).text).toBe(text);
    expect(putSession("\uFEFF", ENTRY).text).toBe(`\uFEFF${text}`);
  });

  test.each([
    ["# Sessions of this team\n", ["arch-2024-12-31-001"]],
    ["# Sessions of this team", ["arch-2024-12-31-001"]],
    ["[]\n", ["arch-2024-12-31-001"]],
    ["sessions: []\n# end\n", ["arch-2024-12-31-001"]],
    ["version: 1\nsessions:\n", ["arch-2024-12-31-001"]],
    ["version: 1\nsessions:  # newest last\nother: 2\n", ["arch-2024-12-31-001"]],
    ["sessions: ~ # none yet\nother: 2\n", ["arch-2024-12-31-001"]],
    ["- session_id: a\n", ["a", "arch-2024-12-31-001"]],
    ["- session_id: a", ["a", "arch-2024-12-31-001"]],
    ["- session_id: a\n  notes: |\n    one\n    two\n\n# end\n", ["a", "arch-2024-12-31-001"]],
    ["sessions:\n    - id: a\n      turns: 3\n    # the last\nother:\n  - b\n", ["a", "arch-2024-12-31-001"]],
    ["sessions:\n- session_id: a\nother: 1\n", ["a", "arch-2024-12-31-001"]],
    ["[{session_id: a}, {session_id: b}]\n", ["a", "b", "arch-2024-12-31-001"]],
    ['[\n  { "session_id": "a" },\n]\n', ["a", "arch-2024-12-31-001"]],
    ["---\n- session_id: a\n", ["a", "arch-2024-12-31-001"]],
  ])("%j: comes last, and no byte of the rest is lost", (before, expected) => {
    for (const [text, eol] of [
      [before, "\n"],
      [before.replaceAll("\n", "\r\n"), "\r\n"],
    ] as const) {
      const after = putSession(text, ENTRY);
      expect(after.diagnostics).toEqual([]);
      expect(ids(after.text)).toEqual(expected);
      expect(entries(after.text).at(-1)).toEqual(ENTRY);
      if (before.includes("\n")) expect(after.text.replaceAll(eol, "")).not.toMatch(/[\r\n]/);
      expect(isSubsequence(text.replace(/ (?:\[\]|~)|\[\]/, "").split(/\r?\n/), after.text.split(/\r?\n/))).toBe(true);
    }
  });
});

/** Whether all of the lines stand in the others, in order; a flow list grows within its line. */
function isSubsequence(lines: string[], others: string[]): boolean {
  let at = 0;
  for (const line of lines) {
    at = others.findIndex((other, index) => index >= at && other.startsWith(line.replace(/[\]}]+$/, "").trimEnd())) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe("a session that is there", () => {
  test("changes in its values alone", () => {
    const before = `# ours\n- session_id: a # first\n  turns: 3   # so far\n  participants: [x, y]\n  status: active\n- session_id: b\n  turns: 1\n`;
    const entry = { ...ENTRY, sessionId: "a", topic: null, date: null, mode: null, loaded: [], turns: 4 };
    const { text } = putSession(before, { ...entry, status: "completed" });
    expect(text).toBe(before.replace("turns: 3 ", "turns: 4 ").replace("status: active", "status: completed"));
    expect(putSession(text, { ...entry, status: "completed" }).text).toBe(text);
  });

  test("gets the keys it lacks behind its id", () => {
    const before = `sessions:\r\n  - session_id: a # first\r\n    notes: >\r\n      long\r\n      text\r\n`;
    const { text, diagnostics } = putSession(before, { ...ENTRY, sessionId: "a" });
    expect(diagnostics).toEqual([]);
    expect(
      text.startsWith("sessions:\r\n  - session_id: a # first\r\n    date: 2024-12-31\r\n    mode: design\r\n"),
    ).toBe(true);
    expect(text.endsWith("    notes: >\r\n      long\r\n      text\r\n")).toBe(true);
    expect(entries(text)).toEqual([{ ...ENTRY, sessionId: "a" }]);
  });

  test.each([
    ["- session_id: a"],
    ["- {session_id: a, turns: 1, more: [1, 2]} # c\n"],
    ["- turns: 1\n  session_id: 'a'\n"],
    ["- session_id: a\n  loaded:\n    - x\n    - y # why\n  status: active\n"],
    ["- session_id: a\n  topic: |\n    two\n    lines\n  outcome:\n"],
    ["- session_id: a\n  turns: 1\n  turns: 2\n"],
    ["- session_id: a\n  turns: 1\n- session_id: a\n  turns: 2\n"],
    ["- id: a\n"],
    ['[{"session_id": "a", "turns": 3}]'],
  ])("in the form %j", (before) => {
    const { text, diagnostics } = putSession(before, { ...ENTRY, sessionId: "a" });
    expect(diagnostics).toEqual([]);
    expect(entries(text).at(-1)).toEqual({ ...ENTRY, sessionId: "a" });
    for (const comment of before.match(/#.*/g) ?? []) expect(text).toContain(comment);
    for (const other of ["more", "why"]) expect(text.includes(other)).toBe(before.includes(other));
  });
});

test.each([
  ["- session_id: [\n", "bad_yaml"],
  ["just a text\n", "no_sessions"],
  ["version: 1\n", "no_sessions"],
  ["sessions: none\n", "no_sessions"],
  ["[".repeat(100_000), "bad_yaml"],
])("%#: what is broken is reported and left as it is", (text, code) => {
  expect(codes(text)).toContain(code);
  const after = putSession(text, ENTRY);
  expect(after.text).toBe(text);
  expect(after.diagnostics.length).toBeGreaterThan(0);
});

test("entries that are none are reported and stay", () => {
  const before = "- session_id: a\n- just text\n- topic: none\n- session_id: b\n  turns: many\n  loaded: x\n";
  expect(codes(before)).toEqual(["bad_session", "bad_session"]);
  expect(entries(before).map(({ sessionId, turns, loaded }) => [sessionId, turns, loaded])).toEqual([
    ["a", 0, []],
    ["b", 0, ["x"]],
  ]);
  expect(putSession(before, ENTRY).text.startsWith(before)).toBe(true);
});

const words = fc.oneof(
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .map((text) => text.replace(/[\r\n\u0085\u2028\u2029]/g, " ")),
  fc.constantFrom(
    "a: b",
    "# c",
    "- x",
    "[",
    "null",
    "12",
    "~",
    "yes",
    "2024-12-31",
    "'",
    '"',
    "{a}",
    "@",
    "  ",
    "\u00A0",
    "\uFEFF",
  ),
);
const anyEntry: fc.Arbitrary<SessionEntry> = fc.record({
  sessionId: fc.constantFrom("a", "b", "c"),
  date: fc.option(words),
  mode: fc.option(words),
  topic: fc.option(words),
  turns: fc.nat(1000),
  status: fc.option(words),
  loaded: fc.array(words, { maxLength: 3 }),
  outcome: fc.option(words),
});

test("whatever is put is read back, and what was put for others stays", () => {
  const starts = [
    null,
    "sessions: []\n",
    "[]",
    "# c\n",
    "\uFEFF- session_id: z\n  x: 1\n",
    "sessions:\n  - session_id: z\n    x: 1\n",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.boolean(), fc.array(anyEntry, { maxLength: 6 }), (start, crlf, puts) => {
      let text = crlf ? (start?.replaceAll("\n", "\r\n") ?? null) : start;
      const expected = new Map<string, SessionEntry>();
      for (const entry of puts) {
        const after = putSession(text, entry);
        expect(after.diagnostics).toEqual([]);
        text = after.text;
        expected.set(entry.sessionId, entry);
      }
      expect(entries(text ?? "").filter(({ sessionId }) => sessionId !== "z")).toEqual([...expected.values()]);
    }),
  );
});

test("any text can be read, and is either edited or left as it is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("-", " ", "\n", "a", ":", "[", "]", "{", "}", "session_id: a") }),
      (text) => {
        const after = putSession(text, { ...ENTRY, sessionId: "a" });
        if (after.diagnostics.length > 0) expect(after.text).toBe(text);
        else expect(entries(after.text)).toContainEqual({ ...ENTRY, sessionId: "a" });
      },
    ),
  );
});
