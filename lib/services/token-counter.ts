import Tokenizer from "ai-tokenizer";
import * as encoding from "ai-tokenizer/encoding/claude";

/** How much larger later models' counts are than the encoding's, as measured by the library's authors. */
const LATER_MODELS = 1.43;

/** By what method tokens are counted; shown wherever a count is. */
export const TOKEN_METHOD = "ai-tokenizer, claude encoding × 1.43 (estimate)";

let tokenizer: Tokenizer | undefined;

/** Tokens of a text, an estimate made offline. The tables are loaded at the first call. */
export function countTokens(text: string): number {
  tokenizer ??= new Tokenizer(encoding);
  return Math.round(tokenizer.count(text) * LATER_MODELS);
}
