/**
 * What all spellings of a name have in common that some disk takes for the same: case, and the forms of one letter with its
 * marks. Folding twice changes nothing more.
 */
export function foldName(name: string): string {
  // Upper case first: it is what makes one of `ß` and `ss`, and of the two small sigmas.
  return name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");
}

/** The one of these names that is another spelling of the wanted name; undefined for none, and where that name itself is there. */
export function findTwin(names: Iterable<string>, wanted: string): string | undefined {
  const folded = foldName(wanted);
  let twin: string | undefined;
  for (const name of names) {
    if (name === wanted) return undefined;
    if (twin === undefined && foldName(name) === folded) twin = name;
  }
  return twin;
}

/** A text in the one form it is compared in: composed, lower case, one space for any run of white space. */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim(); // matches "\t " between words
}

/**
 * What two texts have in common that say the same word for word: compatible characters, case, spacing, marks of emphasis,
 * code and escape, and ending punctuation are left aside.
 */
export function foldWording(text: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[*_`~\\]+/g, "");
  return singleSpaces(plain)
    .trim()
    .replace(/[\s.;,!。]+$/u, "");
}

/**
 * The text with one space for each run of white space. Where there is one already, nothing is replaced: prose of megabytes takes
 * milliseconds, and would take seconds if every space in it were.
 */
export function singleSpaces(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ");
}
