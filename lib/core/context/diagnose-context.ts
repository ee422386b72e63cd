import type { ContextNode } from "@/lib/core/context/context-model";
import { versionEntry } from "@/lib/core/context/version-entry";
import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

/** A second heading of the same name below one parent: a reference to it matches both. */
export function repeatedHeading(node: ContextNode): Diagnostic {
  const message = `A second heading is called "${node.name}"; a reference to it is unresolved unless it says which.`;
  return at(node.start, 1, 1, "duplicate_heading", message, "warning");
}

/** Faults of the frontmatter, each with its line: none, never closed, its YAML, a version that is missing or not `GC-v{n}`. */
export function diagnoseFrontmatter(text: string, lines: readonly string[], front: ContextNode | null): Diagnostic[] {
  const { diagnostics } = readFrontMatterYaml(text);
  const version = front?.entries.findLast(({ key }) => key === "version")?.line;
  if (front === null) {
    if (diagnostics.length > 0) return diagnostics;
    return [at(0, 1, 1, "no_frontmatter", "There is no frontmatter; publishing adds one with the version.", "info")];
  }
  if (version === undefined) {
    const message = "The frontmatter has no `version`; publishing sets it.";
    return [...diagnostics, at(0, 1, 4, "no_version", message, "info")];
  }
  if (versionEntry(front, lines) !== undefined) return diagnostics;
  const message = "The version is not of the form GC-v{number}.";
  return [...diagnostics, at(version, 1, (lines[version]?.length ?? 0) + 1, "bad_version", message, "warning")];
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
