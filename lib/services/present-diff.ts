import type { Diff, DiffLine } from "@/lib/contracts/revisions";
import { diffLines, foldContext, type DiffHunk } from "@/lib/core/history/line-diff";

/** What changed between two texts as the contract shows it: runs of lines with three unchanged ones around each change. */
export function presentDiff(before: string, after: string): Pick<Diff, "added" | "removed" | "hunks"> {
  const hunks: Diff["hunks"] = [];
  let lines: DiffLine[] = [];
  const close = () => {
    if (lines.some((line) => line.kind !== "same")) hunks.push({ lines });
    lines = [];
  };
  for (const hunk of foldContext(diffLines(before, after))) {
    if (hunk.kind === "folded") close();
    else lines.push(...linesOf(hunk));
  }
  close();
  const all = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: DiffLine["kind"]) => all.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed"), hunks };
}

function linesOf(hunk: DiffHunk): DiffLine[] {
  if (hunk.kind === "same") {
    return hunk.rows.map(({ before, after }) => ({
      kind: "same",
      before: before?.line ?? null,
      after: after?.line ?? null,
      segments: after?.segments ?? [],
    }));
  }
  const removed = hunk.rows.flatMap(({ before }): DiffLine[] =>
    before ? [{ kind: "removed", before: before.line, after: null, segments: before.segments }] : [],
  );
  const added = hunk.rows.flatMap(({ after }): DiffLine[] =>
    after ? [{ kind: "added", before: null, after: after.line, segments: after.segments }] : [],
  );
  return [...removed, ...added];
}
