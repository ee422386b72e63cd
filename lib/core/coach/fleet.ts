import type { CoachInput } from "@/lib/core/coach/coach-input";
import type { Name } from "@/lib/core/coach/read-names";
import { statementSteps, type Statement } from "@/lib/core/coach/statement";
import { finish, type Steps } from "@/lib/core/steps";

/** All statements with what is needed to ask which are about the same thing. */
export interface Fleet {
  statements: readonly Statement[];
  /** In how many of them a word stands. */
  counts: ReadonlyMap<string, number>;
  /** Which statements name exactly this. */
  byName: Index;
  /** Which name something below this folder, or a file of this name in any folder. */
  around: Index;
}

type Index = ReadonlyMap<string, readonly Statement[]>;

/** Reads everything once and lists who says what about which subject. */
export function readFleet(input: CoachInput): Fleet {
  return finish(fleetSteps(input));
}

/** As `readFleet`, in steps: yields after each statement. */
export function* fleetSteps(input: CoachInput): Steps<Fleet> {
  const statements = yield* statementSteps(input);
  const counts = new Map<string, number>();
  const byName = new Map<string, Statement[]>();
  const around = new Map<string, Statement[]>();
  const wider = new Map<string, string[]>();
  for (const statement of statements) {
    yield;
    for (const term of statement.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const { key } of statement.names) {
      list(byName, key, statement);
      const keys = wider.get(key) ?? keysAround(key);
      wider.set(key, keys);
      for (const each of keys) list(around, each, statement);
    }
  }
  return { statements, counts, byName, around };
}

function list(index: Map<string, Statement[]>, key: string, statement: Statement): void {
  const listed = index.get(key);
  if (listed === undefined) index.set(key, [statement]);
  else if (listed.at(-1) !== statement) listed.push(statement);
}

/**
 * The statements about what a name stands for: those that name it, a folder it is in, something below it, or its file
 * without a folder. A folder that every project has is about nothing.
 */
export function statementsAbout({ byName, around }: Fleet, { key }: Pick<Name, "key">): Set<Statement> {
  if (COMMON.has(key)) return new Set();
  const wider = keysAround(key).flatMap((each) => byName.get(each) ?? []);
  return new Set([...(byName.get(key) ?? []), ...(around.get(key) ?? []), ...wider]);
}

/** The folders a path is in, and its file's name alone, but those that every project has. */
export function keysAround(key: string): string[] {
  const segments = key.split("/");
  if (segments.length === 1 || key.startsWith("@")) return [];
  const folders = segments.slice(1).map((_, at) => segments.slice(0, at + 1).join("/"));
  const file = segments.at(-1) ?? "";
  return [...folders, ...(file.includes(".") ? [file] : [])].filter((each) => each !== "" && !COMMON.has(each));
}

/** Folders that every project has, and files that stand in many: named alone, they tell nothing. */
const COMMON = new Set(
  (
    "src lib app apps packages pkg test tests docs doc public dist build scripts components . .. ~ src/main src/test src/lib " +
    "src/app index.ts index.tsx index.js index.html mod.rs main.rs lib.rs main.go main.py __init__.py page.tsx layout.tsx " +
    "route.ts readme.md package.json tsconfig.json"
  ).split(" "),
);

/** How telling a subject is that so many of the statements share: the rarer the more, 0 when all do. */
export function rarity({ statements }: Pick<Fleet, "statements">, count: number): number {
  return Math.log((statements.length + 1) / (count + 1));
}
