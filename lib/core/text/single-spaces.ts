/**
 * The text with one space for each run of white space. Where there is one already, nothing is replaced: prose of megabytes takes
 * milliseconds, and would take seconds if every space in it were.
 */
export function singleSpaces(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ");
}
