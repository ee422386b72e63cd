/**
 * What a name is of: a `path` of a file or folder, a `package` as it is imported, `code` for anything else in backticks
 * (commands, functions, settings), a `term` for words written as names are (`PostgreSQL`, `supplier_id`, `OCR`).
 */
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
  let rest = text;
  if (text.includes("`")) {
    for (const [, code = ""] of text.matchAll(BACKTICKS)) nameCode(code.trim()).forEach(add);
    rest = text.replaceAll(BACKTICKS, (all) => " ".repeat(all.length));
  }
  if (rest.includes("://")) rest = rest.replaceAll(ADDRESS, " ");
  for (const [raw] of rest.matchAll(BARE)) add(nameBare(raw));
  return [...names.values()];
}

/** What is longer names nothing that anybody would write a second time. UTF-16 code units. */
const LONGEST = 200;

/** Example: the ticks and what is between them in "run `pnpm check` first". */
const BACKTICKS = /`+([^`\n]{1,200})`+/g;

/** Example: `src/queue/lease.ts`, `@scope/name`, `ExtractedInvoice`, each a run without space and quotes. */
const BARE = /[\p{Script=Latin}\p{N}@._~/][\p{Script=Latin}\p{N}@._~/\-+[\]]*/gu;

function nameCode(code: string): Name[] {
  if (WEB.test(code) || code === "") return [];
  const parts = code.split(/\s+/); // splits "pnpm check"
  const whole = nameOne(code, parts.length === 1);
  if (parts.length === 1) return whole === null ? [] : [whole];
  const inner = parts.flatMap((part) => {
    const name = nameOne(part, false);
    return name === null ? [] : [name];
  });
  const command: Name = { kind: "code", key: code.toLowerCase().replace(/\s+/g, " "), written: code };
  return [command, ...inner.filter(({ kind }) => kind !== "code" && kind !== "term")];
}

/** A word in backticks; with `loose` whatever it is, else only what is plainly a path or a package. */
function nameOne(word: string, loose: boolean): Name | null {
  const key = keyOf(word);
  if (PACKAGE.test(key)) return { kind: "package", key: withoutVersion(key), written: withoutVersion(word) };
  if (isPath(key, loose)) return { kind: "path", key, written: word };
  if (VERSIONED.test(key)) return { kind: "package", key: withoutVersion(key), written: withoutVersion(word) };
  return loose && HAS_LETTER.test(key) ? { kind: "code", key, written: word } : null;
}

function nameBare(raw: string): Name | null {
  if (raw.length > LONGEST || PLAIN.test(raw)) return null;
  const word = raw.replace(/[._/\-+~[\]]+$/, ""); // the full stop behind a path at the end of a sentence
  if (WEB.test(word) || word.length < 2) return null;
  const named = nameOne(word, false);
  if (named !== null) return named;
  if (ACRONYM.test(word))
    return COMMON_ACRONYMS.has(word) ? null : { kind: "term", key: word.toLowerCase(), written: word };
  return IDENTIFIER.test(word) ? { kind: "term", key: word.toLowerCase(), written: word } : null;
}

function keyOf(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(/^(?:\.\/)+/, "") // ./src
    .replace(/(?::\d+)+$/, "") // lease.ts:12:3
    .replace(/\([^()]*\)$/, "") // retry(after)
    .replace(/(?<=.)\/+$/, ""); // src/queue/
}

function withoutVersion(specifier: string): string {
  return specifier.replace(/(?<=.)@[^/]*$/, ""); // @scope/name@1.2
}

function isPath(key: string, loose: boolean): boolean {
  const segments = key.split("/");
  if (segments.length === 1) return FILE.test(key);
  if (segments.some((segment) => segment === "" && segment !== segments[0])) return false;
  if (!HAS_LETTER.test(key) || /[<>{}|=,;"'\s]/.test(key)) return false; // "<div/>" and "a=b/c" are no paths
  if (loose) return true;
  // In prose a slash alone also stands for "or": three steps or a file at the end are surely a path.
  const last = segments.at(-1) ?? "";
  return (
    segments.every((segment) => /[\p{L}]/u.test(segment) || segment === "") && (segments.length > 2 || FILE.test(last))
  );
}

/** Example: `Masking` and `month-end.`: what nearly every word of prose looks like, and no name does. */
const PLAIN = /^[A-Za-z]?[a-z-]*\.?$/;

/** Example: `https://example.com/a.html`, up to the next space. */
const ADDRESS = /[a-z][a-z+.-]*:\/\/\S*/gi;

/** Example: `https://…` and `www.…`. */
const WEB = /^(?:[a-z][a-z+.-]*:\/\/|www\.)/i;

/** Example: `@scope/name` and `@scope/name@1.2`. */
const PACKAGE = /^@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[\w.^~-]+)?$/;

/** Example: `lodash@4.17.21`. */
const VERSIONED = /^[a-z][\w.-]*@[\^~]?\d[\w.-]*$/;

const HAS_LETTER = /[\p{L}]/u;

/** Example: `limits.ts`; only endings that files of projects have, for `e.g` and `v1.2` have a dot as well. */
const FILE =
  /^(?:\.?[\w@[\]-][\w.@[\]-]*\.(?:[cm]?[jt]sx?|json[c5l]?|ya?ml|toml|ini|env|lock|md|mdx|txt|rst|adoc|py|pyi|ipynb|go|mod|sum|rs|rb|php|java|kts?|scala|swift|cs|csproj|fs|c|cc|cpp|h|hpp|m|mm|sh|bash|zsh|ps1|sql|prisma|graphql|gql|proto|html?|css|s[ac]ss|less|vue|svelte|astro|tf|tfvars|hcl|xml|csv|pem|svg|png|ex|exs|erl|hs|clj|lua|r|dart|zig|nix|conf|cfg|properties|gradle)|dockerfile|makefile|\.env|\.gitignore|\.npmrc|\.nvmrc)$/;

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
