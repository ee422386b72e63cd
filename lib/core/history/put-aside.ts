import { alignLines } from "@/lib/core/history/align-lines";
import { cutLines } from "@/lib/core/text/cut-lines";

/**
 * What of a text is still in a later one: the text without the lines that vanished. As the base of a merge with `mergeBoth` it puts
 * exactly those lines back, whatever else was added or removed since, and takes nothing away.
 */
export function withoutVanished(before: string, after: string): string {
  const { lines } = cutLines(before);
  const ranges = alignLines(lines, cutLines(after).lines);
  const isGone = (index: number) =>
    ranges.some(({ beforeStart, beforeEnd }) => index >= beforeStart && index < beforeEnd);
  return lines.filter((_, index) => !isGone(index)).join("");
}
