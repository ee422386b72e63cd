import type {
  KnowledgeDuplicates,
  KnowledgeProblems,
  KnowledgeShare,
  SharedKnowledge,
  ShareKnowledge,
  ShareUndone,
} from "@/lib/contracts/knowledge-duplicates";
import { AppError, onRefusal } from "@/lib/core/errors";
import { noFile, type PlannedChange, planShare, proposeId, type SharePlan } from "@/lib/core/knowledge/plan-share";
import { type EventRow, listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import { type ChangedFile, takeBack } from "@/lib/services/commit/take-back";
import { allow, aloneBy, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { assertPreviewed, etagOfPlan, presentChanges } from "@/lib/services/workspace/previewed-plan";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { findDuplicates, findProblems, isKnowledgeFile } from "@/lib/core/knowledge/find-problems";
import type { Draft } from "@/lib/services/commit/act";
import type { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";
import { assertTeamName, memoryPathsOf, planLayout } from "@/lib/core/knowledge/layout";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";
import { findTwin } from "@/lib/core/text/fold-name";
import { findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** Laying knowledge out: for a new project from templates, for one that has files without order by listing them. */
export function knowledgeLayoutService(context: ServiceContext) {
  /** Every text below `.microai` that the layout looks at. */
  async function textsOf(workspace: string, asked: readonly string[]): Promise<Map<string, string>> {
    // Before any path is made of it.
    for (const team of asked) assertTeamName(team);
    const store = context.store(workspace);
    const texts = await readKnowledgeTexts(store);
    const known = [...(await findTeams(store)), ...[...texts.keys()].flatMap((path) => teamOf(path) ?? [])];
    asked.forEach((team, index) => assertNoTwin([...known, ...asked.slice(0, index)], team));
    for (const team of new Set([...asked, ...known])) {
      for (const path of memoryPathsOf(team)) {
        const file = await store.read(path);
        // What is there is left as it is, whether it is text or not.
        if (file !== null) texts.set(path, file.text ?? "");
      }
    }
    return texts;
  }

  return {
    /**
     * Writes what the layout lacks: a registry, an index and the files of memory for each team, with what is there listed.
     * A dry run shows every file; carrying it out needs the ETag of that preview. The Lead's.
     */
    async layOut(caller: Caller, { workspace }: { workspace: string }, body: LayOutKnowledge, request: ChangeRequest) {
      allow(caller, "lay out the knowledge", { workspace });
      const before = body.dryRun ? null : await context.committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as KnowledgeLaidOut;
      const changes = planLayout(await textsOf(workspace, body.teams), body.teams, context.countTokens);
      const teams = [...new Set(changes.flatMap(({ path }) => teamOf(path) ?? []))];
      const preview = { done: false, teams, changes: presentChanges(changes), etag: etagOfPlan(changes) };
      if (body.dryRun) return preview;
      assertPreviewed(request, preview.etag, "Laying out");
      return context.committer.act<KnowledgeLaidOut>(aloneBy(caller, workspace, request), async (draft) => {
        await carryOutPlan(draft, changes, "lay out", {});
        const payload = { files: changes.length, teams };
        if (changes.length > 0) draft.event("knowledge.laid_out", ".microai", null, payload);
        return { ...preview, done: true };
      });
    },
  };
}

/** Throws `conflict` where a team has another spelling of a name: on some disks they are one folder. */
function assertNoTwin(teams: readonly string[], name: string): void {
  const twin = findTwin(teams, name);
  if (twin === undefined) return;
  throw new AppError("conflict", `There is a team ${twin} already.`, {
    hint: `Name it as it is spelled there, or choose a name other than ${name}.`,
  });
}

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

/**
 * Edits every file of a plan within a draft, and answers which revision did it in each. Throws `stale` when one of them is
 * not what the plan was made on.
 */
export async function carryOutPlan(
  draft: Draft,
  changes: readonly PlannedChange[],
  operation: string,
  detail: Record<string, unknown>,
): Promise<{ path: string; revision: number }[]> {
  const documents = [];
  for (const { path, before, after } of changes) {
    const state = await draft.document(path);
    if (state.hash === "" ? before !== null : state.text !== before)
      throw new AppError("stale", `${path} was changed at this very moment.`, {
        hint: "Look at the preview again, and send the change with its ETag; nothing was changed.",
        current: { path },
      });
    const change = { operation, detail, text: after ?? "" };
    documents.push({ path, revision: draft.edit(path, after === null ? { ...change, remove: true } : change) });
  }
  return documents;
}

/** Where all knowledge lies. Source: knowledge (Architecture). */
const KNOWLEDGE = [".microai/knowledge", ".microai/agents", ".microai/teams"];
/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;
/** Files read at once: more would only wait for the disk. */
const AT_ONCE = 8;

/**
 * Every text of knowledge by path, in the order of the paths: what is shared, the teams' own, their indexes and personas,
 * and not what their sessions remember. What cannot be opened or is no text is left out.
 */
async function readKnowledgeTexts(store: Store): Promise<Map<string, string>> {
  const paths: string[] = [];
  for (const folder of KNOWLEDGE) await collect(store, folder, DEEPEST, paths);
  paths.sort();
  const texts = new Map<string, string>();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const files = await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => readText(store, path)));
    files.forEach((text, index) => {
      if (text !== null) texts.set(paths[at + index] as string, text);
    });
  }
  return texts;
}

async function collect(store: Store, folder: string, depth: number, paths: string[]): Promise<void> {
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    const isMemory = name === "memory" && teamOf(`${folder}/memory`) !== undefined;
    if (kind === "folder" && depth > 0 && !isMemory) await collect(store, path, depth - 1, paths);
    else if (kind === "file" && /\.(?:md|ya?ml)$/i.test(name)) paths.push(path); // owasp-top-10.md
  }
}

async function readText(store: Store, path: string): Promise<string | null> {
  return (await store.read(path).catch(onRefusal(() => null)))?.text ?? null;
}
