import type { Diff, DiffLine } from "@/lib/contracts/revisions";
import type { Paint } from "@/lib/operations/terminal";
import { plainText } from "@/lib/cli/terminal-text";

const SIGN = { same: " ", added: "+", removed: "-" } as const;

/** A diff as `diff -u` writes it, after a line that counts what changed. */
export function renderDiff({ from, to, added, removed, hunks }: Diff, paint: Paint): string {
  if (hunks.length === 0) return `Revisions ${from} and ${to} have the same text.\n`;
  const head = `Revision ${from} to ${to}: ${added} added, ${removed} removed`;
  return `${paint.strong(head)}\n${renderHunks(hunks, paint)}`;
}

/** The hunks alone, each after the line that places it. */
export function renderHunks(hunks: Diff["hunks"], paint: Paint): string {
  const lines = hunks.flatMap((hunk) => [
    paint.faint(placeOf(hunk.lines)),
    ...hunk.lines.map((line) => `${colourOf(line, paint)(`${SIGN[line.kind]}${textOf(line)}`)}${movedOf(line, paint)}`),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}

/** `@@ -3,7 +3,9 @@`: where the lines of a hunk begin on either side, and how many there are. */
function placeOf(lines: readonly DiffLine[]): string {
  const side = (of: "before" | "after") => {
    const numbers = lines.flatMap((line) => line[of] ?? []);
    return `${numbers[0] ?? 0},${numbers.length}`;
  };
  return `@@ -${side("before")} +${side("after")} @@`;
}

/** A line without its end, which is not seen in a terminal. */
function textOf({ segments }: DiffLine): string {
  const text = segments.map((segment) => segment.text).join("");
  return plainText(text.replace(/\r?\n$/, "")); // "- a line\r\n"
}

/** Of a line that only changed its place: where it stands on the other side. */
function movedOf({ kind, moved }: DiffLine, paint: Paint): string {
  return moved === undefined ? "" : paint.faint(`  (moved ${kind === "removed" ? "to" : "from"} line ${moved})`);
}

function colourOf({ kind, moved }: DiffLine, paint: Paint): (text: string) => string {
  if (moved !== undefined) return paint.faint;
  if (kind === "same") return (text) => text;
  return kind === "added" ? paint.good : paint.bad;
}
