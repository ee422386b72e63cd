import type { CoachInput } from "@/lib/core/coach/coach-input";
import type { Name } from "@/lib/core/coach/read-names";
import { readWords } from "@/lib/core/coach/read-words";
import { isCommonFolder, keysAround } from "@/lib/core/coach/related-names";
import { stemWord } from "@/lib/core/coach/stem-word";
import { statementSteps, type Statement } from "@/lib/core/coach/statement";
import { finish, type Steps } from "@/lib/core/steps";
import { Vocabulary } from "@/lib/core/coach/vocabulary";

/** All statements with what is needed to ask which are about the same thing. */
export interface Fleet {
  statements: readonly Statement[];
  vocabulary: Vocabulary;
  /** In how many statements a stem stands, by its number. */
  stemCounts: readonly number[];
  /** Which statements name exactly this. */
  byName: Index;
  /** Which statements name something below this folder, and which a file of this name in any folder. */
  belowFolder: Index;
  byBase: Index;
}

type Index = ReadonlyMap<string, readonly Statement[]>;

/** Reads everything once and lists who says what about which subject. */
export function readFleet(input: CoachInput): Fleet {
  return finish(fleetSteps(input));
}

/** As `readFleet`, in steps: yields after each statement. */
export function* fleetSteps(input: CoachInput): Steps<Fleet> {
  const vocabulary = new Vocabulary();
  const statements = yield* nameKnownWords(yield* statementSteps(input, vocabulary), vocabulary);
  const stemCounts: number[] = Array.from({ length: vocabulary.size }, () => 0);
  const byName = new Map<string, Statement[]>();
  const belowFolder = new Map<string, Statement[]>();
  const byBase = new Map<string, Statement[]>();
  for (const statement of statements) {
    yield;
    for (const stem of statement.stems) stemCounts[stem] = (stemCounts[stem] ?? 0) + 1;
    for (const { key } of statement.names) {
      list(byName, key, statement);
      const { folders, base } = keysAround(key);
      for (const folder of folders) list(belowFolder, folder, statement);
      if (base !== null) list(byBase, base, statement);
    }
  }
  return { statements, vocabulary, stemCounts, byName, belowFolder, byBase };
}

interface KnownWord {
  name: Name;
  /** In how many statements it stands in backticks, and in how many as a plain word. */
  ticked: number;
  plain: number;
}

/**
 * What somebody sets in backticks is the same thing where another writes it as a plain word, as `pytest`. A word that is
 * written plainly more often than in backticks is prose, such as `document`.
 */
function* nameKnownWords(statements: Statement[], vocabulary: Vocabulary): Steps<Statement[]> {
  const known = knownWords(statements, vocabulary);
  const said: KnownWord[][] = [];
  for (const statement of statements) {
    said.push(knownWordsOf(statement, known));
    yield;
  }
  for (const each of said) for (const entry of each) entry.plain++;
  return statements.map((statement, at) => {
    const added = (said[at] ?? []).filter((entry) => entry.plain <= entry.ticked).map(({ name }) => name);
    return added.length === 0 ? statement : { ...statement, names: [...statement.names, ...added] };
  });
}

/** The known words that a statement has without naming them. */
function knownWordsOf({ text, stems, names }: Statement, known: ReadonlyMap<number, KnownWord>): KnownWord[] {
  const entries = stems.flatMap((stem) => known.get(stem) ?? []);
  const fresh = entries.filter(({ name }) => !names.some(({ key }) => key === name.key));
  if (fresh.length === 0) return fresh;
  const { starts, ends } = readWords(text);
  const words = new Set(starts.map((start, at) => text.slice(start, ends[at]).toLowerCase()));
  return fresh.filter(({ name }) => words.has(name.key));
}

/** The single words that stand in backticks somewhere, by their stems; of two with one stem the first. */
function knownWords(statements: readonly Statement[], vocabulary: Vocabulary): Map<number, KnownWord> {
  const known = new Map<number, KnownWord>();
  for (const { names } of statements) {
    for (const name of names) {
      if (name.kind === "path" || !SINGLE_WORD.test(name.key)) continue;
      const id = vocabulary.findId(stemWord(name.key));
      if (id === undefined) continue;
      const entry = known.get(id);
      if (entry === undefined) known.set(id, { name, ticked: 1, plain: 0 });
      else if (entry.name.key === name.key) entry.ticked++;
    }
  }
  return known;
}

/** Example: `pytest`; three letters and fewer are too often a word of prose. */
const SINGLE_WORD = /^[\p{L}\p{N}_]{4,}$/u;

function list(index: Map<string, Statement[]>, key: string, statement: Statement): void {
  const listed = index.get(key);
  if (listed === undefined) index.set(key, [statement]);
  else if (listed.at(-1) !== statement) listed.push(statement);
}

/**
 * The statements about what a name stands for: those that name it, a folder it is in, something below it, or its file
 * without a folder. A folder that every project has is about nothing.
 */
export function statementsAbout(fleet: Fleet, { key }: Pick<Name, "key">): Set<Statement> {
  const found = new Set<Statement>();
  if (isCommonFolder(key)) return found;
  const take = (statements: readonly Statement[] | undefined) => statements?.forEach((each) => found.add(each));
  take(fleet.byName.get(key));
  take(fleet.belowFolder.get(key));
  const { folders, base } = keysAround(key);
  for (const folder of folders) take(fleet.byName.get(folder));
  if (base !== null) take(fleet.byName.get(base));
  if (!key.includes("/")) take(fleet.byBase.get(key));
  return found;
}

/** How telling a subject is that so many of the statements share: the rarer the more, 0 when all do. */
export function rarity(fleet: Fleet, count: number): number {
  return Math.log((fleet.statements.length + 1) / (count + 1));
}

/** The statements of a list that share each phrase; phrases of a single one are left out. Yields after each statement. */
export function* sharedPhrases(statements: readonly Statement[]): Steps<Map<number, Statement[]>> {
  const shared = new Map<number, Statement[]>();
  // Nearly all phrases stand once only: the first time costs no list.
  const first = new Map<number, number>();
  for (const [at, statement] of statements.entries()) {
    yield;
    for (const phrase of statement.phrases) {
      const other = first.get(phrase);
      if (other === undefined) first.set(phrase, at);
      else if (other !== at) {
        const listed = shared.get(phrase);
        if (listed === undefined) shared.set(phrase, [statements[other] as Statement, statement]);
        else if (listed.at(-1) !== statement) listed.push(statement);
      }
    }
  }
  return shared;
}
