import type Tokenizer from "ai-tokenizer";
import type * as Encoding from "ai-tokenizer/encoding/claude";

/** How much larger later models' counts are than the encoding's, as measured by the library's authors. */
const LATER_MODELS = 1.43;

/** By what method tokens are counted; shown wherever a count is. */
export const TOKEN_METHOD = "ai-tokenizer, claude encoding × 1.43 (estimate)";

let tokenizer: Tokenizer | undefined;

/** Tokens of a text, an estimate made offline. The tables are loaded at the first call. */
export function countTokens(text: string): number {
  tokenizer ??= openTokenizer();
  return Math.round(tokenizer.count(text) * LATER_MODELS);
}

/** The tables take 50 MB and a tenth of a second, so they are loaded by who counts, and in a way no bundler sees through. */
function openTokenizer(): Tokenizer {
  const load = process.getBuiltinModule("node:module").createRequire(import.meta.url);
  const { Tokenizer: Counter } = load("ai-tokenizer") as { Tokenizer: typeof Tokenizer };
  return new Counter(load("ai-tokenizer/encoding/claude") as typeof Encoding);
}
