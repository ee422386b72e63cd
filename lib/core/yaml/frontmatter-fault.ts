import { LineCounter, parseDocument } from "yaml";
import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import { yamlFault } from "@/lib/core/yaml/yaml-fault";

/**
 * The one fault of the YAML that stands below the opening fence of a Markdown file, placed in that file; null where it is valid.
 * Never throws.
 */
export function frontmatterFault(source: string): Diagnostic | null {
  if (source.length > LONGEST_CHECKED) {
    return at(1, 1, 3, "long_frontmatter", "The frontmatter is too long for its YAML to be checked.", "info");
  }
  const lineCounter = new LineCounter();
  const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
  const fault = yamlFault(parseDocument(source, options), source);
  if (fault === null) return null;
  const { line, col } = lineCounter.linePos(fault.pos[0]);
  // The fence is the first line of the file.
  return at(line + 1, col, 1, "bad_frontmatter", `The frontmatter is not valid YAML: ${fault.message}`, "warning");
}

/** A warning that frontmatter begins on the first line and has no end. */
export function unclosedFrontmatter(): Diagnostic {
  const message = "The frontmatter opened here is never closed with `---`, so it is read as text.";
  return at(1, 1, 3, "unclosed_frontmatter", message, "warning");
}

/** Longer ones are not looked through for faults: that is done at one stretch. UTF-16 units. */
const LONGEST_CHECKED = 65_536;

function at(
  line: number,
  column: number,
  length: number,
  code: string,
  message: string,
  severity: Severity,
): Diagnostic {
  return { code, message, severity, range: { start: { line, column }, end: { line, column: column + length } } };
}
