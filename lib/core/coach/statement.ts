import type { Citation, CoachInput, CoachSection } from "@/lib/core/coach/read-sources";
import { type Steps } from "@/lib/core/steps";
import { remember } from "@/lib/core/text/remember";
import { fold } from "@/lib/core/search/tokenise";
import { isCommonWord } from "@/lib/core/text/marks";
import { addTo } from "@/lib/core/lists";

/** A `path` of a file or folder, a `package`, `code` for what else is in backticks, a `term` such as `PostgreSQL` or `OCR`. */
type NameKind = "path" | "package" | "code" | "term";

interface Name {
  kind: NameKind;
  /** How names are compared: lower case, NFC, without `./`, `()`, a version and a line number. */
  key: string;
  written: string;
}

/**
 * What a text names: all in backticks, and outside of them what can be nothing else than a path, a package or a name.
 * Each name once, in the order of the text; prose such as `and/or` and addresses of the web name nothing.
 */
export function readNames(text: string): Name[] {
  const names = new Map<string, Name>();
  const add = (name: Name | null) => {
    if (name !== null && name.key.length > 1 && !names.has(name.key)) names.set(name.key, name);
  };
  for (const [, code = ""] of text.matchAll(BACKTICKS)) {
    const words = code.trim().split(/\s+/); // splits "pnpm check"
    if (words.length === 1) add(nameOf(words[0] ?? "", "code"));
    else {
      add({ kind: "code", key: words.join(" ").toLowerCase(), written: code.trim() });
      for (const word of words) add(nameOf(word, null));
    }
  }
  for (const [word] of text.replaceAll(BACKTICKS, " ").matchAll(BARE)) {
    if (word.length > LONGEST || PLAIN.test(word)) continue;
    const bare = word.replace(/[._/~[\]-]+$/, ""); // the full stop after a path at the end of a sentence
    add(nameOf(bare, (ACRONYM.test(bare) && !COMMON_ACRONYMS.has(bare)) || IDENTIFIER.test(bare) ? "term" : null));
  }
  return [...names.values()];
}

/** What is longer names nothing that anybody would write a second time. UTF-16 code units. */
const LONGEST = 200;

/** Example: the ticks and what is between them in "run `pnpm check` first". */
const BACKTICKS = /`+([^`\n]{1,200})`+/g;

/** Example: `src/queue/lease.ts`, `@scope/name`, `ExtractedInvoice`, each a run without space and quotes; an address is one run. */
const BARE = /[\p{Script=Latin}\p{N}@._~/](?:[\p{Script=Latin}\p{N}@._~/\-+[\]]|:\/\/)*/gu;

/** The name that a word is: of a package or a path where it is plainly one, else of the kind given. */
function nameOf(word: string, otherwise: "code" | "term" | null): Name | null {
  if (WEB.test(word)) return null;
  const key = word
    .normalize("NFC")
    .toLowerCase()
    .replace(/^(?:\.\/)+/, "") // ./src
    .replace(/(?::\d+)+$/, "") // lease.ts:12:3
    .replace(/\([^()]*\)$/, "") // retry(after)
    .replace(/(?<=.)\/+$/, ""); // src/queue/
  if (PACKAGE.test(key)) return { kind: "package", key: bare(key), written: bare(word) };
  if (isPath(key, otherwise === "code")) return { kind: "path", key, written: word };
  return otherwise !== null && /\p{L}/u.test(key) ? { kind: otherwise, key, written: word } : null;
}

function bare(specifier: string): string {
  return specifier.replace(/(?<=.)@[^/]*$/, ""); // @scope/name@1.2
}

/** In prose a slash alone also stands for "or": three steps or a file at the end are surely a path. */
function isPath(key: string, isCode: boolean): boolean {
  const segments = key.split("/");
  if (segments.length === 1) return FILE.test(key);
  const named = segments.every((segment, at) => (at === 0 && segment === "") || LIKE_A_FOLDER.test(segment));
  return named && (isCode || segments.length > 2 || FILE.test(segments.at(-1) ?? ""));
}

/** Example: `Masking` and `month-end.`: what nearly every word of prose looks like, and no name does. */
const PLAIN = /^[A-Za-z]?[a-z-]*\.?$/;

/** Example: `https://…` and `www.…`. */
const WEB = /^(?:[a-z][a-z+.-]*:\/\/|www\.)/i;

