/** Finds the entry that a text means: by its id, else by its path as written. Ids that differ in case alone are different. */
export type NameLookup<E> = (name: string) => E | undefined;

/** A lookup over entries; of several with one name the last is found. Forms of one character (NFC, NFD) are the same name. */
export function nameLookup<E extends { id: string; reference: string | null }>(entries: readonly E[]): NameLookup<E> {
  const known = lookups.get(entries) as NameLookup<E> | undefined;
  if (known !== undefined) return known;
  const byId = new Map<string, E>();
  const byReference = new Map<string, E>();
  for (const entry of entries) {
    byId.set(foldName(entry.id), entry);
    if (entry.reference !== null) byReference.set(foldName(entry.reference), entry);
  }
  const find: NameLookup<E> = (name) => {
    const folded = foldName(name);
    return byId.get(folded) ?? byReference.get(folded);
  };
  lookups.set(entries, find);
  return find;
}

/** Lists of entries are never changed in place, and asked again for each request. */
const lookups = new WeakMap<readonly unknown[], unknown>();

/** An id or path in the one form it is compared in: composed, with slashes, without `./` in front. */
export function foldName(name: string): string {
  return name.normalize("NFC").replaceAll("\\", "/").replace(/^\.\//, ""); // matches "./" at the start
}
