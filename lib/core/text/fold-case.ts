/** A text in the one form it is compared in: composed, lower case, one space for any run of white space. */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim(); // matches "\t " between words
}
