import type {
  Citation,
  CoachEntry,
  CoachInput,
  CoachItem,
  CoachMemory,
  CoachSection,
} from "@/lib/core/coach/coach-input";
import { readNames, type Name } from "@/lib/core/coach/read-names";
import { readWords } from "@/lib/core/coach/read-words";
import { isHangul } from "@/lib/core/coach/stem-word";
import { addAll } from "@/lib/core/lists";
import type { Steps } from "@/lib/core/steps";
import type { Vocabulary } from "@/lib/core/coach/vocabulary";
import { remember } from "@/lib/core/text/remember";

/** What the text of an entry says, whatever stands around it. */
export interface Reading {
  /** On one line, in NFC. */
  text: string;
  /** The stems of its words, in order, and whether each and the next one are neighbours. */
  stems: readonly string[];
  joined: readonly boolean[];
  names: readonly Name[];
}

/** Something that a memory says, read for what it is about. */
export interface Statement {
  /** `item` is an item of a team memory. */
  section: CoachSection | "item";
  /** Whose memory it is; null for a team memory. */
  agent: string | null;
  tag: string | null;
  /** What it says, on one line, in NFC. */
  text: string;
  citation: Citation;
  reading: Reading;
  /** The numbers of its words' stems, each once and in ascending order. */
  stems: readonly number[];
  /** The numbers of its phrases in the order of the text. */
  phrases: readonly number[];
  names: readonly Name[];
}

/** A part of a text, as UTF-16 offsets. */
export interface Place {
  start: number;
  end: number;
}

/** Everything that memories and team memories say, in the order given, one at a time. What says nothing is left out. */
export function* statementSteps({ memories, items }: CoachInput, vocabulary: Vocabulary): Steps<Statement[]> {
  const statements: Statement[] = [];
  for (const memory of memories) {
    for (const entry of memory.entries) {
      addAll(statements, ofEntry(memory, entry, vocabulary));
      yield;
    }
  }
  for (const item of items) {
    addAll(statements, ofItem(item, vocabulary));
    yield;
  }
  return statements;
}

function ofEntry({ agent, path }: CoachMemory, entry: CoachEntry, vocabulary: Vocabulary): Statement[] {
  const { section, line, text } = entry;
  const quote = quoteOf(text);
  if (quote === "") return [];
  const citation = { path, line, quote, agent, session: null, role: null };
  return [statementOf(readingOf(entry), section, null, citation, vocabulary)].filter(saysSomething);
}

function ofItem(item: CoachItem, vocabulary: Vocabulary): Statement[] {
  const { session, path, role, tag, line, text } = item;
  const quote = quoteOf(text);
  if (quote === "") return [];
  const citation = { path, line, quote, agent: null, session, role };
  return [statementOf(readingOf(item), "item", tag, citation, vocabulary)].filter(saysSomething);
}

/** An entry as it was written, and what is nested below it. */
interface Written {
  text: string;
  more?: string | undefined;
}

const readings = remember(({ text: written, more }: Written): Reading => {
  const text = oneLine(written.normalize("NFC"));
  const { stems, joined } = readWords(text);
  return { text, stems, joined, names: readNames(more === undefined ? text : `${text}\n${more.normalize("NFC")}`) };
});

/** What an entry says. It is read once, and known for as long as somebody keeps the entry. */
export function readingOf(entry: Written): Reading {
  return readings.get(entry);
}

function oneLine(text: string): string {
  return (UNEVEN.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** Example: a line end, a tab, two spaces. */
const UNEVEN = /[^\S ]| {2}/;

/** The quote must stand in one line: it is the first. */
function quoteOf(text: string): string {
  const lineEnd = text.search(/[\r\n]/);
  return (lineEnd === -1 ? text : text.slice(0, lineEnd)).trim();
}

// Memories have tens of thousands of entries: what can be read again from the text, such as places, is not kept.
function statementOf(
  reading: Reading,
  section: Statement["section"],
  tag: string | null,
  citation: Citation,
  vocabulary: Vocabulary,
): Statement {
  const sorted = reading.stems.map((stem) => vocabulary.idOf(stem)).sort((a, b) => a - b);
  const phrases: number[] = [];
  eachPhrase(reading, vocabulary, (phrase) => phrases.push(phrase));
  const stems = sorted.filter((id, at) => id !== sorted[at - 1]);
  const { text, names } = reading;
  return { section, agent: citation.agent, tag, text, citation, reading, stems, phrases, names };
}

/** "None yet" and the like name nothing and mean nothing. */
function saysSomething({ stems, names, text }: Statement): boolean {
  return stems.length > 0 || names.length > 0 || VALUE.test(text);
}

/** Example: "Sessions last 24 h", whose words are common and whose value is not. */
const VALUE = /\p{L}.*\d|\d.*\p{L}/u;

/** A Korean word of so many syllables is a compound: the same may be written in two words elsewhere. */
const COMPOUND = 4;

/** Visits the phrases of a text with the words that each begins and ends with. */
function eachPhrase(
  { stems, joined }: Pick<Reading, "stems" | "joined">,
  vocabulary: Vocabulary,
  visit: (phrase: number, from: number, to: number) => void,
): void {
  for (let at = 0; at < stems.length; at++) {
    const stem = stems[at] ?? "";
    if (stem.length >= COMPOUND && isHangul(stem)) visit(vocabulary.compoundOf(stem), at, at);
    const next = stems[at + 1];
    if (joined[at] === true && next !== undefined && next !== stem) visit(vocabulary.phraseOf(stem, next), at, at + 1);
  }
}

/** Where a phrase stands first in the text of a statement that has it. */
export function placeOfPhrase({ text }: Statement, phrase: number, vocabulary: Vocabulary): Place {
  const words = readWords(text);
  const places: Place[] = [];
  eachPhrase(words, vocabulary, (each, from, to) => {
    if (each === phrase) places.push({ start: words.starts[from] ?? 0, end: words.ends[to] ?? 0 });
  });
  return places[0] ?? { start: 0, end: text.length };
}

/** How many stems two statements share; those in `aside` do not count. */
export function countShared(a: Statement, b: Statement, aside?: ReadonlySet<number>): number {
  let shared = 0;
  let at = 0;
  for (const stem of a.stems) {
    while (at < b.stems.length && (b.stems[at] ?? 0) < stem) at++;
    if (b.stems[at] === stem && aside?.has(stem) !== true) shared++;
  }
  return shared;
}
