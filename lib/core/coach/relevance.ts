import { rarity, statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import { readNames } from "@/lib/core/coach/read-names";
import { indexTerms, termOf } from "@/lib/core/coach/read-words";
import type { Statement } from "@/lib/core/coach/statement";
import { tokensOf } from "@/lib/core/search/tokenise";
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
/** The library's score of one word that stands once, in terms of its rarity, is some 1.5. */
const WORD = 0.2;
/** Shorter words begin too many others. */
const PREFIX = 4;
const MOST_MATCHED = 5;

/**
 * Tells how relevant any statement of the fleet is to an agent: by the library's score for the words of its name, definition, task
 * and own memory, and by what these name.
 */
export function* relevanceFor(fleet: Fleet, target: Target, own: readonly Statement[]): Steps<Relevance> {
  const weights = new Map<string, number>();
  const weigh = (text: string, weight: number) => {
    for (const term of indexTerms(text)) weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  };
  weigh(`${target.agent.replace(/[-_.]/g, " ")} ${target.description} ${target.task}`, 1); // "code-reviewer"
  weigh(target.instructions, 0.4);
  for (const { text } of own) weigh(text, 0.7);

  const scores = new Map<Statement, number>();
  const matched = new Map<Statement, Set<string>>();
  const unit = WORD / (rarity(fleet, 1) || 1);
  for (const [term, weight] of weights) {
    yield;
    for (const { id, score, terms } of fleet.words.search(term, { prefix: term.length >= PREFIX })) {
      const statement = fleet.statements[id as number] as Statement;
      scores.set(statement, (scores.get(statement) ?? 0) + unit * weight * score);
      const shared = matched.get(statement) ?? new Set<string>();
      matched.set(statement, shared);
      for (const each of terms) shared.add(each);
    }
  }

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
      const words = (scores.get(statement) ?? 0) + TERM * (named.get(statement)?.topics.length ?? 0);
      return (MOST_FOR_WORDS * words) / (1 + words) + (touches(statement) ? NAMED : 0);
    },
    matchedIn(statement) {
      const { touched = [], topics = [] } = named.get(statement) ?? {};
      const words = tokensOf(statement.text)
        .map(({ start, end }) => statement.text.slice(start, end))
        .filter((word) => matched.get(statement)?.has(termOf(word)) === true);
      return [...new Set([...touched, ...topics, ...words])].slice(0, MOST_MATCHED);
    },
  };
}

/** Whether nothing but its name and its task tells what an agent does. */
export function isNew({ description, instructions }: Target, own: readonly Statement[]): boolean {
  return own.length === 0 && description.trim() === "" && instructions.trim() === "";
}
