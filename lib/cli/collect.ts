/** Gathers the values of an option that may be given several times; unlike a list it takes no word that follows. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
