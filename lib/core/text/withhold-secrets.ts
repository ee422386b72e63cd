import { findSecrets } from "@/lib/core/text/find-secrets";

/**
 * A text as it may be told to others: each line with a secret is replaced by one that says what was held back, also where it goes
 * over several. Lines are numbered from `from` on, where a document begins in it. What was held back is held back once.
 */
export function withholdSecrets(text: string, from = text.length): string {
  const parts: string[] = [];
  let [at, line] = [0, 1];
  for (const { start, end, kind } of heldLines(text)) {
    const head = /^[\s>*+-]*/.exec(text.slice(start, end))?.[0] ?? "";
    line += start < from ? 0 : text.slice(Math.max(at, from), start).split("\n").length - 1;
    const which = start < from ? "a line" : `line ${line}`;
    parts.push(text.slice(at, start), `${head}[${which} is held back: it looks like a secret (${kind})]`);
    line += start < from ? 0 : text.slice(start, end).split("\n").length - 1;
    at = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(at);
}

/** The lines of a text that are held back, neighbours with one secret together, with what kind the first secret in each is. */
export function heldLines(text: string): { start: number; end: number; kind: string }[] {
  const held: { start: number; end: number; kind: string }[] = [];
  for (const { start: first, end: last, kind } of findSecrets(text)) {
    const start = text.lastIndexOf("\n", first - 1) + 1;
    const found = text.indexOf("\n", Math.max(first, last - 1));
    const end = found < 0 ? text.length : text[found - 1] === "\r" ? found - 1 : found;
    if (end > (held.at(-1)?.end ?? -1)) held.push({ start: Math.max(start, (held.at(-1)?.end ?? -1) + 1), end, kind });
  }
  return held;
}

/** The same value with every text in it changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}
