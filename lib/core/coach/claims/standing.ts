import type { Statement } from "@/lib/core/coach/statement";

/** What was so, may be so or is measured. Example: `used to`, `might`, `until March`, `예전에는`. */
const NOT_NOW =
  /\b(?:(?:was|were)(?! (?:upgraded|updated|moved|migrated|switched) to\b)|used to|formerly|previously|originally|until|had been|we used|they used|might|could|would|planned|planning|proposed?|considering|maybe|perhaps|grew|rose|fell|dropped from|on average|average|median|in (?:19|20)\d\d|next (?:week|month|quarter|year|sprint)|once we|at first|measured|took)\b|\?\s*$/i;
const NOT_NOW_KOREAN =
  /예전|이전에는|과거|원래는?\s|전에는|까지는|였다|이었다|있었다|없었다|썼었|썼다$|수도 있|내년|다음 (?:주|달|분기)|예정|계획|검토 중|평균|커졌|올랐|줄었|걸렸|작성했/;
/** Example: `not`, `never`, `않는다`. */
const NEGATED =
  /\b(?:not|never|no longer|cannot|nobody|none|neither|nor|without|except|unless|instead|rather than|avoid(?:s|ing|ed)?|\w+n['’]t|don['’]?t|only if)\b/i;
const NEGATED_KOREAN = /않|못하|못한|말 것|말고|말자|금지|아니|대신|없이|수(?:는|도|가)? ?없|(?:^|\s)안\s|제외|빼고/;

/** What holds only somewhere or sometimes. Example: `when the VPN is off`, `by hand`, `꺼지면`. */
const LIMITED =
  /\b(?:when|while|if|unless|that|which|who|whose|until|only|through|via|by hand|manually|larger|longer than|more than|except)\b|(?:면|때|동안|손으로|에서만|때만)(?:\s|$)/i;

/** Whether what a text says is meant of a part of its subject only. */
export function isLimited(text: string): boolean {
  return LIMITED.test(text);
}

/** Whether what a text says is said to be so now. */
export function isCurrent(text: string): boolean {
  return !NOT_NOW.test(text) && !NOT_NOW_KOREAN.test(text);
}

/** Whether a text says that something is not so. */
export function isNegated(text: string): boolean {
  return NEGATED.test(text) || NEGATED_KOREAN.test(text);
}

/**
 * Whether claims live there. The log tells what was, threads and questions tell what nobody knows yet. Everything else
 * that a memory says is taken for what its writer holds to be true.
 */
export function holdsClaims({ section, tag }: Statement): boolean {
  return section !== "log" && section !== "thread" && tag !== "Question";
}
