import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";

/**
 * The role ids whose sections differ between two texts, in the order of the later one and then of the earlier: changed,
 * added or gone. Blank lines at the end of a section, and where it stands, make no difference.
 */
export function changedRoles(before: MemoryDocument, after: MemoryDocument): string[] {
  const old = textByRole(before);
  const now = textByRole(after);
  const changed = [...now].filter(([role, text]) => old.get(role) !== text).map(([role]) => role);
  const gone = [...old.keys()].filter((role) => !now.has(role));
  return [...changed, ...gone];
}

/** What is meant where a section is named "": the title, the Meta block, and whatever else stands in no role's section. */
export const OUTSIDE_SECTIONS = "the text outside all sections";

/** The same with "" behind them where what stands in no role's section differs too. */
export function changedParts(before: MemoryDocument, after: MemoryDocument): string[] {
  const isOutside = textOutside(before) !== textOutside(after);
  return [...changedRoles(before, after), ...(isOutside ? [""] : [])];
}

function textOutside({ text, sections }: MemoryDocument): string {
  const ends = [0, ...sections.map(({ end }) => end)];
  const gaps = ends.map((end, at) => text.slice(end, sections[at]?.start ?? text.length).trim());
  return gaps.filter((gap) => gap !== "").join("\n");
}

/** What stands in each role's sections, without blank lines at their end. */
export function textByRole(document: MemoryDocument): Map<string, string> {
  const texts = new Map<string, string>();
  for (const section of document.sections) {
    const text = document.text.slice(section.start, section.end).trimEnd();
    texts.set(section.role, `${texts.get(section.role) ?? ""}${text}\n`);
  }
  return texts;
}

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
