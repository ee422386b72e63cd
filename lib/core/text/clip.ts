/** A sentence of this length is cut at a word: what it is cited from has the rest. UTF-16 code units. */
const LONGEST = 360;

/** A text short enough for one line, cut at a word where one ends late enough and never within a character; `…` shows what is cut off. */
export function clip(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(" ", longest);
  const cut = space > longest / 2 ? space : longest;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut).trimEnd()}…`;
}

/** Whether a code unit is the first half of a character: nothing is cut between the halves. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
