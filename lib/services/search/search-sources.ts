import { addAll } from "@/lib/core/lists";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import {
  entriesOfBullets,
  dated,
  entriesOfMemory,
  entriesOfMemoryTexts,
  entriesOfText,
  inNfc,
  LONGEST_SEARCHED,
  entriesOfIndex,
  entriesOfRegistry,
} from "@/lib/core/search/entries-of";
import {
  indexPath,
  knowledgeFolder,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
  teamName,
  teamOf,
} from "@/lib/core/knowledge/knowledge-model";
import type { SearchEntry, UndatedEntry } from "@/lib/core/search/search-entry";
import { identifyItems } from "@/lib/core/memory/identity";
import { listVersionsOf, type VersionRow } from "@/lib/db/context";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import type { PastContexts } from "@/lib/services/search/search-past-contexts";
import { contextPath, memoryPath, sessionOfPath, SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { listReadable } from "@/lib/store/list-readable";
import type { Store, StoredFile } from "@/lib/store/store";

const segment = encodeURIComponent;

/** Folders of memory beside the sessions'. */
const AGENTS_FOLDER = ".kaizen/agents";
const KNOWLEDGE_FOLDER = ".microai";
/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;

/** The path of every document that is searched, in the order a reader would miss them. */
export async function listSearched(context: ServiceContext, workspace: string): Promise<string[]> {
  const store = context.store(workspace);
  const sessions = await context.sessions.list(workspace);
  return [
    ...sessions.flatMap((session) => [memoryPath(session), contextPath(session)]),
    ...(await filesBelow(store, AGENTS_FOLDER, DEEPEST)).filter(isSearched),
    ...(await filesBelow(store, KNOWLEDGE_FOLDER, DEEPEST)).filter(isSearched),
  ];
}

/** Whether a path is that of a document whose content is searched. */
export function isSearched(path: string): boolean {
  const session = sessionOfPath(path);
  if (session !== null) return path === memoryPath(session) || path === contextPath(session);
  if (path.startsWith(`${AGENTS_FOLDER}/`)) return path.endsWith("/memory.md");
  return path.startsWith(`${KNOWLEDGE_FOLDER}/`) && /\.(md|ya?ml|json)$/.test(path); // owasp-top-10.md
}

/** The documents that belong to a folder that may have come or gone: those of a session, or of nothing known. */
export function documentsOfFolder(path: string): string[] {
  const session = sessionOfPath(path);
  return session !== null && path === `${SESSIONS_FOLDER}/${session}`
    ? [memoryPath(session), contextPath(session)]
    : [];
}

/**
 * Sees to it that these documents are in the history as they are now, those that are new in one change. What cannot be read or recorded
 * says so when it is read.
 */
export async function recordFound(context: ServiceContext, workspace: string, paths: readonly string[]): Promise<void> {
  const record = async (path: string) => {
    const session = sessionOfPath(path);
    if (session === null || path !== memoryPath(session)) return;
    // A folder that is gone must get no history for looking.
    if (await context.sessions.has(workspace, session)) await context.committer.current(workspace, path);
  };
  await Promise.allSettled(paths.map(record));
}

/** The versions of the contexts among these documents, by session. */
export async function readVersions(
  context: ServiceContext,
  workspace: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, VersionRow[]>> {
  const sessions = paths.flatMap((path) => {
    const session = sessionOfPath(path);
    return session !== null && path === contextPath(session) ? [session] : [];
  });
  return sessions.length === 0 ? new Map() : listVersionsOf(context.database.queries, workspace, sessions);
}

/** A document as it is now, and what reads everything that can be found in it; nothing where there is no file. */
interface Searched {
  hash: string;
  read: () => SearchEntry[] | Promise<SearchEntry[]>;
}

/** Opens a document to be searched. Throws what opening throws. */
export async function openSearched(
  context: ServiceContext,
  past: PastContexts,
  workspace: string,
  path: string,
  versions: ReadonlyMap<string, VersionRow[]>,
): Promise<Searched> {
  const session = sessionOfPath(path);
  // A folder that is gone has no documents, and must get no history for looking.
  if (session !== null && !(await context.sessions.has(workspace, session))) return { hash: "", read: () => [] };
  if (session !== null && path === memoryPath(session)) {
    const state = await context.committer.current(workspace, path);
    return { hash: state.hash, read: () => (state.hash === "" ? [] : memoryEntries(context, session, state)) };
  }
  const file = await context.store(workspace).read(path);
  const [text, hash] = [textOf(file), file?.hash ?? ""];
  if (session === null) return { hash, read: () => dated(entriesOfFile(path, text), timeOf(file)) };
  const place = `/sessions/${segment(session)}/context`;
  const facts = { path, kind: "context", name: session, session, state: "active", place } as const;
  const read = async () => {
    const current = text === null ? [] : entriesOfText(blankFrontMatter(text), facts);
    return [...dated(current, timeOf(file)), ...(await past.of(workspace, session, path, versions.get(session) ?? []))];
  };
  return { hash, read };
}

async function memoryEntries(context: ServiceContext, session: string, state: DocumentState): Promise<SearchEntry[]> {
  const { path } = state;
  const document = memoryOf(state);
  const origins = await context.origins.of(context.database.queries, state);
  const changed = state.changed?.at ?? null;
  // An item that came with the file is as old as the file is known.
  const items = entriesOfMemory(path, session, identifyItems(document, state.identity)).map((entry) => ({
    ...entry,
    at: origins.get(entry.key)?.touchedAt ?? changed,
  }));
  return [...items, ...dated(entriesOfMemoryTexts(path, session, document), changed)];
}

function entriesOfFile(path: string, text: string | null): UndatedEntry[] {
  if (text === null) return [];
  const agent = /^\.kaizen\/agents\/(?<agent>[^/]+(?:\/[^/]+)?)\/memory\.md$/.exec(path)?.groups?.agent; // .kaizen/agents/tester/memory.md
  if (agent !== undefined) {
    const page = `/agents/${segment(agent)}`;
    const facts = { path, kind: "agent", name: agent, role: agent, place: page } as const;
    const entries = entriesOfBullets(blankFrontMatter(text), facts);
    return entries.map((entry) => ({ ...entry, place: `${page}?view=file&line=${entry.line}` }));
  }
  const team = teamOf(path);
  const isKnowledge = team === undefined || path.startsWith(`${knowledgeFolder(team)}/`);
  const facts = {
    path,
    kind: isKnowledge ? ("knowledge" as const) : ("team" as const),
    name: team === undefined ? fileName(path) : `${teamName(team)} › ${fileName(path)}`,
    role: team ?? null,
    place: team === undefined ? "/knowledge" : `/knowledge/teams/${segment(team)}`,
  };
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return entriesOfRegistry(text, path, facts.place);
  if (team !== undefined && path === indexPath(team)) return entriesOfIndex(text, team, facts.place);
  if (path.endsWith(".md")) return entriesOfText(blankFrontMatter(text), facts);
  const whole = inNfc(text.slice(0, LONGEST_SEARCHED));
  const { kind, role, place } = facts;
  return [
    {
      key: "",
      kind,
      title: facts.name,
      text: whole,
      path,
      line: 1,
      session: null,
      role,
      tag: null,
      state: null,
      place,
    },
  ];
}

function textOf(file: StoredFile | null): string | null {
  return file === null ? null : (file.text ?? file.bytes.toString("utf8"));
}

function timeOf(file: StoredFile | null): string | null {
  return file === null ? null : new Date(file.modifiedMs).toISOString();
}

async function filesBelow(store: Store, folder: string, depth: number): Promise<string[]> {
  const files: string[] = [];
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    if (kind === "file") files.push(path);
    else if (kind === "folder" && depth > 0) addAll(files, await filesBelow(store, path, depth - 1));
  }
  return files;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, ""); // owasp-top-10.md
}
