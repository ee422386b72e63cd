import stringWidth from "string-width";

/** Only what every terminal shows in one cell. Example: `Lead 12:30`. */
const PLAIN = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** How many cells of a terminal a text takes; colours take none. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** The beginning of a text that takes at most so many cells, ending in … where something is left out. */
export function cutToWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let kept = "";
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = width + displayWidth(segment);
    if (next > cells - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}
