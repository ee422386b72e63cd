import { parseSectionHeading } from "@/lib/core/memory/role-id";
import { continuesLineAbove, cutLines, joinLines } from "@/lib/core/text/lines";

/** A line of a memory, and the heading of the section it stands in; null for one in no section. */
interface Placed {
  line: string;
  heading: string | null;
}

/**
 * A memory into which lines of another text were put back, with each of its items in a section: one that came to stand in none goes into the
 * section that it had in `present` or `missing`, which is made where it is gone. What `present` has in no section stays there.
 */
export function intoSections(merged: string, missing: string, present: string): string {
  const { lines, open } = cutLines(merged);
  const allowed = new Set(placesOf(present).flatMap(({ line, heading }) => (heading === null ? [line] : [])));
  const homes = new Map<string, string>();
  for (const { line, heading } of [...placesOf(missing), ...placesOf(present)])
    if (heading !== null) homes.set(line, heading);
  const strays = new Map<string, string[]>();
  let home: string | null = null;
  const rest = placesOf(merged).filter(({ line, heading }) => {
    if (heading !== null || !continuesLineAbove(line))
      home = heading === null && /^[-*+]\s/.test(line) && !allowed.has(line) ? (homes.get(line) ?? null) : null; // "- [Finding] text"
    if (home === null) return true;
    const items = strays.get(home) ?? [];
    items.push(line);
    strays.set(home, items);
    return false;
  });
  if (strays.size === 0) return merged;
  let result = rest;
  for (const [heading, items] of strays) result = putInto(result, heading, items);
  return joinLines({ lines: result.map(({ line }) => line), open: open && result.at(-1)?.line === lines.at(-1) });
}

/** Lines below the last one of a section, or in a new one at the end. */
function putInto(places: readonly Placed[], heading: string, items: readonly string[]): Placed[] {
  const role = roleOf(heading);
  const last = places.findLastIndex(
    (each) => each.heading !== null && each.line.trim() !== "" && roleOf(each.heading) === role,
  );
  const at = last === -1 ? places.length : last + 1;
  const added = [...(last === -1 ? ["\n", heading] : []), ...items].map((line) => ({ line, heading }));
  return [...places.slice(0, at), ...added, ...places.slice(at)];
}

function placesOf(text: string): Placed[] {
  let heading: string | null = null;
  return cutLines(text).lines.map((line) => {
    if (/^#{1,2}\s/.test(line)) heading = line.startsWith("##") ? line : null; // "## tester-1"
    return { line, heading };
  });
}

function roleOf(heading: string): string {
  return parseSectionHeading(heading.replace(/^##\s+/, "").trim()).role;
}
