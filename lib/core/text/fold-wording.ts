/**
 * What two texts have in common that say the same word for word: compatible characters, case, spacing, marks of emphasis,
 * code and escape, and ending punctuation are left aside.
 */
export function foldWording(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[*_`~\\]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.;,!。]+$/u, "");
}
