import type {
  KnowledgeDuplicates,
  KnowledgeProblems,
  KnowledgeShare,
  SharedKnowledge,
  ShareKnowledge,
  ShareUndone,
} from "@/lib/contracts/knowledge-duplicates";
import { AppError } from "@/lib/core/errors";
import { noFile, planShare, proposeId, type SharePlan } from "@/lib/core/knowledge/plan-share";
import { type EventRow, listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import { type ChangedFile, takeBack } from "@/lib/services/workspace/take-back";
import { allow, aloneBy, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { carryOutPlan } from "@/lib/services/knowledge/knowledge-plan";
import { assertPreviewed, etagOfPlan, presentChanges } from "@/lib/services/workspace/previewed-plan";
import { readKnowledgeTexts } from "@/lib/services/knowledge/knowledge-texts";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { findDuplicates, findProblems, isKnowledgeFile } from "@/lib/core/knowledge/find-problems";

/** Looking for knowledge that is there more than once, and for what is wrong between files. Source: knowledge (pain point 1). */
export function knowledgeDuplicateService(context: ServiceContext) {
  async function textsOf(caller: Caller, workspace: string): Promise<Map<string, string>> {
    allow(caller, "look", { workspace });
    return readKnowledgeTexts(context.store(workspace));
  }

  return {
    /** Files that are there more than once, and the sharings that may be taken back. */
    async find(caller: Caller, { workspace }: WorkspaceParams): Promise<KnowledgeDuplicates> {
      const files = new Map([...(await textsOf(caller, workspace))].filter(([path]) => isKnowledgeFile(path)));
      return {
        files: files.size,
        groups: findDuplicates(files).map((group) => ({ ...group, proposedId: proposeId(group.files[0] ?? "") })),
        shares: await listShares(context.database.queries, workspace),
      };
    },

    async diff(caller: Caller, { workspace }: WorkspaceParams, { from, to }: { from: string; to: string }) {
      const texts = await textsOf(caller, workspace);
      const get = (path: string) => {
        const text = texts.get(path);
        if (text === undefined) throw noFile(path);
        return text;
      };
      return { from, to, ...unifiedDiff(get(from), get(to)) };
    },

    /** References to nothing, entries without use, and files in no index. */
    async problems(caller: Caller, { workspace }: WorkspaceParams): Promise<KnowledgeProblems> {
      return { items: findProblems(await textsOf(caller, workspace)), nextCursor: null };
    },
  };
}

/** So many sharings are offered to be taken back; older ones are in the history. */
const OFFERED = 20;
/** Sharings looked through for the one named. */
const REMEMBERED = 500;

/** Making several copies one shared file, in one act, and taking that back in one. Source: knowledge (Decision 1). */
export function knowledgeShareService(context: ServiceContext) {
  async function plan(workspace: string, body: ShareKnowledge): Promise<SharePlan> {
    const files = await readKnowledgeTexts(context.store(workspace));
    const as = {
      id: body.id ?? proposeId(body.files[0] ?? ""),
      description: body.description ?? null,
      tags: body.tags ?? [],
    };
    return planShare(files, body.files, as, context.countTokens);
  }

  return {
    /**
     * Makes one shared file of several. A dry run shows what every file becomes; carrying it out needs the ETag of that
     * preview, and does exactly that. The Lead's.
     */
    async share(caller: Caller, { workspace }: { workspace: string }, body: ShareKnowledge, request: ChangeRequest) {
      allow(caller, "share knowledge between teams", { workspace });
      const before = body.dryRun ? null : await context.committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as SharedKnowledge;
      const planned = await plan(workspace, body);
      const preview = present(planned, context.countTokens);
      if (body.dryRun) return preview;
      assertPreviewed(request, preview.etag, "Sharing");
      const act = context.newId();
      return context.committer.act<SharedKnowledge>(aloneBy(caller, workspace, request), async (draft) => {
        const documents = await carryOutPlan(draft, planned.changes, "share", { act, id: planned.id });
        const payload = { act, path: planned.path, copies: body.files.length, documents };
        draft.event("knowledge.shared", planned.id, null, payload);
        return { ...preview, act };
      });
    },

    /**
     * Takes a sharing back wholly: every team has its own again. What others changed in those files since stays, and is a
     * `conflict` where it stands in the way. The Lead's.
     */
    async undo(caller: Caller, { workspace }: { workspace: string }, { act }: { act: string }, request: ChangeRequest) {
      allow(caller, "take a sharing back", { workspace });
      return context.committer.act<ShareUndone>(aloneBy(caller, workspace, request), async (draft) => {
        const event = await getShare(draft.queries, workspace, act);
        const { documents } = JSON.parse(event.payload) as { documents: ChangedFile[] };
        const recorded = { operation: "take sharing back", detail: { act } };
        for (const each of documents) await takeBack(draft, each, recorded);
        draft.event("knowledge.unshared", event.target, null, { act, documents: documents.length });
        return { act, id: event.target, files: documents.map(({ path }) => path) };
      });
    },
  };
}

function present(plan: SharePlan, countTokens: (text: string) => number): SharedKnowledge {
  const gone = plan.changes.reduce((sum, { before, after }) => sum + tokensLost(before, after, countTokens), 0);
  const { id, path, changes } = plan;
  return {
    id,
    path,
    act: null,
    tokensSaved: Math.max(0, gone),
    changes: presentChanges(changes),
    etag: etagOfPlan(changes),
  };
}

function tokensLost(before: string | null, after: string | null, countTokens: (text: string) => number): number {
  return countTokens(before ?? "") - countTokens(after ?? "");
}

/** The latest sharings that have not been taken back, the newest first. */
export async function listShares(queries: Queries, workspaceId: string): Promise<KnowledgeShare[]> {
  const rows = await listEvents(queries, { workspaceId, actions: SHARINGS }, { limit: REMEMBERED, below: null });
  const undone = undoneActs(rows);
  return rows
    .filter(({ action }) => action === "knowledge.shared")
    .map((row) => {
      const { act, path, copies } = JSON.parse(row.payload) as { act: string; path: string; copies: number };
      return { act, id: row.target, path, copies, at: row.at.toISOString(), actor: row.actor };
    })
    .filter(({ act }) => !undone.has(act))
    .slice(0, OFFERED);
}

const SHARINGS = ["knowledge.shared", "knowledge.unshared"];

async function getShare(queries: Queries, workspaceId: string, act: string): Promise<EventRow> {
  const rows = await listEvents(queries, { workspaceId, actions: SHARINGS }, { limit: REMEMBERED, below: null });
  const found = rows.find((row) => row.action === "knowledge.shared" && actOf(row) === act);
  if (found === undefined) {
    throw new AppError("not_found", `No sharing ${act} is remembered.`, {
      hint: "{knowledge.duplicates} lists those that may be taken back.",
    });
  }
  if (!undoneActs(rows).has(act)) return found;
  throw new AppError("conflict", `The sharing of ${found.target} has been taken back already.`, {
    hint: "Nothing is left to be done.",
  });
}

function undoneActs(rows: readonly EventRow[]): Set<string> {
  return new Set(rows.filter(({ action }) => action === "knowledge.unshared").map(actOf));
}

function actOf({ payload }: EventRow): string {
  return (JSON.parse(payload) as { act: string }).act;
}
