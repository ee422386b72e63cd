import { closest, distance } from "fastest-levenshtein";

/**
 * `Did you mean implementer-1? ` where one of the names is nearly what was given, or the only one that begins so, whatever its case;
 * nothing where none is, or the very name is among them. It is put before a hint.
 */
export function didYouMean(given: string, names: readonly string[]): string {
  const asked = given.toLowerCase();
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  if (known.size === 0 || names.includes(given) || asked.length > LONGEST) return "";
  const [begun, another] = [...known.keys()].filter((name) => name.startsWith(asked));
  if (asked.length >= BEGINNING && begun !== undefined && another === undefined) return question(known.get(begun));
  const nearest = closest(asked, [...known.keys()]);
  return distance(asked, nearest) > Math.max(1, asked.length / 3) ? "" : question(known.get(nearest));
}

const question = (name: string | undefined) => `Did you mean ${name}? `;

/** Of fewer letters it cannot be told what was meant. */
const BEGINNING = 3;

/** A name longer than any there is: it is not looked for, for that would take long. */
const LONGEST = 300;
