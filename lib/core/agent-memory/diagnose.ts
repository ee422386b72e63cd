import type { AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import type { Block } from "@/lib/core/markdown/blocks";
import { isUnclosed } from "@/lib/core/markdown/unclosed-block";

/** The last block of a body, its source, and the line of the file (from 0) at which the body begins. */
interface LastBlock {
  block: Block;
  source: string;
  line: number;
}

/**
 * What is odd about an agent memory's content, in file order: what `frontmatter` found, `no_frontmatter`,
 * `session_count_unreadable`, `last_updated_unreadable`, `missing_section`, `duplicate_section`, `log_line_form` and
 * `unclosed_block`.
 */
export function diagnoseAgentMemory(
  document: AgentMemoryDocument,
  frontmatter: readonly Diagnostic[],
  last: LastBlock | undefined,
): Diagnostic[] {
  const found = [...frontmatter];
  const at = (line: number, severity: Severity, code: string, message: string) =>
    found.push({ code, message, severity, range: { start: { line, column: 1 }, end: { line, column: 2 } } });

  const { values } = document.frontmatter ?? {};
  if (document.frontmatter === null && frontmatter.length === 0) {
    at(1, "info", "no_frontmatter", "The file has no frontmatter; the next close of a session writes it.");
  }
  if (values && document.sessionCount === null) {
    at(1, "warning", "session_count_unreadable", "The frontmatter has no session_count that is a number.");
  }
  if (values && !ISO_DATE.test(document.lastUpdated ?? "")) {
    at(1, "warning", "last_updated_unreadable", "The frontmatter has no last_updated that is an ISO date.");
  }
  const met = new Set<string>();
  for (const { name, line } of document.sections) {
    if (name !== null && met.has(name)) {
      at(line, "warning", "duplicate_section", `A second section ${name}; what is new is written to the first one.`);
    }
    if (name !== null) met.add(name);
  }
  for (const { date, outcome, line } of document.log) {
    if (date === null || outcome === null)
      at(line, "info", "log_line_form", "This line is not date · summary · outcome.");
  }
  if (last?.block.kind === "other" && isUnclosed(last.block, last.source)) {
    const message = "This block is never closed: everything after it is read as its content.";
    at(last.line + last.block.line + 1, "warning", "unclosed_block", message);
  }
  // What is missing stands nowhere: it is told where the file ends.
  const end = Math.max(document.lineCount, 1);
  if (document.missing.length > 0) {
    const [sections, are] = document.missing.length === 1 ? ["The section", "is"] : ["The sections", "are"];
    const message = `${sections} ${document.missing.join(", ")} ${are} missing and added as soon as something is written there.`;
    at(end, "warning", "missing_section", message);
  }
  return found.sort((a, b) => a.range.start.line - b.range.start.line);
}

/** Example: `2026-11-19`, also with a time behind it. */
const ISO_DATE = /^\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:T.*)?$/;
