import type { CoachInput } from "@/lib/core/coach/coach-input";
import { readNames, type Name } from "@/lib/core/coach/read-names";
import { readWords } from "@/lib/core/coach/read-words";
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

/** Gives entries that say what an entry of an earlier state of the same file said the reading of that one. */
export function carryReadings(earlier: CoachInput, later: CoachInput): void {
  const known = new Map(entriesIn(earlier).map((entry) => [keyOf(entry), entry]));
  for (const entry of entriesIn(later)) {
    const before = known.get(keyOf(entry));
    const reading = before === undefined ? undefined : readings.known(before);
    if (reading !== undefined) readings.give(entry, reading);
  }
}

function entriesIn({ memories, items }: CoachInput): Written[] {
  return [...memories.flatMap(({ entries }) => entries), ...items];
}

function keyOf({ text, more }: Written): string {
  return JSON.stringify([text, more]);
}

function oneLine(text: string): string {
  return (UNEVEN.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** Example: a line end, a tab, two spaces. */
const UNEVEN = /[^\S ]| {2}/;
