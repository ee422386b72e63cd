import { addAll } from "@/lib/core/lists";
import type Tokenizer from "ai-tokenizer";
import type * as Encoding from "ai-tokenizer/encoding/claude";
import { finish, type Steps } from "@/lib/core/steps";
import { textParts } from "@/lib/core/text/text-parts";

/** How much larger later models' counts are than the encoding's, as measured by the library's authors. */
const LATER_MODELS = 1.43;

/** By what method tokens are counted; shown wherever a count is. */
export const TOKEN_METHOD = "ai-tokenizer, claude encoding × 1.43 (estimate)";

/** The library's time grows with the square of a run of letters, digits, blanks or marks: longer ones are counted in parts. */
const RUN = 250;
const IN_PARTS = new RegExp(`.{1,${RUN}}`, "gsu");
const LONG_RUNS = longRuns("\\p{L}\\p{M}", "\\p{N}", "\\s", "^\\s\\p{L}\\p{M}\\p{N}");

/**
 * Words the library remembers. It lets go of the oldest for each new one, by a look through all it has let go of before: with its own
 * hundred thousand, a text of many different words costs the square of their number.
 */
const REMEMBERED = 1000;

let tokenizer: Tokenizer | undefined;

/** Tokens of a text, an estimate made offline, in a time that grows with its length. The tables are loaded at the first call. */
export function countTokens(text: string): number {
  return finish(countSteps(text));
}

/** As `countTokens`, in steps: yields after each part of a long text. */
export function* countSteps(text: string): Steps<number> {
  let count = 0;
  for (const part of textParts(text)) {
    count += countPart(part);
    yield;
  }
  return count;
}

function countPart(text: string): number {
  const counter = (tokenizer ??= openTokenizer());
  // A word such as `<EOT>`, which has a meaning of its own in the encoding, is text like any other in a document.
  const count = parts(text).reduce((sum, part) => sum + counter.encode(part, "all").length, 0);
  return Math.round(count * LATER_MODELS);
}

/** The text itself, unless it has long runs. */
function parts(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(LONG_RUNS)) {
    addAll(found, [text.slice(end, index), ...(run.match(IN_PARTS) ?? [])]);
    end = index + run.length;
  }
  return [...found, text.slice(end)];
}

/** Matches runs of one kind of character, each from its beginning, so that none is looked through twice. */
function longRuns(...kinds: string[]): RegExp {
  return new RegExp(kinds.map((kind) => `(?<![${kind}])[${kind}]{${RUN + 1},}`).join("|"), "gu");
}

/** The tables take 50 MB and a tenth of a second, so they are loaded by who counts, and in a way no bundler sees through. */
function openTokenizer(): Tokenizer {
  const load = process.getBuiltinModule("node:module").createRequire(import.meta.url);
  const { Tokenizer: Counter } = load("ai-tokenizer") as { Tokenizer: typeof Tokenizer };
  return new Counter(load("ai-tokenizer/encoding/claude") as typeof Encoding, {}, REMEMBERED);
}
