import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";

/**
 * Whether two texts differ in nothing but the body of one active section of a role: every other byte, all headings of level 1 and 2
 * and the order of the sections are the same, and no gate was added. What this allows, `editText` allows too; it is the
 * quick way to know, and does not say why not.
 */
export function differsOnlyIn(before: MemoryDocument, after: MemoryDocument, role: string): boolean {
  if (before.sections.length !== after.sections.length || before.meta.finished !== null) return false;
  let [atBefore, atAfter, changed] = [0, 0, 0];
  for (const [index, was] of before.sections.entries()) {
    const is = after.sections[index];
    if (is?.role !== was.role || countGates(is) > countGates(was)) return false;
    // What lies between two sections belongs to a heading of level 1, or is Meta.
    if (before.text.slice(atBefore, was.start) !== after.text.slice(atAfter, is.start)) return false;
    if (bodyOf(before, was) !== bodyOf(after, is)) {
      if (was.state !== "active") return false;
      changed++;
    }
    const kept = was.role === role ? [was.start + was.bodyStart, is.start + is.bodyStart] : [was.end, is.end];
    if (before.text.slice(was.start, kept[0]) !== after.text.slice(is.start, kept[1])) return false;
    [atBefore, atAfter] = [was.end, is.end];
  }
  return changed <= 1 && before.text.slice(atBefore) === after.text.slice(atAfter);
}

function bodyOf({ text }: MemoryDocument, { start, bodyStart, end }: MemorySection): string {
  return text.slice(start + bodyStart, end);
}

function countGates(section: MemorySection): number {
  return section.items.reduce((sum, item) => sum + (item.tag === "Gate" ? 1 : 0), 0);
}
