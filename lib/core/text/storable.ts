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
  return `holds the ${kind} character ${codeOf(hidden)}`;
}
