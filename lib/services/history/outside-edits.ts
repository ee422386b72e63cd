import { agentMemoryPath, AGENTS_FOLDER } from "@/lib/core/agent-memory/model";
import { AppError } from "@/lib/core/errors";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH, teamFolder } from "@/lib/core/knowledge/knowledge-model";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listDocuments } from "@/lib/db/history";
import { listAgentFolders } from "@/lib/services/agents/agent-directory";
import { kindOf } from "@/lib/core/places/our-files";
import { whenQuiet } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { LEFTOVER_MS } from "@/lib/store/file-store";
import { findTeams, listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

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

/** The sessions of a workspace that are looked into; none where their folder leads out of it. */
async function listSessions(context: ServiceContext, workspace: string): Promise<string[]> {
  try {
    return await context.sessions.looked(workspace);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
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
  const sessions = await listSessions(context, workspace);
  const store = context.store(workspace);
  const rows = await listDocuments(context.database.queries, workspace, ".");
  const recorded = new Map(rows.map(({ path, headHash }) => [path, headHash]));
  const known = rows.filter(({ path }) => path.startsWith(`${AGENTS_FOLDER}/`));
  const agents = await listAgentFolders(store);
  const memories = new Set([...known.map((row) => row.path), ...agents.map(agentMemoryPath)]);
  const knowledge = await listIndexes(store);
  const teams = await listTeamMemories(context, workspace);
  const paths = [...sessions.map(memoryPath), ...memories, ...knowledge, ...teams];
  // Most are as they were recorded: they need no turn of the one who writes.
  const isNew = async (path: string) => ((await store.read(path))?.hash ?? "") !== recorded.get(path);
  for (let at = 0; at < paths.length && until?.aborted !== true; at += TOGETHER) {
    // At a start requests come first.
    if (until !== undefined && at > 0) await whenQuiet();
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

/** Deletes what killed processes left half written, now and once more when what they left just now is old enough. */
export function sweepLeftovers(context: ServiceContext, report: (error: unknown) => void): { close(): Promise<void> } {
  const sweep = () => {
    for (const workspace of context.workspaces) context.store(workspace).sweep().catch(report);
  };
  sweep();
  const timer = setTimeout(sweep, LEFTOVER_MS + 1_000);
  timer.unref();
  return {
    close: () => {
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
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
