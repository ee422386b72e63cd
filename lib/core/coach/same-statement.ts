import type { Statement } from "@/lib/core/coach/statement";

/** Statements that share this much of all their words say the same. */
const ALIKE = 0.7;
/** With fewer words than this, equality alone tells. */
const FEWEST = 3;
/** A phrase of more statements than this tells no two of them apart. */
const MOST_COMPARED = 30;

/** Finds among statements one that says the same as another, without a look at each. */
export class Said {
  readonly #byText = new Map<string, Statement>();
  /** By their facts, then by phrase: numbers, names and denials tell statements apart that are in nearly the same words. */
  readonly #byFacts = new Map<string, Map<string, Statement[]>>();

  add(statement: Statement): void {
    if (!this.#byText.has(statement.text)) this.#byText.set(statement.text, statement);
    const byPhrase = this.#byFacts.get(statement.facts) ?? new Map<string, Statement[]>();
    this.#byFacts.set(statement.facts, byPhrase);
    for (const phrase of statement.phrases.keys()) {
      const listed = byPhrase.get(phrase);
      if (listed === undefined) byPhrase.set(phrase, [statement]);
      else if (listed.length < MOST_COMPARED) listed.push(statement);
    }
  }

  find(statement: Statement): Statement | undefined {
    const equal = this.#byText.get(statement.text);
    if (equal !== undefined) return equal;
    const byPhrase = this.#byFacts.get(statement.facts);
    for (const phrase of byPhrase === undefined ? [] : statement.phrases.keys()) {
      const found = byPhrase?.get(phrase)?.find((each) => saysTheSame(each, statement));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The first of each group of statements that say the same, in the order given, with the others after it. */
export function groupSame(statements: readonly Statement[]): Statement[][] {
  const groups = new Map<Statement, Statement[]>();
  const said = new Said();
  for (const statement of statements) {
    const group = groups.get(said.find(statement) ?? statement);
    if (group === undefined) {
      groups.set(statement, [statement]);
      said.add(statement);
    } else group.push(statement);
  }
  return [...groups.values()];
}

/** Whether two statements with the same facts are in nearly the same words. */
function saysTheSame(a: Statement, b: Statement): boolean {
  const [fewer, more] = a.terms.size < b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms];
  if (fewer.size < FEWEST || fewer.size / more.size < ALIKE) return false;
  let shared = 0;
  for (const term of fewer) if (more.has(term)) shared++;
  return shared / (a.terms.size + b.terms.size - shared) >= ALIKE;
}
