import { stripVTControlCharacters } from "node:util";

/** Only what every terminal shows in one cell. Example: `Lead 12:30`. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Scripts and signs of two cells: Korean, Chinese, Japanese, full-width forms. Example: `재`, `，`, `Ａ`. */
const WIDE =
  /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;

/** Of one of those scripts and yet one cell wide. Example: `ｶ`, `ﾡ`. */
const HALF = /^[\uff61-\uffdc]/;

/** Shown as a picture of two cells. Example: `🚀`, `✔️`, `1️⃣`. */
const PICTURE = /^\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}{2}/u;

/** Takes no cell by itself. Example: a zero width joiner, a combining accent. */
const NOTHING = /^[\p{M}\p{Cf}]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** How many cells of a terminal a text takes; colours take none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const part of graphemes(stripVTControlCharacters(text))) width += graphemeWidth(part);
  return width;
}

/** The beginning of a text that takes at most so many cells, ending in … where something is left out. */
export function cutToWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  let kept = "";
  let width = 0;
  for (const part of graphemes(text)) {
    const next = width + graphemeWidth(part);
    if (next > cells - 1) break;
    kept += part;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  if (PLAIN.test(grapheme)) return grapheme.length;
  if (NOTHING.test(grapheme)) return 0;
  if (PICTURE.test(grapheme)) return 2;
  return WIDE.test(grapheme) && !HALF.test(grapheme) ? 2 : 1;
}
