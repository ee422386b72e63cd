/** Where a move goes, and the words that what moved has there; null where they are those it had. */
export interface Destination {
  reference: string;
  words: string | null;
}

const NOW = /^(.*?) \(now: (.*)\)$/s; // matches "Scope.in_scope (after parser) (now: refunds over 10 EUR)"

/** Reads what stands behind the arrow of a MOVED: as it is written, or with the new words of the line at its end. */
export function* destinationsIn(text: string): Generator<Destination> {
  const [, reference, words] = NOW.exec(text) ?? [];
  if (reference !== undefined && words !== undefined && words.trim() !== "") yield { reference, words };
  yield { reference: text, words: null };
}

/** The mark of a move whose line has other words where it stands now. */
export function nowMark(words: string): string {
  return ` (now: ${words})`;
}
