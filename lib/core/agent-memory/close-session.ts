import { addEntries } from "@/lib/core/agent-memory/add-entries";
import { isSecond, proven, removals, replaceEntry, sourcesIn } from "@/lib/core/agent-memory/edit-agent-memory";
import { writeLogLine } from "@/lib/core/agent-memory/log-line";
import { mergeLearnt, type Learnt, type MergePlan } from "@/lib/core/agent-memory/merge-learnt";
import type { AgentEntry, AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import { sourceOfEntry, type ExpectedEntry } from "@/lib/core/agent-memory/prove-edit";
import { AGENT_SECTIONS, type AgentSectionName } from "@/lib/core/agent-memory/sections";
import { setFrontmatter, type MemoryOwner } from "@/lib/core/agent-memory/set-frontmatter";
import { matchThreads, type ThreadMatches } from "@/lib/core/agent-memory/match-threads";
import { writeEntry } from "@/lib/core/agent-memory/write-entry";
import { AppError } from "@/lib/core/errors";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** What a session leaves behind. */
export interface SessionClose extends MemoryOwner {
  /** ISO date. */
  date: string;
  summary: string;
  outcome: string;
  findings: readonly Learnt[];
  worked: readonly Learnt[];
  watchPoints: readonly Learnt[];
  openThreads: readonly Learnt[];
  closedThreads: readonly string[];
}

/** An entry that stood there before, and what was to be said beside it. */
export interface SaidBefore {
  section: AgentSectionName;
  text: string;
  entry: AgentEntry;
}

/**
 * What closing a session did to a memory. Lines and entries are those of the text afterwards, but for threads that were
 * closed and entries that were replaced: these are as they stood before.
 */
export interface SessionClosed {
  document: AgentMemoryDocument;
  /** The log line, without its bullet. */
  log: string;
  added: { section: AgentSectionName; text: string; line: number }[];
  repeated: SaidBefore[];
  nearDuplicates: (SaidBefore & { similarity: number })[];
  merged: (SaidBefore & { choice: "replace" | "keep" })[];
  closedThreads: AgentEntry[];
  unknownThreads: ThreadMatches["unknown"];
  diagnostics: Diagnostic[];
}

/** The lists of a close and the sections they go to. */
const LISTS = [
  ["findings", "Accumulated Findings"],
  ["worked", "What Worked"],
  ["watchPoints", "Watch Points"],
  ["openThreads", "Open Threads"],
] as const;

/**
 * Closes a session in one edit: merges what was learnt without repeating what is said already, takes closed threads away,
 * appends exactly one log line, and brings `last_updated` and `session_count` up to date. Near-duplicates are added, and
 * named, unless the caller chose otherwise for them. Throws `conflict` for a choice about an entry that is gone,
 * invalid_input for texts that say nothing, `unparseable` where the file's structure would take the new lines in.
 * Source: agent memory (session close).
 */
export function closeSession(document: AgentMemoryDocument, close: SessionClose): SessionClosed {
  const threads = matchThreads(document, close.closedThreads);
  const plans = LISTS.map(([list, section]) => mergeLearnt(document, section, close[list], list, threads.closed));
  const log = writeLogLine(close.date, close.summary, close.outcome);
  assertOnce(plans);

  const written = new Map<AgentSectionName, ((lineEnd: string, marker: string) => string)[]>();
  const entries = new Map<AgentSectionName, ExpectedEntry[]>();
  for (const plan of plans) {
    written.set(
      plan.section,
      plan.added.map(
        ({ text, path }) =>
          (lineEnd, marker) =>
            writeEntry(text, path, lineEnd, { marker, column: 0 }),
      ),
    );
    entries.set(plan.section, [
      ...standing(document, plan, threads.closed).map(({ expected }) => expected),
      ...plan.added.map(({ text }) => ({ words: text })),
    ]);
  }
  written.set("Session Log", [(lineEnd, marker) => writeEntry(log, "summary", lineEnd, { marker, column: 0 })]);
  entries.set("Session Log", [...sourcesIn(document, "Session Log"), { words: log }]);
  const count = (document.sessionCount ?? document.log.length) + 1;
  const front = setFrontmatter(document, close, { last_updated: close.date, session_count: count });
  const replaced = plans.flatMap(({ merged }) =>
    merged.flatMap(({ choice, entry, text, path }) =>
      choice === "replace" ? [replaceEntry(document.text, entry, text, path)] : [],
    ),
  );
  const additions = [addEntries(document, written), addEntries(document, written, "end")];
  const ways = additions.flatMap((added) =>
    removals(document.text, threads.closed).map((removed) => [...front.splices, ...removed, ...replaced, ...added]),
  );
  const touched = document.sections.flatMap(({ name }, index) =>
    name === null || isSecond(document, index) ? [] : [index],
  );
  const after = proven(document, ways, {
    sections: new Set(touched),
    added: new Set(AGENT_SECTIONS),
    frontmatter: front.splices.length > 0,
    entries,
  });
  return {
    ...report(document, after, plans, threads.closed),
    document: after,
    log,
    closedThreads: threads.closed,
    unknownThreads: threads.unknown,
    diagnostics: front.diagnostics,
  };
}

/** The entries of a plan's section that are there afterwards, in order, and what is to be read of each then. */
function standing(
  document: AgentMemoryDocument,
  { section, merged }: MergePlan,
  closed: readonly AgentEntry[],
): { entry: AgentEntry; expected: ExpectedEntry }[] {
  const entries = document.sections.find((each) => each.name === section)?.entries ?? [];
  return entries
    .filter((entry) => !closed.includes(entry))
    .map((entry) => {
      const replaced = merged.find((each) => each.entry === entry && each.choice === "replace");
      const expected = replaced ? { words: replaced.text } : { source: sourceOfEntry(document.text, entry) };
      return { entry, expected };
    });
}

/** One entry has one fate. */
function assertOnce(plans: readonly MergePlan[]): void {
  const met = new Set<string>();
  for (const { entry, path } of plans.flatMap(({ merged }) => merged)) {
    if (met.has(entry.id)) {
      const message = `Two choices were made about the entry ${entry.id}.`;
      throw new AppError("invalid_input", message, {
        hint: "Choose once for each entry; add the other text without a choice.",
        errors: [{ path, message }],
      });
    }
    met.add(entry.id);
  }
}

function report(
  document: AgentMemoryDocument,
  after: AgentMemoryDocument,
  plans: readonly MergePlan[],
  closed: readonly AgentEntry[],
): Pick<SessionClosed, "added" | "repeated" | "nearDuplicates" | "merged"> {
  const done: ReturnType<typeof report> = { added: [], repeated: [], nearDuplicates: [], merged: [] };
  for (const plan of plans) {
    const { section } = plan;
    const before = standing(document, plan, closed).map(({ entry }) => entry);
    const now = after.sections.find((each) => each.name === section)?.entries ?? [];
    const entryOf = (by: AgentEntry | number) =>
      now[typeof by === "number" ? before.length + by : before.indexOf(by)] ?? notProven(section);
    plan.added.forEach(({ text }, index) => done.added.push({ section, text, line: entryOf(index).line }));
    for (const { text, by } of plan.repeated) done.repeated.push({ section, text, entry: entryOf(by) });
    for (const { text, entry, similarity } of plan.near) {
      done.nearDuplicates.push({ section, text, entry: entryOf(entry), similarity });
    }
    for (const { text, entry, choice } of plan.merged)
      done.merged.push({ section, text, entry: choice === "replace" ? entry : entryOf(entry), choice });
  }
  return done;
}

function notProven(section: AgentSectionName): never {
  throw new Error(`${section} has fewer entries than were proven`);
}
