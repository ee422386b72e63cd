import { codeOf, findHidden } from "@/lib/core/text/visible";

/**
 * Why a text cannot stand in a Markdown file, as the end of a sentence about it; null when it can. Controls make tools take
 * the file for binary, or a terminal obey it; turns of direction and tags say something else to a program than to a reader.
 */
export function findUnstorable(text: string): string | null {
  if (!text.isWellFormed()) return "holds a lone surrogate, which is not text";
  const hidden = findHidden(text);
  if (hidden === null) return null;
  const kind = /\p{Cc}/u.test(hidden) ? "control" : "invisible";
  const line = text.slice(0, text.indexOf(hidden)).split(/\r\n|\r|\n/).length;
  const where = /[\r\n]/.test(text) ? ` in line ${line}` : "";
  return `holds the ${kind} character ${codeOf(hidden)}${where}`;
}

/**
 * Whether a folder that is there already can be opened by its name: visible characters, and nothing that leads elsewhere. What
 * people and other tools made opens, though a new one gets a plainer name.
 */
export function isFolderName(name: string): boolean {
  return name.length <= LONGEST_NAME && /^[^./\0][^/\0]*$/.test(name) && findUnstorable(name) === null; // "o'neil", "s1 (1)"
}

/** What file systems take. */
const LONGEST_NAME = 255;
