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
  /** The names, numbers and denials, each of which tells it apart from another in nearly the same words. */
  facts: string;
}

/** An entry as it was written, and what is nested below it. */
interface Written {
  text: string;
  more?: string;
}

/** Everything that memories and team memories say, in the order given, one at a time. What says nothing is left out. */
export function* statementSteps({ memories, items }: CoachInput): Steps<Statement[]> {
  const statements: Statement[] = [];
  const add = (written: Written, about: About) => {
    const statement = known.get(written, about);
    if (statement !== null) statements.push(statement);
  };
  for (const { agent, path, entries } of memories) {
    for (const entry of entries) {
      const { section, line } = entry;
      add(entry, { section, agent, tag: null, path, line, session: null, role: null });
      yield;
    }
  }
  for (const item of items) {
    const { session, path, role, tag, line } = item;
    add(item, { section: "item", agent: null, tag, path, line, session, role });
    yield;
  }
  return statements;
}

type About = Pick<Statement, "section" | "agent" | "tag"> & Omit<Citation, "quote">;

/** What an entry says, null where that is nothing. It is read once, and known for as long as somebody keeps the entry. */
const known = remember((written: Written, { section, tag, ...place }: About): Statement | null => {
  const reading = read(written);
  const quote = quoteOf(written.text);
  if (quote === "" || !saysSomething(reading)) return null;
  return { ...reading, section, agent: place.agent, tag, citation: { ...place, quote } };
});

function read({ text: written, more }: Written): Reading {
  const text = written.normalize("NFC").replace(/\s+/g, " ").trim();
  const names = readNames(more === undefined ? text : `${text}\n${more.normalize("NFC")}`);
  const facts = [...names.map(({ key }) => key), ...(text.match(NUMBER_OR_DENIAL) ?? [])].join(" ").toLowerCase();
  return { text, ...readWords(text), names, facts };
}

/** Example: the `90` of "within 90 s", the `never` of "never retried", the `않` of "되지 않는다". */
const NUMBER_OR_DENIAL = /\d+|\b(?:not|no|never|none|without|cannot)\b|n['’]t\b|[없않못]|(?<=\s)안(?=\s)/gi;

/** The quote must stand in one line: it is the first. */
function quoteOf(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? "").trim();
}

/** "None yet" and the like name nothing and mean nothing; "Sessions last 24 h" has common words, and a value that is not. */
function saysSomething({ terms, names, text }: Reading): boolean {
  return terms.size > 0 || names.length > 0 || (/\p{L}/u.test(text) && /\d/.test(text));
}
