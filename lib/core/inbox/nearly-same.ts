import { marksOf, type Marks } from "@/lib/core/inbox/marks";

/** What an item that stands is compared as. */
export interface Standing {
  id: string;
  text: string;
}

/** How near two texts are: they say nearly the same, or are at least about the same. */
export type Nearness = "same" | "subject";

/**
 * How near what is about to be said is to what stands, by the names and numbers that both hold; null where they are about
 * different things, where one gives a number that contradicts the other's, or where the new text answers the other by its
 * id. Prose is not compared. Source: inbox, rule 7.
 */
export function nearnessOf(said: string, standing: Standing): Nearness | null {
  if (said.includes(standing.id)) return null;
  return compare(marksOf(said), marksOf(standing.text));
}

function compare(a: Marks, b: Marks): Nearness | null {
  const names = common(a.names, b.names);
  const numbers = common(a.numbers, b.numbers);
  const fewerNames = Math.min(a.names.size, b.names.size);
  const fewerNumbers = Math.min(a.numbers.size, b.numbers.size);
  // Where a number is only in the one and another only in the other, they say different things.
  if (numbers < fewerNumbers || fewerNames === 0) return null;
  const share = names / fewerNames;
  if (numbers === 0) return names >= 3 && share >= 0.75 ? "same" : null;
  if (share >= 0.6) return "same";
  return names >= 1 && share >= 0.25 ? "subject" : null;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
}
