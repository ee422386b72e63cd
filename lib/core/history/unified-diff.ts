import { diffLines, foldContext, type DiffHunk, type DiffSide } from "@/lib/core/history/line-diff";

/** A line of a unified diff; numbers count from 1 and are null on the side where the line is not. */
export interface UnifiedLine {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  segments: DiffSide["segments"];
}

/** What changed between two texts: how many lines, and where, with three unchanged lines around each change. */
export interface UnifiedDiff {
  added: number;
  removed: number;
  hunks: { lines: UnifiedLine[] }[];
}

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
