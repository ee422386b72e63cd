import type { ContextNode } from "@/lib/core/context/context-model";
import { versionEntry } from "@/lib/core/context/frontmatter";
import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import { frontmatterFault, unclosedFrontmatter } from "@/lib/core/yaml/frontmatter-fault";

/** What is to be said about a context without (closed) frontmatter. */
export function missingFrontmatter(unclosed: boolean): Diagnostic {
  return unclosed
    ? unclosedFrontmatter()
    : at(0, 1, 1, "no_frontmatter", "There is no frontmatter; publishing adds one with the version.", "info");
}

/** A second heading of the same name below one parent: a reference to it matches both. */
export function repeatedHeading(node: ContextNode): Diagnostic {
  const message = `A second heading is called "${node.name}"; a reference to it is unresolved unless it says which.`;
  return at(node.start, 1, 1, "duplicate_heading", message, "warning");
}

/** Faults of the frontmatter's YAML, each with its line: syntax, repeated keys, a version that is missing or not `GC-v{n}`. */
export function diagnoseFrontmatter(lines: readonly string[], frontmatter: ContextNode): Diagnostic[] {
  const fault = frontmatterFault(lines.slice(1, frontmatter.end - 1).join("\n"));
  const found = fault === null ? [] : [fault];
  const seen = new Map<string, number>();
  for (const { key, line } of frontmatter.entries) {
    const first = seen.get(key ?? "");
    if (first !== undefined) {
      const message = `The key "${key ?? ""}" appears twice, first on line ${first + 1}; the last one counts.`;
      found.push(at(line, 1, (lines[line]?.length ?? 0) + 1, "duplicate_key", message, "warning"));
    } else seen.set(key ?? "", line);
  }
  const version = seen.get("version");
  if (version === undefined) {
    found.push(at(0, 1, 4, "no_version", "The frontmatter has no `version`; publishing sets it.", "info"));
  } else if (versionEntry(frontmatter, lines) === undefined) {
    const message = "The version is not of the form GC-v{number}.";
    found.push(at(version, 1, (lines[version]?.length ?? 0) + 1, "bad_version", message, "warning"));
  }
  return found;
}

/** `line` counts from 0, columns from 1. */
function at(line: number, from: number, to: number, code: string, message: string, severity: Severity): Diagnostic {
  return {
    code,
    message,
    severity,
    range: { start: { line: line + 1, column: from }, end: { line: line + 1, column: to } },
  };
}
