import type { Diagnostic } from "@/lib/core/diagnostics";
import { findUnmerged } from "@/lib/core/text/merge-markers";

/** A warning for each place where git left two versions of a document's lines, `unmerged_versions`, in file order. */
export function diagnoseMerge(text: string): Diagnostic[] {
  const message =
    "Git could not merge two versions here, and both are read: settle what stands between <<<<<<< and >>>>>>>.";
  return findUnmerged(text).map(({ first, last }) => ({
    code: "unmerged_versions",
    message,
    severity: "warning",
    range: { start: { line: first, column: 1 }, end: { line: last, column: 8 } },
  }));
}
