import {
  addEntries,
  isSecond,
  proven,
  removals,
  replaceEntry,
  sourcesIn,
  writeEntry,
  sourceOfEntry,
  type ExpectedEntry,
  assertSayable,
} from "@/lib/core/agent-memory/edit-agent-memory";
import { writeLogLine } from "@/lib/core/agent-memory/parse-agent-memory";
import {
  type AgentEntry,
  type AgentMemoryDocument,
  AGENT_SECTIONS,
  type AgentSectionName,
} from "@/lib/core/agent-memory/model";
import { setFrontmatter, type MemoryOwner } from "@/lib/core/agent-memory/scaffold";
import { AppError, invalidField } from "@/lib/core/errors";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { foldWording } from "@/lib/core/text/fold-name";
import { remember } from "@/lib/core/text/remember";

/** Which open threads were named, and names that no thread has. */
interface ThreadMatches {
  closed: AgentEntry[];
  unknown: { text: string; nearest: AgentEntry | null }[];
}

/** Threads this little alike are no help to whoever mistyped one. */
const HELPFUL = 0.3;

/**
 * The open threads named by their ids or by all of their words, case and punctuation aside. A name that fits none is
 * answered with the thread nearest to it, and closes nothing: a guess could close what is still open.
 */
function matchThreads(document: AgentMemoryDocument, named: readonly string[]): ThreadMatches {
  const threads = document.sections.find(({ name }) => name === "Open Threads")?.entries ?? [];
  const matches: ThreadMatches = { closed: [], unknown: [] };
  const met = new Set<AgentEntry>();
  for (const text of named) {
    const folded = foldWording(text);
    const fits = threads.filter(
      (entry) =>
        entry.id === text.trim() || foldWording(entry.text) === folded || foldWording(wordsOf(entry)) === folded,
    );
    const open = fits.find((entry) => !met.has(entry));
    if (open !== undefined) {
      met.add(open);
      matches.closed.push(open);
    } else if (fits.length === 0) {
      matches.unknown.push({ text, nearest: findNearest(threads, text, HELPFUL)?.entry ?? null });
    }
  }
  return matches;
}

/** Something learnt: the text, or the text and what to do about an entry that says nearly the same. */
type Learnt = string | { text: string; entry: string; choice: "replace" | "keep" };

interface MergePlan {
  section: AgentSectionName;
  added: { text: string; path: string }[];
  /** Said already, word for word: by an entry, or by the addition of that number. */
  repeated: { text: string; by: AgentEntry | number }[];
  /** Entries that say nearly the same as an addition, the most alike of each. */
  near: { text: string; entry: AgentEntry; similarity: number }[];
  merged: { text: string; path: string; entry: AgentEntry; choice: "replace" | "keep" }[];
}

/**
 * Decides for each thing learnt whether it is new, repeated, nearly said, or merged as the caller chose. Nothing is left
 * out of the answer. `gone` are entries that are taken away by the same close: they say nothing any more.
 *
 * @param list name of the list in the request, for errors
 */
function mergeLearnt(
  document: AgentMemoryDocument,
  section: AgentSectionName,
  learnt: readonly Learnt[],
  list: string,
  gone: readonly AgentEntry[],
): MergePlan {
  const entries = document.sections.find((each) => each.name === section)?.entries ?? [];
  const standing = entries.filter((entry) => !gone.includes(entry));
  const plan: MergePlan = { section, added: [], repeated: [], near: [], merged: [] };
  const said = new Map<string, AgentEntry | number>(standing.map((entry) => [foldWording(wordsOf(entry)), entry]));
  learnt.forEach((each, index) => {
    const path = `${list}.${String(index)}`;
    const { text, entry: id, choice } = typeof each === "string" ? { text: each, entry: null, choice: null } : each;
    assertSayable(text, path);
    if (choice !== null) {
      const entry = standing.find((other) => other.id === id);
      if (entry === undefined) throw gonePreview(id, section, path);
      plan.merged.push({ text, path, entry, choice });
      return;
    }
    const folded = foldWording(text);
    const same = said.get(folded);
    if (same !== undefined) {
      plan.repeated.push({ text, by: same });
      return;
    }
    said.set(folded, plan.added.length);
    plan.added.push({ text, path });
    const nearest = findNearest(standing, text);
    if (nearest !== null) plan.near.push({ text, ...nearest });
  });
  return plan;
}

