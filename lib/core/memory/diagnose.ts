import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import { type BlockStructure, isUnclosed } from "@/lib/core/markdown/blocks";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { isRoleName } from "@/lib/core/memory/role-id";
import { isOpenEnded } from "@/lib/core/memory/tags";

/** Above this many lines a memory costs its readers more than it tells them. Source: team memory §5, curation rule 4. */
export const LINE_LIMIT = 500;

/**
 * What is odd about a team memory's content, in file order: `no_title`, `duplicate_section`, `unnamed_section`,
 * `open_in_archived`, `gate_outside_lead`, `invalid_gc_version`, `unclosed_block` and `over_500_lines`.
 */
export function diagnose(
  document: MemoryDocument,
  { blocks, starts }: BlockStructure,
  metaLines: readonly number[],
): Diagnostic[] {
  const { text, sections, meta } = document;
  const found: Diagnostic[] = [];
  const lineLength = (line: number) => text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, "").length;
  const at = (line: number, severity: Severity, code: string, message: string) =>
    found.push(diagnosticAt(line, Math.max(lineLength(line), 1), severity, code, message));

  if (document.title === null && text.trim() !== "") {
    at(1, "info", "no_title", "The file has no heading of level 1 that names the feature.");
  }
  const met = new Set<string>();
  for (const line of metaLines.slice(1)) {
    at(line, "warning", "duplicate_section", "A second Meta section; only the first one counts.");
  }
  for (const section of sections) {
    const { role, line } = section;
    if (role === "") at(line, "info", "unnamed_section", "This heading has no words.");
    if (met.has(role) && isRoleName(role)) {
      // Messages name no other line: an item added above would make them wrong.
      at(line, "warning", "duplicate_section", `A second section for ${role}; join the two.`);
    }
    met.add(role);
    if (
      section.state === "archived" &&
      section.items.some((item) => item.state === "active" && isOpenEnded(item.tag))
    ) {
      const message = `The section of ${role} is archived, but holds questions or conflicts that nobody settled or archived.`;
      at(line, "warning", "open_in_archived", message);
    }
    if (role === "Lead") continue;
    for (const item of section.items) {
      if (item.tag !== "Gate" || item.state !== "active") continue;
      at(line + item.line, "warning", "gate_outside_lead", "Gates are recorded in the Lead's section only.");
    }
  }
  const version = meta.entries.findLast((entry) => entry.key.toLowerCase() === "gc version");
  if (meta.range !== null && version !== undefined && meta.gcVersion === null) {
    at(meta.range.line, "warning", "invalid_gc_version", `The GC Version should read GC-v{N}, not "${version.value}".`);
  }
  const last = blocks.at(-1);
  if (last?.kind === "other" && isUnclosed(last, text.slice(starts[last.line], starts[last.endLine]))) {
    const message = "This block is never closed: everything after it is read as its content.";
    at(last.line + 1, "warning", "unclosed_block", message);
  }
  if (document.lineCount > LINE_LIMIT) found.push(overLimit(document.lineCount));
  return sortDiagnostics(found);
}

/** The advice to curate a memory of that many lines; stands at the first line above the limit. */
export function overLimit(lineCount: number): Diagnostic {
  const message = `The file has ${lineCount} lines, over ${LINE_LIMIT}: archive what is stale and prune what is archived.`;
  return diagnosticAt(LINE_LIMIT + 1, 1, "warning", "over_500_lines", message);
}

/** In file order, and by code where two speak of one place. */
export function sortDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

function diagnosticAt(line: number, length: number, severity: Severity, code: string, message: string): Diagnostic {
  return { code, message, severity, range: { start: { line, column: 1 }, end: { line, column: length + 1 } } };
}
