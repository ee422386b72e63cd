/** A `path` of a file or folder, a `package`, `code` for what else is in backticks, a `term` such as `PostgreSQL` or `OCR`. */
export type NameKind = "path" | "package" | "code" | "term";

/** Something that a text names. */
export interface Name {
  kind: NameKind;
  /** How names are compared: lower case, NFC, without `./`, `()`, a version and a line number. */
  key: string;
  /** As it is written in the text. */
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
