import { placeText, readPlace, type Place } from "@/lib/core/context/operation-syntax";

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

const SECTION = /^(.*) \(section(?:, (.*))?\)$/s; // matches "Decisions (section, after §Risks)"
const SECTION_BELOW = /^(.*): \(section below(?:, (.*))?\)$/s; // matches "Decisions: (section below, after §Risks)"

/** A section and the place where it goes. */
export interface SectionPlace {
  name: string;
  place: Place;
}

/** Reads what stands behind the arrow of a MOVED section; null where it is none. */
export function readSectionMove(text: string): SectionPlace | null {
  return readSection(SECTION, text);
}

/** Reads the subject of an ADDED section; null where lines are added. */
export function readSectionBelow(subject: string): SectionPlace | null {
  return readSection(SECTION_BELOW, subject);
}

/** Writes what stands behind the arrow of a MOVED section. */
export function writeSectionMove({ name, place }: SectionPlace): string {
  return `${name} (section${place === null ? "" : `, ${placeText(place)}`})`;
}

function readSection(form: RegExp, text: string): SectionPlace | null {
  const [, name, where] = form.exec(text) ?? [];
  if (name === undefined) return null;
  const place = where === undefined ? null : readPlace(where);
  return where !== undefined && place === null ? null : { name, place };
}
