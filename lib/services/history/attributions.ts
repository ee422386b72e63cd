import type { AttributeEdit, EditAttributed } from "@/lib/contracts/attributions";
import { foreignSections } from "@/lib/core/memory/access";
import { changedParts, textByRole } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { assertRoleId } from "@/lib/core/memory/role-id";
import { announce, DISK, writerIn } from "@/lib/core/history/outside-parts";
import type { Queries } from "@/lib/db/database";
import { type Attribution, findOutsideRevision, listUnattributed } from "@/lib/db/revisions";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { changeMemory, standingIn } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { sha256 } from "@/lib/store/read-file";

/** An announcement comes right after its edit: it is looked for in so many of the newest edits on disk. */
const LOOKED_AT = 5;

/** A revision with sections of which an announcement says exactly what happened to them. */
interface FoundPart {
  revision: number;
  detail: Record<string, unknown>;
  sections: string[];
}

/** The newest edit found on disk that took some of the sections from just the one text announced to just the other; null for none. */
async function findPart(
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
function sharesOf({ detail, sections }: FoundPart, role: string): { by: string[]; free: string[] } {
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

const NOT_FOUND: EditAttributed = { attributed: false, revision: null, sections: [] };

/** What a revision changed: sections, and "" for the text outside all of them. */
async function partsIn(queries: Queries, documentId: number, revision: number): Promise<string[]> {
  const textAt = async (sequence: number) =>
    parseMemory(sequence < 1 ? "" : await readTextAt(queries, documentId, sequence));
  return changedParts(await textAt(revision - 1), await textAt(revision));
}

/** The detail of a revision, with the conversation that announced it where that has an id. */
function withRun(detail: string, run: string | undefined): string {
  return run === undefined ? detail : JSON.stringify({ ...(JSON.parse(detail) as Record<string, unknown>), run });
}

/** Says who made an edit that came in from outside: the files show what was changed, and only the client knows by whom. */
export function attributionService(context: ServiceContext) {
  return {
    /**
     * Gives an edit made outside to the role that made it. The file is looked at first, so that the edit is in the history
     * by then. Of a revision that took in more than this one edit, the sections are the role's that it took from just what
     * they were to just what they are; the others stay the disk's. The same said twice is said once. A section that was not
     * the role's to change is told to the Lead. A role speaks for itself, the Lead for anybody.
     */
    async attribute(
      caller: Caller,
      params: SessionParams,
      body: AttributeEdit,
      request: ChangeRequest,
    ): Promise<EditAttributed> {
      const role = assertRoleId(body.role);
      allow(caller, "say what another role has done", { role });
      return changeMemory<EditAttributed>(
        context,
        caller,
        params,
        request,
        async ({ draft, state, session }) => {
          const { before, after, sections = [], toolUseId } = body;
          const call = toolUseId === undefined ? {} : { toolUseId };
          const standing = await standingIn({ draft, state, session }, role);
          const give = (revision: number, to: Attribution, given: readonly string[], payload = {}) => {
            draft.effect({ type: "attribute-revision", documentId: state.id, sequence: revision, to });
            const foreign = foreignSections(role, given, standing);
            const broken = foreign.length === 0 ? {} : { foreign };
            draft.event("memory.attributed", role, session, { revision, ...payload, ...broken, ...call });
          };
          const found = await findOutsideRevision(draft.queries, state.id, { hash: after, parentHash: before });
          if (found === null) {
            const part = await findPart(draft.queries, state.id, sections);
            if (part === null) return NOT_FOUND;
            const { revision, detail } = part;
            const { by: own, free } = sharesOf(part, role);
            if (free.length > 0)
              give(revision, { detail: JSON.stringify(announce(detail, free, role)) }, free, { sections: free });
            const all = [...own, ...free];
            return all.length === 0 ? NOT_FOUND : { attributed: true, revision, sections: all };
          }
          const { sequence: revision, actor, detail } = found;
          const all = await partsIn(draft.queries, state.id, revision);
          if (actor === DISK) give(revision, { role, detail: withRun(detail, caller.run ?? undefined) }, all);
          else if (actor !== role) return NOT_FOUND;
          return { attributed: true, revision, sections: all };
        },
        { alone: true },
      );
    },
  };
}
