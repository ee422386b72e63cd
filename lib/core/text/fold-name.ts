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