/** Example: `@scope/name`, `@scope/name@1.2` and `lodash@4.17.21`. */
const PACKAGE = /^(?:@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[\w.^~-]+)?|[a-z][\w.-]*@[\^~]?\d[\w.-]*)$/;

/** Example: `queue`, `(dashboard)`, `[id]`; not "<div" or "a=b". */
const LIKE_A_FOLDER = /^(?=.*\p{L})[^<>{}|=,;"'\s]+$/u;

/** Example: `limits.ts`; only endings that files of projects have, for `e.g` and `v1.2` have a dot as well. */
const FILE =
  /^(?:\.?[\w@[\]-][\w.@[\]-]*\.(?:[cm]?[jt]sx?|json[5l]?|ya?ml|toml|ini|env|lock|mdx?|txt|py|ipynb|go|rs|rb|php|java|kts?|swift|cs|cc?|cpp|h|hpp|sh|ps1|sql|prisma|graphql|proto|html?|s?css|vue|svelte|tf|xml|csv|svg|conf|gradle)|dockerfile|makefile|\.env|\.gitignore|\.npmrc|\.nvmrc)$/;

/** Example: `ExtractedInvoice`, `fetchUser`, `supplier_id`, `PostgreSQL`. */
const IDENTIFIER =
  /^(?:[A-Za-z][a-z0-9]*[a-z][A-Z][A-Za-z0-9]*|[A-Z]+[a-z]+[A-Z]+[A-Za-z0-9]*|[A-Za-z]\w*[A-Za-z0-9]_\w*[A-Za-z0-9])$/;

/** Example: `UIDVALIDITY`, `NFC`. */
const ACRONYM = /^[A-Z][A-Z0-9]{1,}$/;

/** Written in capitals everywhere, and so about nothing in particular. */
const COMMON_ACRONYMS = new Set(
  "AI API APIS AND AT CD CI CLI CPU CSS DO DOM DONE FIXME GB GET HTML HTTP HTTPS ID IDS IO IP IS JS JSON KB MB MUST NEVER NO NOT OK OR OS POST PR PRS PUT QA RAM REST SDK SQL TODO TS UI URL URLS UTC UX XML YAML YES".split(
    " ",
  ),
);

/** What a text says: the words that mean something, each once, and pairs of neighbouring ones as they are written. */
interface Words {
  terms: ReadonlySet<string>;
  /** By the pair's words in the order of the alphabet, so that "expiry of leases" is "lease expiry". */
  phrases: ReadonlyMap<string, string>;
}

/** Reads a text that is on one line. Neighbours stand in one clause, with one word of grammar between them at most. */
export function readWords(text: string): Words {
  const terms = new Set<string>();
  const phrases = new Map<string, string>();
  let last: { term: string; start: number } | null = null;
  let between = 0;
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (BREAK.test(text.slice(done, index))) last = null;
    done = index + word.length;
    const term = termOf(word);
    if (term === "") {
      if (++between > REACH) last = null;
      continue;
    }
    terms.add(term);
    if (last !== null && last.term !== term) {
      const key = last.term < term ? `${last.term} ${term}` : `${term} ${last.term}`;
      if (!phrases.has(key)) phrases.set(key, text.slice(last.start, done));
    }
    last = { term, start: index };
    between = 0;
  }
  return { terms, phrases };
}

/** A word as it is compared: in lower case, without a plural's ending or a particle; "" for grammar, numbers and letters. */
function termOf(word: string): string {
  const folded = fold(word);
  if (isCommonWord(folded) || NUMBER.test(folded)) return "";
  const term = folded.replace(ENDING, "");
  return term.length < (LATIN.test(term) ? 3 : 2) ? "" : term;
}

