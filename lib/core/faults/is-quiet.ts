import type { Diagnostic } from "@/lib/core/diagnostics";

/** Whether a diagnostic says only that a file is old, long or incomplete: everything in it is read as it is meant. */
export function isQuiet({ code, severity }: Pick<Diagnostic, "code" | "severity">): boolean {
  return severity === "info" || (severity === "warning" && QUIET.has(code));
}

const QUIET = new Set([
  "no_verdict",
  "no_memory",
  "missing_section",
  "frontmatter_kept",
  "session_count_unreadable",
  "last_updated_unreadable",
  "open_in_archived",
  "gate_outside_lead",
  "over_500_lines",
  "unverified_checkpoint",
]);
