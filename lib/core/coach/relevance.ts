import { rarity, statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import { readNames } from "@/lib/core/coach/read-names";
import { readWords } from "@/lib/core/coach/read-words";
import type { Statement } from "@/lib/core/coach/statement";
import type { Steps } from "@/lib/core/steps";

/** An agent about to be deployed, as far as anything is known of it; "" for what is not. */
export interface Target {
  agent: string;
  /** The `description` of its definition, and the rest of it. */
  description: string;
  instructions: string;
  /** What it is about to do. */
  task: string;
}

/** How near statements are to what an agent works on. */
export interface Relevance {
  /** From 0 for nothing in common; one telling word is some 0.3. */
  scoreOf: (statement: Statement) => number;
  /** Whether it is about a file, package or setting that the agent's own memory, definition or task names. */
  touches: (statement: Statement) => boolean;
  /** The names and words in common, names first. */
  matchedIn: (statement: Statement) => string[];
}

/** A name in common outweighs words, however many: it is the same thing, not only the same topic. */
const NAMED = 1.5;
const MOST_FOR_WORDS = 1.5;
/** Shared topics such as `OCR` weigh as much as a telling word. */
const TERM = 0.3;
/** A word that stands nowhere else counts so much, a common one less. */
const WORD = 0.3;
const MOST_MATCHED = 5;

/**
 * Tells how relevant any statement of the fleet is to an agent: by the words it shares with the agent's name, definition, task and
 * own memory, the rarer the more telling, and by what these name.
 */
export function* relevanceFor(fleet: Fleet, target: Target, own: readonly Statement[]): Steps<Relevance> {
  const weights = new Map<string, number>();
  const weigh = (terms: Iterable<string>, weight: number) => {
    for (const term of terms) {
      const worth = weight * (WORD / rarity(fleet, 1)) * rarity(fleet, fleet.counts.get(term) ?? 1);
      weights.set(term, Math.max(weights.get(term) ?? 0, worth));
    }
  };
  const purpose = `${target.agent.replace(/[-_.]/g, " ")} ${target.description} ${target.task}`; // "code-reviewer"
  weigh(readWords(purpose.normalize("NFC")).terms, 1);
  weigh(readWords(target.instructions.normalize("NFC")).terms, 0.4);
  for (const { terms } of own) weigh(terms, 0.7);

  const named = new Map<Statement, { touched: string[]; topics: string[] }>();
  const texts = [target.description, target.instructions, target.task];
  const names = [...own.flatMap((each) => each.names), ...texts.flatMap(readNames)];
  for (const name of new Map(names.map((each) => [each.key, each])).values()) {
    yield;
    for (const statement of statementsAbout(fleet, name)) {
      const known = named.get(statement) ?? { touched: [], topics: [] };
      named.set(statement, known);
      known[name.kind === "term" ? "topics" : "touched"].push(name.written);
    }
  }
  const touches = (statement: Statement) => (named.get(statement)?.touched.length ?? 0) > 0;

  return {
    touches,
    scoreOf(statement) {
      const shared = [...statement.terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const words = shared + TERM * (named.get(statement)?.topics.length ?? 0);
      return (MOST_FOR_WORDS * words) / (1 + words) + (touches(statement) ? NAMED : 0);
    },
    matchedIn(statement) {
      const { touched = [], topics = [] } = named.get(statement) ?? {};
      const words = [...statement.terms]
        .filter((term) => (weights.get(term) ?? 0) > 0)
        .sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
      return [...new Set([...touched, ...topics, ...words])].slice(0, MOST_MATCHED);
    },
  };
}

/** Whether nothing but its name and its task tells what an agent does. */
export function isNew({ description, instructions }: Target, own: readonly Statement[]): boolean {
  return own.length === 0 && description.trim() === "" && instructions.trim() === "";
}
