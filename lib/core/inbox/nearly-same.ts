import { marksOf, type Marks } from "@/lib/core/inbox/marks";

/** How near two texts are: they say nearly the same, or are at least about the same. */
export type Nearness = "same" | "subject";

/**
 * How near what is about to be said is to what stands, by the names and numbers that both hold; null where they are about
 * different things, or where one gives a number that contradicts the other's. Words count
 * only where both name the same and neither gives a number. Source: inbox, rule 7.
 */
export function nearnessTo(said: string): (standing: Marks) => Nearness | null {
  const marks = marksOf(said);
  return marks.names.size === 0 ? () => null : (standing) => compare(marks, standing);
}

function compare(a: Marks, b: Marks): Nearness | null {
  // A letter that only one of them gives is an example.
  const letters = common(a.letters, b.letters);
  const names = common(a.names, b.names) + letters;
  const numbers = common(a.numbers, b.numbers);
  const fewerNames = Math.min(a.names.size, b.names.size) + letters;
  const fewerNumbers = Math.min(a.numbers.size, b.numbers.size);
  // Where a number is only in the one and another only in the other, they say different things.
  if (numbers < fewerNumbers || fewerNames === 0) return null;
  const share = names / fewerNames;
  if (numbers === 0) return (names >= 3 && share >= 0.75) || (share === 1 && sayAlike(a, b)) ? "same" : null;
  if (share >= 0.6) return "same";
  return names >= 1 && share >= 0.25 ? "subject" : null;
}

/** Words that two texts of one subject share before they are taken to say the same of it. */
const ALIKE = { least: 3, share: 0.6 };

function sayAlike({ words: a, numbers: given }: Marks, { words: b, numbers }: Marks): boolean {
  const shared = common(a, b);
  const all = a.size + b.size - shared;
  return given.size === numbers.size && shared >= ALIKE.least && shared / all >= ALIKE.share;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
}
