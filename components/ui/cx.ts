/** Joins class names, leaving out what is absent: the one way conditional classes are written. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
