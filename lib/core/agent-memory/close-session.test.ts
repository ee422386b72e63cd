import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentMemoryText, openAgentMemory } from "@/lib/core/agent-memory/agent-memory.arbitrary";
import { closeSession, type SessionClose } from "@/lib/core/agent-memory/close-session";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { AGENT_SECTIONS } from "@/lib/core/agent-memory/model";
import { AppError } from "@/lib/core/errors";
import { nastyText } from "@/lib/core/memory/nasty-memory.fixture";

const PLAIN: SessionClose = {
  agent: "tester",
  project: "payables",
  date: "2026-11-21",
  summary: "Replayed October",
  outcome: "91 % pass",
  findings: [],
  worked: [],
  watchPoints: [],
  openThreads: [],
  closedThreads: [],
};
const NEW = scaffoldAgentMemory({ agent: "tester", project: "payables", date: "2026-11-20" });
const close = (text: string, said: Partial<SessionClose> = {}) =>
  closeSession(parseAgentMemory(text), { ...PLAIN, ...said });
const entriesOf = (text: string, name: string) =>
  parseAgentMemory(text).sections.find((section) => section.name === name)?.entries ?? [];

function code(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "nothing";
}

test("a close fills the sections, writes one log line and counts", () => {
  const { document, ...done } = close(NEW, {
    findings: ["Amounts are integers"],
    worked: ["Thirty kill rounds\nat random moments"],
    watchPoints: ["Staging's clock is ahead"],
    openThreads: ["No test for two corrections"],
  });
  expect(document.text).toBe(
    [
      "---",
      "agent: tester",
      "project: payables",
      "last_updated: 2026-11-21",
      "session_count: 1",
      "---",
      "",
      "## Project Context",
      "<!-- What this agent knows about the project it works in -->",
      "",
      "## Accumulated Findings",
      "<!-- Patterns, recurring issues, key decisions encountered -->",
      "- Amounts are integers",
      "",
      "## What Worked",
      "<!-- Approaches that produced good results in this project -->",
      "- Thirty kill rounds",
      "  at random moments",
      "",
      "## Watch Points",
      "<!-- Recurring risks, traps, or areas requiring extra care -->",
      "- Staging's clock is ahead",
      "",
      "## Open Threads",
      "<!-- Things noticed but not yet acted on -->",
      "- No test for two corrections",
      "",
      "## Session Log",
      "<!-- One-line entry per session: date · summary · outcome -->",
      "- 2026-11-21 · Replayed October · 91 % pass",
      "",
    ].join("\n"),
  );
  expect(done).toEqual({
    log: "2026-11-21 · Replayed October · 91 % pass",
    added: [
      { section: "Accumulated Findings", text: "Amounts are integers", line: 13 },
      { section: "What Worked", text: "Thirty kill rounds\nat random moments", line: 17 },
      { section: "Watch Points", text: "Staging's clock is ahead", line: 22 },
      { section: "Open Threads", text: "No test for two corrections", line: 26 },
    ],
    repeated: [],
    nearDuplicates: [],
    merged: [],
    closedThreads: [],
    unknownThreads: [],
    diagnostics: [],
  });
});

describe("what is said already", () => {
  const text = close(NEW, { findings: ["The `retry` loop logs the whole document."] }).document.text;

  test("is not said again, case, marks and punctuation aside, and is told", () => {
    const again = close(text, { findings: ["the RETRY loop logs the whole  document", "New", "new."] });
    expect(entriesOf(again.document.text, "Accumulated Findings").map((entry) => entry.text)).toEqual([
      "The `retry` loop logs the whole document.",
      "New",
    ]);
    expect(again.repeated).toMatchObject([
      { text: "the RETRY loop logs the whole  document", entry: { line: 13 } },
      { text: "new.", entry: { text: "New", line: 14 } },
    ]);
  });

  test("and nearly said is added and shown, or merged as chosen", () => {
    const words = "The retry loop logs the whole document on failure";
    const shown = close(text, { findings: [words] });
    const [near] = shown.nearDuplicates;
    expect(near).toMatchObject({ section: "Accumulated Findings", text: words, entry: { line: 13 } });
    expect(near?.similarity).toBeGreaterThan(0.6);
    expect(shown.added).toHaveLength(1);
    expect(entriesOf(shown.document.text, "Accumulated Findings")).toHaveLength(2);

    const entry = near?.entry.id ?? "";
    const replaced = close(text, { findings: [{ text: words, entry, choice: "replace" }] });
    expect(entriesOf(replaced.document.text, "Accumulated Findings").map((each) => each.text)).toEqual([words]);
    expect(replaced.merged).toMatchObject([{ text: words, choice: "replace", entry: { id: entry } }]);

    const kept = close(text, { findings: [{ text: words, entry, choice: "keep" }] });
    expect(entriesOf(kept.document.text, "Accumulated Findings")).toEqual(entriesOf(text, "Accumulated Findings"));
    expect(kept.merged).toMatchObject([{ text: words, choice: "keep", entry: { line: 13 } }]);
    expect([kept.added, kept.nearDuplicates]).toEqual([[], []]);

    const choices = { text: words, entry, choice: "replace" } as const;
    expect(code(() => close(text, { findings: [choices, choices] }))).toBe("invalid_input");
    expect(code(() => close(text, { worked: [choices] }))).toBe("conflict");
    expect(code(() => close(replaced.document.text, { findings: [choices] }))).toBe("conflict");
  });

  test("in another language is found alike", () => {
    const korean = close(NEW, { watchPoints: ["스테이징 시계가 실제보다 빠르게 간다"] }).document.text;
    expect(close(korean, { watchPoints: ["스테이징의 시계는 실제보다 빠르게 간다"] }).nearDuplicates).toHaveLength(1);
    expect(close(korean, { watchPoints: ["공급처 이름은 정규화 이후에 비교한다"] }).nearDuplicates).toHaveLength(0);
  });
});