const REACH = 1;

/** A run of letters and digits; `_` belongs to names. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Example: the `; ` between two clauses; a `.` within `limits.ts` is none. */
const BREAK = /[,;:!?()[\]"“”—–→]|\.\s/;

/** Example: `2400`, and `40s`. */
const NUMBER = /^\d+[a-z%]?$/;

const LATIN = /^[a-z0-9]/;

/** Example: the `s` of `leases`, the `를` of `계약서를`. */
const ENDING = /(?<=[a-z]{3})s$|(?<=\p{sc=Hangul}{2})(?:으로|에서|까지|부터|[은는이가을를에의와과도만로])$/u;

/** Something that a memory says, read for what it is about. */
export interface Statement extends Reading {
  /** `item` is an item of a team memory. */
  section: CoachSection | "item";
  /** Whose memory it is; null for a team memory. */
  agent: string | null;
  tag: string | null;
  citation: Citation;
}

interface Reading extends Words {
  /** What it says, on one line, in NFC. */
  text: string;
  names: readonly Name[];
  /** The names, numbers and denials, each of which tells it apart from another in nearly the same words. */
  facts: string;
}

/** An entry as it was written, and what is nested below it. */
interface Written {
  text: string;
  more?: string;
}

/** Everything that memories and team memories say, in the order given, one at a time. What says nothing is left out. */
function* statementSteps({ memories, items }: CoachInput): Steps<Statement[]> {
  const statements: Statement[] = [];
  const add = (written: Written, about: About) => {
    const statement = known.get(written, about);
    if (statement !== null) statements.push(statement);
  };
  for (const { agent, path, entries } of memories) {
    for (const entry of entries) {
      const { section, line } = entry;
      add(entry, { section, agent, tag: null, path, line, session: null, role: null });
      yield;
    }
  }
  for (const item of items) {
    const { session, path, role, tag, line } = item;
    add(item, { section: "item", agent: null, tag, path, line, session, role });
    yield;
  }
  return statements;
}

type About = Pick<Statement, "section" | "agent" | "tag"> & Omit<Citation, "quote">;

/** What an entry says, null where that is nothing. It is read once, and known for as long as somebody keeps the entry. */
const known = remember((written: Written, { section, tag, ...place }: About): Statement | null => {
  const reading = read(written);
  const quote = quoteOf(written.text);
  if (quote === "" || !saysSomething(reading)) return null;
  return { ...reading, section, agent: place.agent, tag, citation: { ...place, quote } };
});

function read({ text: written, more }: Written): Reading {
  const text = written.normalize("NFC").replace(/\s+/g, " ").trim();
  const names = readNames(more === undefined ? text : `${text}\n${more.normalize("NFC")}`);
  const facts = [...names.map(({ key }) => key), ...(text.match(NUMBER_OR_DENIAL) ?? [])].join(" ").toLowerCase();
  return { text, ...readWords(text), names, facts };
}

/** Example: the `90` of "within 90 s", the `never` of "never retried", the `않` of "되지 않는다". */
const NUMBER_OR_DENIAL = /\d+|\b(?:not|no|never|none|without|cannot)\b|n['’]t\b|[없않못]|(?<=\s)안(?=\s)/gi;

/** The quote must stand in one line: it is the first. */
function quoteOf(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? "").trim();
}

/** "None yet" and the like name nothing and mean nothing; "Sessions last 24 h" has common words, and a value that is not. */
function saysSomething({ terms, names, text }: Reading): boolean {
  return terms.size > 0 || names.length > 0 || (/\p{L}/u.test(text) && /\d/.test(text));
}

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

/** Reads everything once and lists who says what about which subject; yields after each statement. */
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
      addTo(byName, key, statement);
      const keys = wider.get(key) ?? keysAround(key);
      wider.set(key, keys);
      for (const each of keys) addTo(around, each, statement);
    }
  }
  return { statements, counts, byName, around };
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
