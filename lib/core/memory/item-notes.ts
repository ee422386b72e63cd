import { byId, type JudgedPair, notePair, type PairLine, stateOfPair } from "@/lib/core/memory/pair";
import type { Progress } from "@/lib/core/memory/progress";
import { describeQuestion, type ToldQuestion } from "@/lib/core/memory/question";
import { say } from "@/lib/core/i18n/say";

/** Code that an item names and that is no longer as it was. */
export interface ChangedCode {
  /** As the item names it: `src/cart.ts:12`, `totalOf`. */
  cite: string;
  path: string;
  gone: boolean;
}

/** A note on an item; one that `warns` asks somebody to look. */
interface Note {
  words: string;
  warns: boolean;
}

/** What is known about an item in addition to its text. */
interface NotedItem {
  id: string;
  question?: ToldQuestion | undefined;
  pairs?: readonly JudgedPair[] | undefined;
  progress?: Progress | undefined;
  alsoSeenBy?: readonly string[] | undefined;
  outdated?: readonly ChangedCode[] | undefined;
}

/** Rejects any other field, so that a new one without a note does not compile. */
type Only<T, Known> = T & Record<Exclude<keyof T, keyof Known>, never>;

/**
 * All notes on an item, worded the same over MCP, in the command and on screen. Pass every field that the door does not show itself; `name` is how it
 * names another line.
 */
export function notesOn<T extends NotedItem>(
  item: Only<T, NotedItem>,
  name: (line: PairLine) => string = byId,
): Note[] {
  const { pairs = [], progress, alsoSeenBy, outdated }: NotedItem = item;
  const isOpen =
    progress?.state === "met" || progress?.state === "open" || pairs.some((pair) => stateOfPair(pair).state === "open");
  return [
    ...(alsoSeenBy === undefined
      ? []
      : [{ words: say("also seen by {list}", { list: alsoSeenBy.join(", ") }), warns: false }]),
    ...sayProgress(item, name).map((words) => ({ words, warns: isOpen })),
    ...(outdated === undefined
      ? []
      : [{ words: say("to be checked: {list}", { list: sayChanged(outdated) }), warns: true }]),
  ];
}

export function sayChanged(all: readonly ChangedCode[]): string {
  const said = ({ cite, path, gone }: ChangedCode) =>
    `${cite}${cite.includes(path) ? "" : ` of ${path}`} (${gone ? "gone" : "changed"})`;
  return all.map(said).join(", ");
}

/** How far an item is, and what it is to other lines. */
export function sayProgress(
  { id, question, pairs = [], progress }: Pick<NotedItem, "id" | "question" | "pairs" | "progress">,
  name: (line: PairLine) => string = byId,
): string[] {
  const put = question === undefined ? [] : [describeQuestion(question)];
  const { state, roles = [], lines = [], was = [], circle } = progress ?? {};
  const isTold = new Set(
    pairs.filter(({ judgement }) => judgement !== "see").map(({ item, other }) => (item.id === id ? other : item).id),
  );
  const asked = question === undefined || state !== "waiting" ? roles : [];
  const list = [...asked, ...lines.filter((line) => !isTold.has(line.id)).map(name)].join(", ");
  const isAwaited = state === "waiting" || state === "open" || state === "met";
  const own =
    list === "" || !isAwaited
      ? []
      : circle === true
        ? [say("waits for {list}, which waits in a circle", { list })]
        : state === "waiting"
          ? [say("waits for {list}", { list })]
          : state === "met"
            ? [say("what it waited for is there: {list}", { list })]
            : [say("waited for {list}, no longer there", { list })];
  const mentioned = new Set(isAwaited ? lines.map((line) => line.id) : []);
  const shown = pairs.filter(({ judgement, other }) => judgement !== "see" || !mentioned.has(other.id));
  const later = state === "settled" ? lines.slice(1).map(name) : [];
  const earlier = was.filter((line) => !isTold.has(line.id)).map(name);
  return [
    ...put,
    ...own,
    ...shown.map((pair) => notePair(pair, id, name)),
    ...(later.length === 0 ? [] : [say("since replaced by {list}", { list: later.join(", ") })]),
    ...(earlier.length === 0 ? [] : [say("which replaced {list}", { list: earlier.join(", ") })]),
  ];
}
