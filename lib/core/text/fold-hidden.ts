/** A text as it reads once nothing in it is hidden, and where each of its signs stands in the text. */
export interface Unhidden {
  folded: string;
  originOf: (offset: number) => number;
}

/**
 * A text without signs that cannot be seen, with letters that only look like Latin ones, and those that an address writes as
 * `%41`, as these: what is looked for by its form cannot hide behind them. Almost every text has none, and is not copied then.
 */
export function foldHidden(text: string): Unhidden {
  const parts: string[] = [];
  // Where the text goes on after each sign that was replaced: in the result, and in the text.
  const steps: [to: number, from: number][] = [[0, 0]];
  let [from, to] = [0, 0];
  for (const { 0: sign, index } of text.matchAll(HIDING)) {
    const plain = plainOf(sign);
    parts.push(text.slice(from, index), plain);
    to += index - from + plain.length;
    from = index + sign.length;
    steps.push([to, from]);
  }
  if (parts.length === 0) return { folded: text, originOf: (offset) => offset };
  parts.push(text.slice(from));
  return { folded: parts.join(""), originOf: (offset) => originIn(steps, offset) };
}

const LOOK_ALIKE = "АВЕЅІЈКМНОРСТХаеѕіјорсухԁɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧο";
const LATIN = "ABESIJKMHOPCTXaesijopcyxdgABEZHIKMNOPTYXo";
// What cannot be seen; wide and mathematical letters, and tags; "%41". Without the flag for Unicode it takes a tenth of the time.
const HIDING = new RegExp(
  String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFF01-\uFF5E${LOOK_ALIKE}]|[\uD835\uDB40][\uDC00-\uDFFF]|%[2-7][\dA-Fa-f]`,
  "g",
);

function plainOf(sign: string): string {
  if (sign.startsWith("%")) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  const at = LOOK_ALIKE.indexOf(sign);
  if (at >= 0) return LATIN[at] ?? "";
  const plain = sign.normalize("NFKC");
  return /^[!-~]$/.test(plain) ? plain : "";
}

function originIn(steps: readonly [number, number][], offset: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((steps[middle]?.[0] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const [to, from] = steps[low] ?? [0, 0];
  return from + offset - to;
}
