/** What every path of the tool begins with. Source: memory_20250818. */
export const MEMORY_ROOT = "/memories";

/** A name that leads elsewhere on some system, or is none. Example: `..`, `a\b`, `%2e%2e`, `CON:`. */
const UNSAFE = /^\.{1,2}$|[\\:\p{Cc}]|%(?:2e|2f|5c|00)/iu;

/**
 * The path below the root that a path of the tool names, as segments with `/` between; empty for the root itself. A
 * sentence, as the tool answers errors, for one that lies outside or could lead there.
 */
export function parseMemoryPath(path: string): { path: string } | { fault: string } {
  if (path !== MEMORY_ROOT && !path.startsWith(`${MEMORY_ROOT}/`)) {
    return { fault: `Error: Path must start with ${MEMORY_ROOT}, got: ${path}` };
  }
  const segments = path.slice(MEMORY_ROOT.length).replace(/\/$/, "").split("/").slice(1);
  const outside = segments.some((segment) => segment === "" || UNSAFE.test(segment) || !segment.isWellFormed());
  return outside
    ? { fault: `Error: Path ${path} would escape ${MEMORY_ROOT} directory` }
    : { path: segments.join("/") };
}
