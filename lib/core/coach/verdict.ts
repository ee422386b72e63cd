import { readWords } from "@/lib/core/coach/read-words";
import type { Place, Statement } from "@/lib/core/coach/statement";

/** What an entry thinks of one thing that it speaks of. */
export type Verdict = "for" | "against";

/** So many words before the subject can turn what is said of it. */
const BEFORE = 5;
/** So many characters behind the subject; Korean turns a sentence there. */
const BEHIND = 14;

/**
 * What an entry thinks of the part of its text from `start` to `end`: what worked speaks for it, a watch point against
 * it, unless the words around turn it: "avoiding X" worked, "X instead of Y", "never without X", "X 없이".
 */
export function verdictOf({ section, text }: Statement, place: Place): Verdict {
  const before = wordsBefore(text.slice(0, place.start));
  const behind = text.slice(place.end, place.end + BEHIND);
  const turned = section === "worked" ? AVOIDED : MISSED;
  const isTurned = turned.before.test(before) || turned.behind.test(behind);
  const plain: Verdict = section === "worked" ? "for" : "against";
  if (!isTurned) return plain;
  return plain === "for" ? "against" : "for";
}

/** The last words of the clause that a subject stands in. */
function wordsBefore(text: string): string {
  const clause = text.split(/[,;:.!?()—–]\s/).at(-1) ?? ""; // the part after "; "
  return ` ${clause.replaceAll("`", "").split(/\s+/).slice(-BEFORE).join(" ")} `.toLowerCase();
}

/** What works where the subject is left out. Examples: "avoiding X", "Y instead of X", "we dropped X", "X 대신". */
const AVOIDED = {
  before:
    / (?:avoid(?:ing|ed|s)?|without|instead of|rather than|not|never|no|don['’]?t|stop(?:ped|ping)?|remov(?:e|ed|ing)|drop(?:ped|ping)?|disabl(?:e|ed|ing)|skip(?:ped|ping)?|replac(?:e|ed|ing)|away from|ban(?:ned|ning)?|giving up|gave up|off) /,
  behind: /^\S{0,2}\s?(?:대신|없이|금지|말고|말 것|쓰지|안 쓰|피하|제거|빼)/,
};

/** What goes wrong where the subject is missing. Examples: "fails without X", "do not forget X", "always X", "X 없이". */
const MISSED = {
  before:
    / (?:without|miss(?:es|ing|ed)?|forget(?:s|ting)?|forgot(?:ten)?|skip(?:s|ped|ping)?|omit(?:s|ted|ting)?|lack(?:s|ing)?|unless|always|must|needs?|requires?|remember|not using|instead of|only with|insist on|prefer) /,
  behind: /^\S{0,2}\s?(?:없이|없으면|반드시|필수|빠뜨|잊|해야|써야|하지 않으면)/,
};

/** Where a text names something, as it was written; null when only a part of a longer name stands there. */
export function placeOf(text: string, written: string): Place | null {
  const lower = text.toLowerCase();
  const wanted = written.toLowerCase();
  for (let start = lower.indexOf(wanted); start !== -1; start = lower.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (!PART.test(lower[start - 1] ?? " ") && !PART.test(lower.slice(end, end + 2))) return { start, end };
  }
  return null;
}

/** Example: the `o` behind `src/auth` in `src/author.ts`, and the `.t` behind `lease` in `lease.ts`. */
const PART = /^(?:[a-z0-9_-]|\.[a-z0-9])/;

/** Stems of words that judge or tell, and so are no subject of a judgement. */
export const JUDGING: ReadonlySet<string> = new Set(
  readWords(
    "avoid instead rather stopped removed dropped disabled skipped replaced without missing forget forgot requires requirement breaks broke broken crash crashes deadlocks deadlock hangs flaky slow slower slows fast faster risk risky danger dangerous careful beware trap warning helps helped saved saves reliable reliably stable works worked fine clean cleanly safe safely hides hidden lost loses prefer trouble caused causes",
  ).stems,
);
