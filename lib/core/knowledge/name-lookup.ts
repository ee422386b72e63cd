import { remember } from "@/lib/core/text/remember";

/** Finds the entry that a text means: by its id, else by its path as written. Ids that differ in case alone are different. */
export type NameLookup<E> = (name: string) => E | undefined;

/** A lookup over entries; of several with one name the last is found. Forms of one character (NFC, NFD) are the same name. */
export function nameLookup<E extends Named>(entries: readonly E[]): NameLookup<E> {
  return lookups.get(entries) as NameLookup<E>;
}

interface Named {
  id: string;
  reference: string | null;
}

/** Lists of entries are never changed in place, and asked repeat for more request. */
const lookups = remember((entries: readonly Named[]): NameLookup<Named> => {
  const byId = new Map<string, Named>();
  const byReference = new Map<string, Named>();
  for (const entry of entries) {
    byId.set(foldName(entry.id), entry);
    if (entry.reference !== null) byReference.set(foldName(entry.reference), entry);
  }
  return (name) => {
    const folded = foldName(name);
    return byId.get(folded) ?? byReference.get(folded);
  };
});

/** An id or path in the one form it is compared in: composed, with slashes, without `./` in front. */
export function foldName(name: string): string {
  return name.normalize("NFC").replaceAll("\\", "/").replace(/^\.\//, ""); // matches "./" at the start
}
