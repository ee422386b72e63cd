import fc from "fast-check";
import type { CoachEntry, CoachInput, CoachItem, CoachMemory, CoachSection } from "@/lib/core/coach/read-sources";

const WORDS =
  "lease expiry queue migration retry pytest fixtures certificate 계약서를 계약서 인증토큰 인증 토큰 会議室 the of without never avoid 2026-03-02 `src/queue/lease.ts` `src/queue` `pytest -n auto` @scope/name PostgreSQL ExtractedInvoice é 🙂 \u{1F1F0}".split(
    " ",
  );

const line = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((words) =>
    words
      .join(" ")
      .replace(/[\r\n]/g, " ")
      .trim(),
  );

const section = fc.constantFrom<CoachSection>("project", "finding", "worked", "watch", "thread", "log");
const name = fc.constantFrom("tester", "Tester", "implementer", "tester-1", "검토자", "__proto__", "a b");

/** Entries of a file: what each says, and lines in between that nobody reads. */
const file = fc.array(fc.record({ section, lines: fc.array(line, { minLength: 1, maxLength: 3 }) }), { maxLength: 12 });

/** Memories and team items with the lines of the files they stand in, by path. */
export const fleetInput: fc.Arbitrary<{ input: CoachInput; files: Map<string, string[]> }> = fc
  .record({
    memories: fc.uniqueArray(fc.record({ agent: name, file }), { selector: ({ agent }) => agent, maxLength: 5 }),
    team: fc.array(fc.record({ role: name, tag: fc.constantFrom(null, "Warning", "Decision"), text: line }), {
      maxLength: 8,
    }),
  })
  .map(({ memories, team }) => {
    const files = new Map<string, string[]>();
    const read = memories.map(({ agent, file: parts }): CoachMemory => {
      const path = `.kaizen/agents/${agent}/memory.md`;
      const lines: string[] = ["---", "---"];
      const entries = parts.map(({ section: kind, lines: own }): CoachEntry => {
        lines.push(`- ${own[0] ?? ""}`, ...own.slice(1).map((each) => `  ${each}`));
        return { section: kind, text: own.join("\n"), line: lines.length - own.length + 1 };
      });
      files.set(path, lines);
      return { agent, path, entries };
    });
    const path = ".agent/teams/a/TEAM-MEMORY.md";
    files.set(
      path,
      team.map(({ text }) => `- [x] ${text}`),
    );
    const items = team.map((item, at): CoachItem => ({ session: "a", path, line: at + 1, ...item }));
    return { input: { memories: read, items }, files };
  });
