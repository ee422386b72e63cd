import type { Citation, CoachInput, CoachSection } from "@/lib/core/coach/coach-input";
import { readNames, type Name } from "@/lib/core/coach/read-names";
import { readWords, type Words } from "@/lib/core/coach/read-words";
import type { Steps } from "@/lib/core/steps";
import { remember } from "@/lib/core/text/remember";

/** Something that a memory says, read for what it is about. */
export interface Statement extends Reading {
  /** `item` is an item of a team memory. */
  section: CoachSection | "item";
  /** Whose memory it is; null for a team memory. */
  agent: string | null;
  tag: string | null;
  citation: Citation;
}

interface Reading extends Words {
  /** What it says, on one line, in NFC. */
  text: string;
  names: readonly Name[];
}

/** An entry as it was written, and what is nested below it. */
interface Written {
  text: string;
  more?: string;
}

/** Everything that memories and team memories say, in the order given, one at a time. What says nothing is left out. */
export function* statementSteps({ memories, items }: CoachInput): Steps<Statement[]> {
  const statements: Statement[] = [];
  const add = (written: Written, about: Omit<Statement, keyof Reading | "citation">, at: Omit<Citation, "quote">) => {
    const reading = readings.get(written);
    const citation = { ...at, quote: quoteOf(written.text) };
    if (citation.quote !== "" && saysSomething(reading)) statements.push({ ...reading, ...about, citation });
  };
  for (const { agent, path, entries } of memories) {
    for (const entry of entries) {
      const { section, line } = entry;
      add(entry, { section, agent, tag: null }, { path, line, agent, session: null, role: null });
      yield;
    }
  }
  for (const item of items) {
    const { session, path, role, tag, line } = item;
    add(item, { section: "item", agent: null, tag }, { path, line, agent: null, session, role });
    yield;
  }
  return statements;
}

/** What an entry says. It is read once, and known for as long as somebody keeps the entry. */
const readings = remember(({ text: written, more }: Written): Reading => {
  const text = written.normalize("NFC").replace(/\s+/g, " ").trim();
  return {
    text,
    ...readWords(text),
    names: readNames(more === undefined ? text : `${text}\n${more.normalize("NFC")}`),
  };
});

/** The quote must stand in one line: it is the first. */
function quoteOf(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? "").trim();
}

/** "None yet" and the like name nothing and mean nothing; "Sessions last 24 h" has common words, and a value that is not. */
function saysSomething({ terms, names, text }: Reading): boolean {
  return terms.size > 0 || names.length > 0 || (/\p{L}/u.test(text) && /\d/.test(text));
}