test("closed threads go, by id or by words; what names none is told with the nearest", () => {
  const text = close(NEW, { openThreads: ["Rename the flags", "Ask for webhooks", "Ask again"] }).document.text;
  const [rename] = entriesOf(text, "Open Threads");
  const done = close(text, { closedThreads: [rename?.id ?? "", "ask AGAIN.", "Ask for the webhook", "Ask again"] });
  expect(entriesOf(done.document.text, "Open Threads").map((entry) => entry.text)).toEqual(["Ask for webhooks"]);
  expect(done.closedThreads.map((entry) => entry.text)).toEqual(["Rename the flags", "Ask again"]);
  expect(done.unknownThreads).toMatchObject([{ text: "Ask for the webhook", nearest: { text: "Ask for webhooks" } }]);
  expect(close(NEW, { closedThreads: ["nothing"] }).unknownThreads).toEqual([{ text: "nothing", nearest: null }]);
  const reopened = close(text, { closedThreads: ["Ask again"], openThreads: ["Ask again"] });
  expect(entriesOf(reopened.document.text, "Open Threads").map((entry) => entry.text)).toContain("Ask again");
});

test("words that would close a fence and end up within it are refused", () => {
  const words = "> quoted\n~~~\n- ";
  expect(entriesOf(close(NEW, { watchPoints: [words] }).document.text, "Watch Points")).toHaveLength(1);
  expect(code(() => close("## Watch Points\n~~~ts", { watchPoints: [words] }))).toBe("unparseable");
});

test("words below the last entry stay its section's own", () => {
  const { text } = close("## Watch Points\n  - nested\n\n  further", { watchPoints: ["0"] }).document;
  expect(text).toContain("## Watch Points\n  - nested\n\n  further\n\n- 0\n");
  expect(entriesOf(text, "Watch Points").map((entry) => [entry.text, entry.body])).toEqual([
    ["nested", ""],
    ["0", ""],
  ]);
});

test("a dot within the log becomes a bullet, and line ends a space", () => {
  const { document, log } = close(NEW, { summary: "a · b\n## c\r\n- d", outcome: "·\u2028done" });
  expect(log).toBe("2026-11-21 · a • b ## c - d · • done");
  expect(document.log).toMatchObject([{ date: "2026-11-21", summary: "a • b ## c - d", outcome: "• done" }]);
  expect(code(() => close(NEW, { summary: " \n " }))).toBe("invalid_input");
  expect(code(() => close(NEW, { outcome: "\u0007" }))).toBe("invalid_input");
  expect(code(() => close(NEW, { findings: ["---"] }))).toBe("invalid_input");
});

