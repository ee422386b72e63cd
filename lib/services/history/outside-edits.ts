import { agentMemoryPath, AGENTS_FOLDER } from "@/lib/core/agent-memory/model";
import { AppError, onRefusal } from "@/lib/core/errors";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH, teamFolder } from "@/lib/core/knowledge/knowledge-model";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import { listDocuments } from "@/lib/db/history";
import { listAgentFolders } from "@/lib/services/agents/agent-directory";
import { kindOf } from "@/lib/core/places/our-files";
import { whenQuiet } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { LEFTOVER_MS } from "@/lib/store/file-store";
import { findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";
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
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { sha256 } from "@/lib/store/read-file";

/** A project is served after this long, however much of what changed meanwhile is still to be recorded. Milliseconds. */
export const LONGEST_RECORDING_MS = 2_000;

/** A program that saves in several steps announces each; they are looked at once. Milliseconds. */
const PAUSE_MS = 40;

/** So many documents are looked at together, and what is new of them is recorded in one change. */
const TOGETHER = 32;

/**
 * Looks at a document soon after its file changed, so that an edit made outside is in the history, and on every screen,
 * without anybody asking. Only a nudge: each use of a document compares it with its file anyway.
 */
export function watchOutsideEdits(
  context: ServiceContext,
  report: (error: unknown) => void,
): { ready: Promise<unknown>; close(): Promise<void> } {
  const timers = new Map<string, NodeJS.Timeout>();
  const looking = new Set<Promise<void>>();
  const look = (workspace: string, path: string) => {
    timers.delete(`${workspace}:${path}`);
    const looked = context.committer.current(workspace, path).then(() => undefined, report);
    looking.add(looked);
    void looked.finally(() => looking.delete(looked));
  };
  const watchers = context.inFolders.map((workspace) =>
    context.store(workspace).watch((path) => {
      context.committer.documents.news.tell(workspace, path);
      if (kindOf(path) === "other" || timers.has(`${workspace}:${path}`)) return;
      timers.set(
        `${workspace}:${path}`,
        setTimeout(() => look(workspace, path), PAUSE_MS),
      );
    }, report),
  );
  return {
    ready: Promise.all(watchers.map((watcher) => watcher.ready)),
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(looking);
    },
  };
}

/** Looks at every memory of teams and agents, and at all that lists knowledge, once: what was edited while nobody watched is recorded. What is left when `until` aborts waits for the next start. */
export async function lookAtAll(context: ServiceContext, until: AbortSignal): Promise<void> {
  for (const workspace of context.inFolders) {
    if (until.aborted) return;
    if ((await context.store(workspace).look()) === "there") await lookAtWorkspace(context, workspace, until);
  }
}

/** The registry and the indexes of knowledge that are there. */
async function listIndexes(store: Store): Promise<string[]> {
  const paths = [REGISTRY_PATH, OLDER_REGISTRY_PATH, ...(await findTeams(store)).map(indexPath)];
  const marks = await store.marks(paths);
  return paths.filter((_, at) => marks[at] !== null);
}

/** The same for one workspace. A file that cannot be opened, such as a link out of the workspace, stops no other. */
export async function lookAtWorkspace(context: ServiceContext, workspace: string, until?: AbortSignal): Promise<void> {
  const sessions = await context.sessions.looked(workspace).catch(onRefusal(() => []));
  const store = context.store(workspace);
  const { queries } = context.database;
  const known = await listDocuments(queries, workspace, `${AGENTS_FOLDER}/`);
  const agents = await listAgentFolders(store);
  const memories = new Set([...known.map((row) => row.path), ...agents.map(agentMemoryPath)]);
  const knowledge = await listIndexes(store);
  const teams = await listTeamMemories(context, workspace);
  const paths = [...sessions.map(memoryPath), ...sessions.map(contextPath), ...memories, ...knowledge, ...teams];
  // Most are as they were recorded: they need no turn of the one who writes.
  const began = performance.now();
  const isNew = async (path: string) =>
    (await context.committer.documents.findUnchanged(queries, workspace, path, () => true)) === null;
  for (let at = 0; at < paths.length && until?.aborted !== true; at += TOGETHER) {
    // Once a project is served, requests come first.
    if (until !== undefined && performance.now() - began > LONGEST_RECORDING_MS) await whenQuiet();
    const some = paths.slice(at, at + TOGETHER);
    const changed = await skipRefused(some.map(isNew));
    const unknown = some.filter((_, index) => changed[index]);
    await skipRefused(unknown.map((path) => context.committer.current(workspace, path)));
  }
}

/** What each of these answers; undefined for a file that cannot be opened. Throws what else one of them throws, once all have ended. */
async function skipRefused<T>(looks: Promise<T>[]): Promise<(T | undefined)[]> {
  const ended = await Promise.allSettled(looks);
  return ended.map((each) => {
    if (each.status === "fulfilled") return each.value;
    if (each.reason instanceof AppError) return undefined;
    throw each.reason;
  });
}

/** Deletes what killed processes left half written, once what they left just now is old enough: a start has other things to do. */
export function sweepLeftovers(context: ServiceContext, report: (error: unknown) => void, until: AbortSignal): void {
  const sweep = () => context.workspaces.forEach((name) => void context.store(name).sweep().catch(report));
  const timer = setTimeout(sweep, LEFTOVER_MS + 1_000).unref();
  until.addEventListener("abort", () => clearTimeout(timer));
}

/** Every file of a team's memory that there is, or was when somebody last looked: active context, lists, checkpoints. */
async function listTeamMemories(context: ServiceContext, workspace: string): Promise<string[]> {
  const known = await listDocuments(context.database.queries, workspace, ".microai/");
  const paths = new Set(known.map(({ path }) => path));
  const store = context.store(workspace);
  for (const team of await findTeams(store)) {
    const memory = `${teamFolder(team)}/memory`;
    for (const folder of [memory, `${memory}/checkpoints`]) {
      for (const { name } of await listReadable(store, folder)) paths.add(`${folder}/${name}`);
    }
  }
  return [...paths].filter((path) => kindOf(path) === "team-memory");
}

/** An announcement comes right after its edit: it is looked for in so many of the newest edits on disk. */
const LOOKED_AT = 5;

/** A revision with sections of which an announcement says exactly what happened to them. */
interface FoundPart {
  revision: number;
  detail: Record<string, unknown>;
  sections: string[];
}

/** The newest edit found on disk that took some of the sections from just the one text announced to just the other; null for none. */
async function findPart(queries: Queries, documentId: number, announced: NonNullable<AttributeEdit["sections"]>) {
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
    async attribute(caller: Caller, params: SessionParams, body: AttributeEdit, request: ChangeRequest) {
      const role = assertRoleId(body.role);
      allow(caller, "say what another role has done", { role });
      await context.committer.readable(params.workspace, memoryPath(params.session), caller);
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
