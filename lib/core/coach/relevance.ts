import { rarity, statementsAbout, type Fleet } from "@/lib/core/coach/fleet";
import type { Steps } from "@/lib/core/steps";
import { wordsOfRole } from "@/lib/core/coach/role-words";
import { readNames } from "@/lib/core/coach/read-names";
import { readWords } from "@/lib/core/coach/read-words";
import type { Statement } from "@/lib/core/coach/statement";

/** An agent about to be deployed, as far as anything is known of it. */
export interface Target {
  agent: string;
  /** The `description` of its definition; "" when there is none. */
  description: string;
  /** The words of its definition; "" when there is none. */
  instructions: string;
  /** What it is about to do; "" when nobody said. */
  task: string;
}

/** How near a statement is to what an agent works on. */
export interface Relevance {
  /** From 0 for nothing in common. */
  scoreOf: (statement: Statement) => number;
  /** Whether it is about a file, package or setting that the agent's own memory or definition names. */
  touches: (statement: Statement) => boolean;
  /** The names and words in common, the most telling first. */
  matchedIn: (statement: Statement) => string[];
}

/** What a word weighs by where it stands; a word of the name or description says what the agent is for. */
const WEIGHTS = { name: 1, description: 1, task: 1, own: 0.7, instructions: 0.4, role: 0.4 };
/** A name in common outweighs words: it is the same thing, not only the same topic. */
const NAMED = 1.5;
/** Shared topics such as `OCR` weigh as much as a telling word. */
const TERM = 0.3;
/** All words of a statement in common with the agent's purpose would weigh this much; one telling word some 0.3. */
const WORDS = 3;
/** Keeps one shared word of a short sentence from counting as all of it: so many words more are taken to be there. */
const DAMPING = 2;
const MOST_MATCHED = 5;

/** Tells how relevant any statement of the fleet is to an agent, by its name, definition and own memory. */
export function* relevanceFor(fleet: Fleet, target: Target, own: readonly Statement[]): Steps<Relevance> {
  // Words that nobody in the fleet uses have no number, and need no weight.
  const weights: number[] = [];
  const raise = (stem: number | undefined, weight: number) => {
    if (stem !== undefined) weights[stem] = Math.max(weights[stem] ?? 0, weight);
  };
  const weigh = (text: string, weight: number) => {
    for (const stem of readWords(text.normalize("NFC")).stems) raise(fleet.vocabulary.findId(stem), weight);
  };
  weigh(target.agent.replace(/[-_.]/g, " "), WEIGHTS.name); // "code-reviewer"
  weigh(target.description, WEIGHTS.description);
  weigh(target.task, WEIGHTS.task);
  weigh(target.instructions, WEIGHTS.instructions);
  if (isNew(target, own)) weigh(wordsOfRole(target.agent), WEIGHTS.role);
  for (const { stems } of own) for (const stem of stems) raise(stem, WEIGHTS.own);
  const named = yield* namedBy(fleet, target, own);

  const telling = fleet.stemCounts.map((times) => rarity(fleet, times));
  const touches = (statement: Statement) => [...(named.get(statement)?.values() ?? [])].includes(false);

  return {
    touches,
    scoreOf(statement) {
      let shared = 0;
      let all = DAMPING * rarity(fleet, 1);
      for (const stem of statement.stems) {
        all += telling[stem] ?? 0;
        shared += (weights[stem] ?? 0) * (telling[stem] ?? 0);
      }
      const terms = [...(named.get(statement)?.values() ?? [])].filter((isTerm) => isTerm).length;
      return (WORDS * shared) / all + terms * TERM + (touches(statement) ? NAMED : 0);
    },
    matchedIn(statement) {
      const { text } = statement;
      const words = readWords(text);
      const names = [...(named.get(statement) ?? [])].sort(
        ([a, x], [b, y]) => Number(x) - Number(y) || (a < b ? -1 : 1),
      );
      const shared = words.stems
        .map((stem, at) => ({ id: fleet.vocabulary.idOf(stem), at }))
        .filter(({ id }) => weights[id] !== undefined)
        .sort(
          (a, b) =>
            (weights[b.id] ?? 0) * (telling[b.id] ?? 0) - (weights[a.id] ?? 0) * (telling[a.id] ?? 0) || a.at - b.at,
        )
        .map(({ at }) => text.slice(words.starts[at], words.ends[at]));
      return [...new Set([...names.map(([name]) => name), ...shared])].slice(0, MOST_MATCHED);
    },
  };
}

/** Whether nothing but its name and its task tells what an agent does. */
export function isNew({ description, instructions }: Target, own: readonly Statement[]): boolean {
  return own.length === 0 && description.trim() === "" && instructions.trim() === "";
}

/** What each statement is about of that which the agent names: as the agent writes it, and whether it is but a term. */
function* namedBy(
  fleet: Fleet,
  target: Target,
  own: readonly Statement[],
): Steps<Map<Statement, Map<string, boolean>>> {
  const names = [
    ...own.flatMap((each) => each.names),
    ...readNames(target.description),
    ...readNames(target.instructions),
    ...readNames(target.task),
  ];
  const found = new Map<Statement, Map<string, boolean>>();
  for (const name of new Map(names.map((each) => [each.key, each])).values()) {
    yield;
    for (const statement of statementsAbout(fleet, name)) {
      const listed = found.get(statement) ?? new Map<string, boolean>();
      listed.set(name.written, name.kind === "term");
      found.set(statement, listed);
    }
  }
  return found;
}
