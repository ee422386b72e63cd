import type { MemoryDocument } from "@/lib/core/memory/model";

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
