const SEPARATOR = /(?:^|(?<= ))\|(?= |$)/; // matches the bar of "a | b", not that of "a|b"
const BAR = /(\\.)|\|/gs; // matches "|", and "\|" as one that needs nothing

/**
 * The cells of `Use files | P1` as they are written into a row: a bar with blanks around it separates them, any other one is part of
 * the text and is escaped, so that nothing splits a cell by accident.
 */
export function cellTexts(payload: string): string[] {
  return payload.split(SEPARATOR).map((cell) => escapeBars(cell.trim()));
}

/** A text as it stands in one cell. */
export function escapeBars(text: string): string {
  return text.replace(BAR, (_, escaped: string | undefined) => escaped ?? "\\|");
}
