import { countShared, type Reading, type Statement } from "@/lib/core/coach/statement";
import { remember } from "@/lib/core/text/remember";

/** Statements that share this much of all their words say the same. */
const ALIKE = 0.7;
/** With fewer words than this, equality alone tells. */
const FEWEST = 3;

/** Whether two statements say the same thing, their wording aside. */
export function saysTheSame(a: Statement, b: Statement): boolean {
  if (a.text === b.text) return true;
  if (a.stems.length < FEWEST || b.stems.length < FEWEST) return false;
  // Different numbers and names make a different statement, however alike the rest is.
  if (a.names.length !== b.names.length || a.names.some(({ key }, at) => b.names[at]?.key !== key)) return false;
  if (unstemmed.get(a.reading) !== unstemmed.get(b.reading)) return false;
  const shared = countShared(a, b);
  return shared / (a.stems.length + b.stems.length - shared) >= ALIKE;
}

/** What stems do not hold and yet makes two statements differ: numbers, and words that deny. */
const unstemmed = remember(({ text }: Reading) => (text.match(NUMBER_OR_DENIAL) ?? []).join(" ").toLowerCase());

/** Example: the `90` of "within 90 s", the `never` of "never retried", the `않` of "되지 않는다". */
const NUMBER_OR_DENIAL = /\d+|\b(?:not|no|never|none|without|cannot)\b|n['’]t\b|[없않못]|(?<=\s)안(?=\s)/gi;

/** The first of each group of statements that say the same, in the order given, with the others behind it. */
export function groupSame(statements: readonly Statement[]): Statement[][] {
  const groups: Statement[][] = [];
  const byText = new Map<string, Statement[]>();
  const byPhrase = new Map<number, Statement[][]>();
  for (const statement of statements) {
    const group = byText.get(statement.text) ?? findGroup(statement, byPhrase);
    if (group === undefined) {
      const begun = [statement];
      groups.push(begun);
      byText.set(statement.text, begun);
      for (const phrase of statement.phrases) {
        const listed = byPhrase.get(phrase);
        if (listed === undefined) byPhrase.set(phrase, [begun]);
        else if (listed.length < MOST_COMPARED) listed.push(begun);
      }
    } else group.push(statement);
  }
  return groups;
}

/** A phrase of more groups than this tells no two of them apart. */
export const MOST_COMPARED = 30;

function findGroup(statement: Statement, byPhrase: ReadonlyMap<number, Statement[][]>): Statement[] | undefined {
  for (const phrase of statement.phrases) {
    for (const group of byPhrase.get(phrase) ?? []) {
      const [head] = group;
      if (head !== undefined && saysTheSame(head, statement)) return group;
    }
  }
  return undefined;
}
