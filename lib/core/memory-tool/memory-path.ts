import { findToolNameIn } from "@/lib/core/access/tool-names";

/** What every path of the tool begins with. Source: memory_20250818. */
export const MEMORY_ROOT = "/memories";

/** The memory that has a form, in the agent's folder. */
export const MEMORY_FILE = "memory.md";

/** A name that leads elsewhere on some system, or is none. Example: `..`, `a\b`, `%2e%2e`, `CON:`. */
const UNSAFE = /^\.{1,2}$|[\\:\p{Cc}]|%(?:2e|2f|5c|00)/iu;

/**
 * The path below the root that a path of the tool names, as segments with `/` between; empty for the root itself. A
 * sentence, as the tool answers errors, for one that lies outside or could lead there, or that some tool would obey.
 */
export function parseMemoryPath(path: string): { path: string } | { fault: string } {
  if (path !== MEMORY_ROOT && !path.startsWith(`${MEMORY_ROOT}/`)) {
    return { fault: `Error: Path must start with ${MEMORY_ROOT}, got: ${path}` };
  }
  const segments = path.slice(MEMORY_ROOT.length).replace(/\/$/, "").split("/").slice(1);
  const outside = segments.some((segment) => segment === "" || UNSAFE.test(segment) || !segment.isWellFormed());
  if (outside) return { fault: `Error: Path ${path} would escape ${MEMORY_ROOT} directory` };
  const refused = segments.length === 0 ? null : findToolNameIn(segments.join("/"));
  return refused === null
    ? { path: segments.join("/") }
    : { fault: `Error: Path ${path} is not allowed: ${refused.name} ${refused.why}. Choose another name.` };
}
