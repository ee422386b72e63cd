import { singleSpaces } from "@/lib/core/text/single-spaces";

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
