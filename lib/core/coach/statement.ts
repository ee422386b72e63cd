import type {
  Citation,
  CoachEntry,
  CoachInput,
  CoachItem,
  CoachMemory,
  CoachSection,
} from "@/lib/core/coach/coach-input";
import { readNames, type Name } from "@/lib/core/coach/read-names";
import { readWords, type Words } from "@/lib/core/coach/read-words";
import { isHangul, type Vocabulary } from "@/lib/core/coach/vocabulary";

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
  words: Words;
  /** The numbers of its words' stems, each once and in ascending order. */
  stems: readonly number[];
  /** The numbers of its phrases, as they stand in the text; `phraseAt` has the place of the word each begins with. */
  phrases: readonly number[];
  phraseAt: readonly number[];
  names: readonly Name[];
}

/** A part of a text, as UTF-16 offsets. */
export interface Place {
  start: number;
  end: number;
}

/** Everything that memories and team memories say, in the order given. What says nothing is left out. */
export function readStatements({ memories, items }: CoachInput, vocabulary: Vocabulary): Statement[] {
  return [
    ...memories.flatMap((memory) => memory.entries.flatMap((entry) => ofEntry(memory, entry, vocabulary))),
    ...items.flatMap((item) => ofItem(item, vocabulary)),
  ];
}

function ofEntry({ agent, path }: CoachMemory, { section, text, line }: CoachEntry, vocabulary: Vocabulary) {
  const place = { path, line, agent, session: null, role: null };
  return statementOf(text, { section, agent, tag: null }, place, vocabulary);
}

function ofItem({ session, path, role, tag, text, line }: CoachItem, vocabulary: Vocabulary) {
  const place = { path, line, agent: null, session, role };
  return statementOf(text, { section: "item", agent: null, tag }, place, vocabulary);
}

function statementOf(
  raw: string,
  what: Pick<Statement, "section" | "agent" | "tag">,
  place: Omit<Citation, "quote">,
  vocabulary: Vocabulary,
): Statement[] {
  const lineEnd = raw.search(/[\r\n]/); // the quote must stand in one line
  const quote = (lineEnd === -1 ? raw : raw.slice(0, lineEnd)).trim();
  if (quote === "") return [];
  const text = raw.normalize("NFC").replace(/\s+/g, " ").trim();
  const words = readWords(text);
  const stems = [...new Set(words.stems.map((stem) => vocabulary.idOf(stem)))].sort((a, b) => a - b);
  return [
    {
      ...what,
      text,
      citation: { ...place, quote },
      words,
      stems,
      names: readNames(text),
      ...phrasesOf(words, vocabulary),
    },
  ];
}

/** A Korean word of so many syllables is a compound: the same may be written in two words elsewhere. */
const COMPOUND = 4;

function phrasesOf({ stems, joined }: Words, vocabulary: Vocabulary): Pick<Statement, "phrases" | "phraseAt"> {
  const phrases: number[] = [];
  const phraseAt: number[] = [];
  stems.forEach((stem, at) => {
    if (stem.length >= COMPOUND && isHangul(stem)) {
      phrases.push(vocabulary.compoundOf(stem));
      phraseAt.push(at);
    }
    const next = stems[at + 1];
    if (joined[at] !== true || next === undefined || next === stem) return;
    phrases.push(vocabulary.phraseOf(stem, next));
    phraseAt.push(at);
  });
  return { phrases, phraseAt };
}

/** Where a phrase stands in the text of a statement that has it. */
export function placeOfPhrase(statement: Statement, phrase: number): Place {
  const { words, phrases, phraseAt } = statement;
  const index = phrases.indexOf(phrase);
  const at = phraseAt[index] ?? 0;
  // A compound alone is a phrase of one word, and comes before the pair that it begins.
  const stem = words.stems[at] ?? "";
  const isCompound = phrase < 0 && stem.length >= COMPOUND && isHangul(stem) && phraseAt[index - 1] !== at;
  return { start: words.starts[at] ?? 0, end: words.ends[isCompound ? at : at + 1] ?? words.ends[at] ?? 0 };
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
