/** Why a text cannot stand in a Markdown file, as the end of a sentence about it; null when it can. */
export function findUnstorable(text: string): string | null {
  if (!text.isWellFormed()) return "holds a lone surrogate, which is not text";
  const control = CONTROL.exec(text);
  if (control === null) return null;
  const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `holds the control character U+${code}`;
}

/** Controls make tools take the file for binary, or a terminal obey it; tab and line ends are text. Example: U+0000. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u;