/** The entry that is most like a text, if any is alike enough to be shown. */
function findNearest(entries: readonly AgentEntry[], text: string, least: number = NEAR) {
  let best: { entry: AgentEntry; similarity: number } | null = null;
  const wanted = profileOf(text);
  for (const entry of entries) {
    const similarity = Math.round(entrySimilarity(profiles.get(entry), wanted) * 100) / 100;
    if (similarity >= least && similarity > (best?.similarity ?? 0)) best = { entry, similarity };
  }
  return best;
}

/** Entries never change in place, and each is compared with everything a close brings. */
const profiles = remember((entry: AgentEntry) => profileOf(wordsOf(entry)));

function wordsOf(entry: AgentEntry): string {
  return entry.body.trim() === "" ? entry.text : `${entry.text} ${entry.body}`;
}

function gonePreview(id: string, section: AgentSectionName, path: string): AppError {
  const message = `No entry ${id} stands in ${section} (anymore).`;
  return new AppError("conflict", message, {
    hint: "Somebody changed it meanwhile: preview the close again, and choose from the entries it shows.",
    errors: [{ path, message }],
    current: { entry: id, section },
  });
}

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
interface SaidBefore {
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
function standing(document: AgentMemoryDocument, { section, merged }: MergePlan, closed: readonly AgentEntry[]) {
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
      throw invalidField(path, message, "Choose once for each entry; add the other text without a choice.");
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

/** From here on two entries are shown to a person as perhaps the same: below it, half of the pairs shown would be none. */
export const NEAR = 0.6;

/** Shorter texts that are contained in others say less, not the same. Words. */
const ENOUGH_WORDS = 4;

/** Texts on other subjects share about half of their pairs of letters. */
const PAIRS_WEIGHT = 0.8;

/** Slightly below 1 for a text whose words another repeats all: it is not the same word for word. */
const CONTAINED = 0.95;

/** What of a text is compared; worked out once for many comparisons. */
interface TextProfile {
  folded: string;
  words: Bag;
  pairs: Bag;
}

/** How often each part occurs, and how many there are in all. */
interface Bag {
  counts: ReadonlyMap<string, number>;
  size: number;
}

export function profileOf(text: string): TextProfile {
  const folded = foldWording(text);
  const words = folded.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; // matches "redis" in "use Redis!"
  return { folded, words: bagOf(words), pairs: bagOf(words.flatMap(pairsOf)) };
}

/**
 * How much two entries say the same, from 0 to 1: by their words, by pairs of letters (which finds inflected words and
 * languages that join them), or because one repeats all the other's words.
 */
export function entrySimilarity(a: TextProfile, b: TextProfile): number {
  if (a.folded === b.folded) return a.folded === "" ? 0 : 1;
  return Math.max(dice(a.words, b.words), dice(a.pairs, b.pairs) * PAIRS_WEIGHT, containment(a.words, b.words));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

function bagOf(parts: readonly string[]): Bag {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return { counts, size: parts.length };
}

function dice(a: Bag, b: Bag): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [smaller, larger] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [part, count] of smaller.counts) shared += Math.min(count, larger.counts.get(part) ?? 0);
  return (2 * shared) / (a.size + b.size);
}

function containment(a: Bag, b: Bag): number {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a];
  if (shorter.size < ENOUGH_WORDS) return 0;
  const shared = sharedOf(shorter, longer);
  // Of two texts of one length either may be the shorter one.
  const other = a.size === b.size ? sharedOf(longer, shorter) : 0;
  return (CONTAINED * Math.max(shared, other)) / shorter.size;
}

function sharedOf(a: Bag, b: Bag): number {
  let shared = 0;
  for (const [word, count] of a.counts) if (b.counts.has(word)) shared += count;
  return shared;
}
