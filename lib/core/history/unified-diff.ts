import { diffLines, foldContext, type DiffHunk, type DiffSide } from "@/lib/core/history/line-diff";

/** A line of a unified diff; numbers count from 1 and are null on the side where the line is not. */
export interface UnifiedLine {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  segments: DiffSide["segments"];
  /** Of a line that was moved: where it stands on the other side. None of its words counts as changed then. */
  moved?: number;
}

/** What changed between two texts: how many lines, and where, with three unchanged lines around each change. */
export interface UnifiedDiff {
  added: number;
  removed: number;
  hunks: { lines: UnifiedLine[] }[];
}

/** Shorter lines, such as a bracket, are the same in many places without having been moved. Letters and digits. */
const MIN_MOVED = 6;

/** Compares two texts for one column. Guarantees no hunk at all for equal texts, and in each hunk at least one change. */
export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const hunks: UnifiedDiff["hunks"] = [];
  let lines: UnifiedLine[] = [];
  const close = () => {
    if (lines.some((line) => line.kind !== "same")) hunks.push({ lines });
    lines = [];
  };
  for (const hunk of foldContext(diffLines(before, after))) {
    if (hunk.kind === "folded") close();
    else for (const line of linesOf(hunk)) lines.push(line);
  }
  close();
  markMoved(hunks.flatMap((hunk) => hunk.lines));
  const all = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: UnifiedLine["kind"]) => all.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed"), hunks };
}

function linesOf(hunk: DiffHunk): UnifiedLine[] {
  if (hunk.kind === "same") {
    return hunk.rows.map(({ before, after }) => ({
      kind: "same",
      before: before?.line ?? null,
      after: after?.line ?? null,
      segments: after?.segments ?? [],
    }));
  }
  const removed = hunk.rows.flatMap(({ before }): UnifiedLine[] =>
    before ? [{ kind: "removed", before: before.line, after: null, segments: before.segments }] : [],
  );
  const added = hunk.rows.flatMap(({ after }): UnifiedLine[] =>
    after ? [{ kind: "added", before: null, after: after.line, segments: after.segments }] : [],
  );
  return [...removed, ...added];
}

/** Finds the lines that only changed their place: each removed one is paired with the next added one of the same text. */
function markMoved(lines: readonly UnifiedLine[]): void {
  const gone = new Map<string, UnifiedLine[]>();
  for (const line of lines) {
    if (line.kind !== "removed") continue;
    const text = textOf(line);
    if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length >= MIN_MOVED) gone.set(text, [...(gone.get(text) ?? []), line]);
  }
  for (const line of lines) {
    if (line.kind !== "added" || line.after === null) continue;
    const [from, ...others] = gone.get(textOf(line)) ?? [];
    if (from === undefined || from.before === null) continue;
    gone.set(textOf(line), others);
    move(from, line.after);
    move(line, from.before);
  }
}

function move(line: UnifiedLine, to: number): void {
  line.moved = to;
  line.segments = line.segments.map(({ text }) => ({ text, changed: false }));
}

function textOf({ segments }: UnifiedLine): string {
  return segments.map(({ text }) => text).join("");
}
