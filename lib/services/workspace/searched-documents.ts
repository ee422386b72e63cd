import { memoryPath, sessionOfPath } from "@/lib/core/memory/session-paths";
import { entriesOfVersion, shortKey } from "@/lib/core/search/page";
import type { UndatedEntry } from "@/lib/core/search/search-entry";
import { findVersion, type VersionRow } from "@/lib/db/context";
import { contentOf, type DocumentState, unrecorded } from "@/lib/services/commit/document-states";
import { findEntries } from "@/lib/services/commit/line-index";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A document that is searched as its file is now, with when that was written last, ISO 8601. */
export interface Searched {
  state: DocumentState;
  at: string | null;
}

/** Opens a document that is searched; null where there is none. Throws what opening throws. */
export async function openSearched(context: ServiceContext, workspace: string, path: string): Promise<Searched | null> {
  const session = sessionOfPath(path);
  // A folder that is gone has no documents, and must get no history for looking.
  if (session !== null && !(await context.sessions.has(workspace, session))) return null;
  if (session !== null && path === memoryPath(session)) {
    const state = await context.committer.current(workspace, path);
    return state.hash === "" ? null : { state, at: state.changed?.at ?? null };
  }
  const file = await context.store(workspace).read(path);
  if (file === null) return null;
  const state = { ...unrecorded(workspace, path), ...contentOf(file), hash: file.hash };
  return { state, at: new Date(file.modifiedMs).toISOString() };
}

/** What stands in a document, or in its earlier versions, under keys of the index. */
export async function readEntries(
  context: ServiceContext,
  workspace: string,
  path: string,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, UndatedEntry>> {
  if (!path.endsWith("@")) {
    const document = await openSearched(context, workspace, path);
    return document === null ? new Map() : findEntries(document.state, keys);
  }
  const session = sessionOfPath(path) ?? "";
  const found = new Map<string, UndatedEntry>();
  const row = await context.sessions.find(workspace, session);
  for (const number of new Set([...keys].map((key) => Number.parseInt(key)))) {
    const version = await findVersion(context.database.queries, row.key, number);
    if (version === null) continue;
    for (const entry of await sectionsOf(context, session, version)) found.set(keyIn(number, entry), entry);
  }
  return found;
}

/** The sections of an earlier version of a context. */
export async function sectionsOf({ database }: ServiceContext, session: string, version: VersionRow) {
  const text = await readTextAt(database.queries, version.documentId, version.revision);
  return entriesOfVersion(session, version.number, text);
}

/** The key of a section of an earlier version. */
export function keyIn(version: number, { key }: UndatedEntry): string {
  return `${version}.${shortKey(key)}`;
}
