import { readWays } from "@/lib/core/coach/claims/alternatives";

/** That one thing took another's place, as a text says. */
export interface Retirement {
  /** What is no longer used, as it is written. */
  old: string;
  /** What is used now; null where nothing is named. */
  now: string | null;
}

const THING = String.raw`\x60?(?<NAME>@?[A-Za-z][\w@/.+#-]*[\w+#])\x60?`;
/** What is used now may have a name of two words, as `GitHub Actions`. */
const thing = (name: "old" | "now") => THING.replace("NAME", name) + (name === "now" ? String.raw`(?: [A-Z]\w+)?` : "");
const CHANGED = "교체|대체|바꿨|바꾸|바꿈|바뀌|전환|이전|옮겼|옮기|옮김|변경|마이그레이션|이관|갈아";

const PATTERNS = [
  `${thing("now")} (?:has |have |fully )?(?:replaced|replaces|superseded|supersedes|succeeded|took over from) ${thing("old")}`,
  `${thing("old")} (?:was|were|is|has been|got|had to be) (?:fully )?(?:replaced|superseded|swapped out) (?:by|with|for) ${thing("now")}`,
  `(?:switched|migrated|moved|changed|went|converted|ported)(?: [\\w ]{0,30}?)? from ${thing("old")} (?:over )?to ${thing("now")}`,
  `(?:replaced|replacing|swapped) ${thing("old")} (?:with|by|for) ${thing("now")}`,
  `${thing("now")},? (?:instead of|not|and no longer) ${thing("old")}`,
  `(?:dropped|abandoned|retired|got rid of|no longer use|no longer uses|stopped using|do not use|don['’]t use|moved away from|migrated away from) ${thing("old")}`,
  `${thing("old")} (?:is|was|has been) (?:gone|retired|dropped|deprecated|removed|no longer used)`,
  `${thing("now")}(?:가|이|는|은) ${thing("old")}(?:를|을) (?:완전히 )?대체`,
  `${thing("old")}(?:를|을|는|은|에서) (?:전부 |모두 |완전히 )?${thing("now")}(?:로|으로) (?:모두 |전부 |완전히 )?(?:${CHANGED})`,
  `${thing("old")}(?:를|을|는|은) (?:걷어내고|버리고|빼고|제거하고|없애고) ${thing("now")}(?:로|으로|를|을)`,
  `${thing("old")} ?대신(?:에)? ${thing("now")}`,
  `${thing("old")}(?:를|을|는|은) (?:더 ?이상|이제)(?:는)? (?:쓰지|사용하지|안 쓰)`,
  `${thing("old")}(?:를|을|는|은) (?:제거했|걷어냈|버렸|폐기|중단)`,
].map((pattern) => new RegExp(`(?<![\\w@/.-])${pattern}`, "u"));

/** Most texts say nothing of the kind: one look tells. */
const ANY =
  /replac|supersed|succeeded|took over|swapped|from|instead of|, not | no longer|dropped|abandoned|retired|got rid|stopped using|do not use|don['’]t use|away from|gone|deprecated|removed|대체|교체|대신|바꿨|바꾸|바꿈|바뀌|전환|이전|옮|변경|마이그레이션|이관|갈아|이상|이제|제거|걷어|버렸|폐기|중단/;

/** What a text in NFC says is no longer used. */
export function readRetirements(text: string): Retirement[] {
  if (!ANY.test(text)) return [];
  return PATTERNS.flatMap((pattern) => {
    const { old, now } = pattern.exec(text)?.groups ?? {};
    if (old === undefined || !isName(old, text)) return [];
    if (now !== undefined && (!isName(now, text) || now.toLowerCase() === old.toLowerCase())) return [];
    return [{ old, now: now ?? null }];
  });
}

/** Whether a word is the name of something: known, in backticks, or with a capital that no sentence gave it. */
function isName(word: string, text: string): boolean {
  if (readWays(word).length > 0) return true;
  if (text.includes(`\`${word}\``)) return true;
  if (!/^[A-Z]/.test(word) || word.length < 2) return false;
  return !text.startsWith(word) || /[A-Z0-9]/.test(word.slice(1)) || !PROSE.test(word);
}

/** Example: `We`, which begins a sentence and names nothing. */
const PROSE = /^(?:We|It|They|This|That|The|He|She|I|You|Nobody|Everybody|All)$/;
