/** Characters of a suggestion: what is longer is no pleasure to type. */
const LONGEST = 40;

/** A name for the folder of a session, made of what is being built: "Invoice import!" → "invoice-import". */
export function suggestSessionId(feature: string): string {
  return Array.from(feature.normalize("NFC").toLowerCase())
    .slice(0, LONGEST)
    .join("")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-") // "invoice import!" → "invoice-import-"
    .replace(/^[-\p{M}]+|-+$/gu, ""); // "-invoice-" → "invoice"
}

/** The next free id of a type: "implementer-2" where there is an implementer-1. */
export function nextRoleId(type: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${type}-${number}`)) number++;
  return `${type}-${number}`;
}
