import type { AttributeEdit } from "@/lib/contracts/attributions";
import { DISK, writerIn } from "@/lib/core/history/outside-parts";
import { textByRole } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Queries } from "@/lib/db/database";
import { listUnattributed } from "@/lib/db/revisions";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";

/** An announcement comes right after its edit: it is looked for in so many of the newest edits on disk. */
const LOOKED_AT = 5;

/** A revision with sections of which an announcement says exactly what happened to them. */
export interface FoundPart {
  revision: number;
  detail: Record<string, unknown>;
  sections: string[];
}

/** The newest edit found on disk that took some of the sections from just the one text announced to just the other; null for none. */
export async function findPart(
  queries: Queries,
  documentId: number,
  announced: NonNullable<AttributeEdit["sections"]>,
): Promise<FoundPart | null> {
  if (announced.length === 0) return null;
  for (const row of await listUnattributed(queries, documentId, LOOKED_AT)) {
    const changed = new Set(JSON.parse(row.roles) as string[]);
    const wanted = announced.filter(({ section }) => changed.has(section));
    if (wanted.length === 0) continue;
    const before = await hashesAt(queries, documentId, row.sequence - 1);
    const after = await hashesAt(queries, documentId, row.sequence);
    const sections = wanted
      .filter((each) => before(each.section) === each.before && after(each.section) === each.after)
      .map(({ section }) => section);
    if (sections.length > 0)
      return { revision: row.sequence, detail: JSON.parse(row.detail) as Record<string, unknown>, sections };
  }
  return null;
}

/** Which of the sections found are the role's already, and which are nobody's; another's stay what they are. */
export function sharesOf({ detail, sections }: FoundPart, role: string): { by: string[]; free: string[] } {
  const writer = (section: string) => writerIn({ actor: DISK, detail }, section);
  return {
    by: sections.filter((section) => writer(section) === role),
    free: sections.filter((section) => writer(section) === DISK),
  };
}

/** sha256 of each role's sections after a revision; empty for a role that had none. */
async function hashesAt(queries: Queries, documentId: number, revision: number): Promise<(role: string) => string> {
  const texts = textByRole(parseMemory(revision < 1 ? "" : await readTextAt(queries, documentId, revision)));
  return (role) => {
    const text = texts.get(role);
    return text === undefined ? "" : sha256(text);
  };
}