describe("frontmatter", () => {
  test.each([
    [
      "---\nagent: a\nlast_updated: 2026-11-01 # then\nsession_count: '7' # so far\n---\n",
      "---\nagent: a\nlast_updated: 2026-11-21 # then\nsession_count: 8 # so far\n---\n",
    ],
    [
      "---\nlast_updated:\nsession_count: 1\nsession_count: 2\n---\n",
      "---\nlast_updated: 2026-11-21\nsession_count: 1\nsession_count: 3\n---\n",
    ],
    ["---\r\nagent: a\r\n---\r\n", "---\r\nagent: a\r\nlast_updated: 2026-11-21\r\nsession_count: 1\r\n---\r\n"],
    [
      "---\nlast_updated: >-\n  2026-11-19\nsession_count: many\n---\n",
      "---\nlast_updated: 2026-11-21\nsession_count: 1\n---\n",
    ],
    ["---\n{session_count: 3, last_updated: x}\n---\n", "---\n{session_count: 4, last_updated: 2026-11-21}\n---\n"],
    ["", "---\nagent: tester\nproject: payables\nlast_updated: 2026-11-21\nsession_count: 1\n---\n"],
    ["\uFEFF", "\uFEFF---\nagent: tester\nproject: payables\nlast_updated: 2026-11-21\nsession_count: 1\n---\n"],
  ])("%j is brought up to date", (before, after) => {
    const { document, diagnostics } = close(before);
    expect(document.text.slice(0, document.frontmatter?.bodyStart)).toBe(after);
    expect(diagnostics).toEqual([]);
    expect(document.log).toHaveLength(1);
  });

  test.each(["---\nagent: [\nsession_count: 3\n---\n", "---\nagent: a\n\n## Session Log\n- x\n"])(
    "%j, which is broken, is kept and told, and all else is done",
    (text) => {
      const { document, diagnostics } = close(text);
      expect(document.text.startsWith(text.trimEnd())).toBe(true);
      expect(diagnostics).toMatchObject([{ code: "frontmatter_kept" }]);
      expect(document.log.at(-1)).toMatchObject({ summary: "Replayed October" });
    },
  );
});

test("missing sections are added where they belong, and what is unknown stays where it is", () => {
  const { document } = close("# Mine\n\n## Notes\n- kept\n\n## Watch Points\n- w\n", {
    worked: ["a"],
    openThreads: ["b"],
  });
  expect(document.sections.map(({ heading }) => heading)).toEqual([
    "Notes",
    "What Worked",
    "Watch Points",
    "Open Threads",
    "Session Log",
  ]);
});

test("no memory without blocks left open refuses a close", () => {
  fc.assert(
    fc.property(openAgentMemory, (text) => {
      const { document } = close(text, { findings: ["a finding\n\n- and more"], openThreads: ["a thread"] });
      expect(document.log.at(-1)).toMatchObject({ date: PLAIN.date, summary: PLAIN.summary, outcome: PLAIN.outcome });
    }),
    { numRuns: 500 },
  );
});

test("closing any memory with any words does that and nothing else, and a second time only counts", () => {
  const words = fc.oneof(nastyText, fc.constantFrom("a", "b", "## Session Log", "---\nagent: x\n---", "```\nx"));
  const list = fc.array(words, { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.oneof(agentMemoryText, openAgentMemory, nastyText),
      fc.record({ findings: list, worked: list, watchPoints: list, openThreads: list, summary: words, outcome: words }),
      (text, said) => {
        const before = parseAgentMemory(text);
        let first;
        try {
          first = closeSession(before, { ...PLAIN, ...said });
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|unparseable)$/) as string });
          return;
        }
        const { document } = first;
        expect(document.log).toHaveLength(before.log.length + 1);
        expect(document.log.at(-1)).toMatchObject({ date: PLAIN.date });
        const known = (each: { name: string | null }) => each.name === null;
        const unknown = (of: typeof document) =>
          of.sections.filter(known).map(({ start, end }) => of.text.slice(start, end).trim());
        expect(unknown(document)).toEqual(unknown(before));
        for (const { name, entries } of before.sections) {
          const now = document.sections
            .filter((section) => section.name === name)
            .flatMap((section) => section.entries);
          for (const entry of entries) expect(now.map(({ text: each }) => each)).toContain(entry.text);
        }
        for (const each of first.added) expect(each.line).toBeGreaterThan(0);
        expect(parseAgentMemory(document.text)).toEqual(document);

        const second = closeSession(document, { ...PLAIN, ...said });
        expect(second.document.log).toHaveLength(document.log.length + 1);
        const count = (of: typeof document) =>
          AGENT_SECTIONS.map(
            (name) => of.sections.filter((each) => each.name === name).flatMap(({ entries }) => entries).length,
          );
        const [was, is] = [count(document), count(second.document)];
        expect(second.added).toEqual([]);
        expect(is.slice(0, -1)).toEqual(was.slice(0, -1));
        if (first.diagnostics.length === 0) expect(second.document.sessionCount).toBe((document.sessionCount ?? 0) + 1);
      },
    ),
    { numRuns: 1500 },
  );
});
