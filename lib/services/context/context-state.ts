import { AppError } from "@/lib/core/errors";
import { versionAt } from "@/lib/core/context/version";
import { versionOf } from "@/lib/core/context/version-number";
import { findLatestVersion, type VersionRow } from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { isBusy } from "@/lib/services/commit/commit-errors";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { contextPath } from "@/lib/core/memory/session-paths";

/** A session's global context: the file, and what was published last. */
export interface ContextState {
  state: DocumentState;
  /** The version published last; null when nothing ever was. */
  latest: VersionRow | null;
  /** Its text; empty without one. */
  publishedText: string;
  /** Whether the file was changed on disk since. */
  isDraft: boolean;
}

/** Number of the current version; 0 when there is none. */
export function currentNumber(latest: VersionRow | null): number {
  return latest?.number ?? 0;
}

/** Who a version is by that was in a file before anybody published here. */
const FOUND_BY = "disk";

/** True for a version that was found in a file: nobody published it here, and nobody was sent it for that. */
export function isFound(version: VersionRow): boolean {
  return version.actor === FOUND_BY;
}

/**
 * The context within a draft. The version found in a file that was never seen before is what the next one follows; it is recorded
 * then, by the disk, and sent to nobody: reading is not publishing. Source: formats "Context delta".
 */
export async function loadContext(draft: Draft, context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const state = await draft.document(contextPath(session.id));
  const latest = (await findLatestVersion(draft.queries, session.key)) ?? adopt(draft, context, session, state);
  if (latest === null) return { state, latest, publishedText: "", isDraft: state.hash !== "" };
  return published(draft.queries, state, latest);
}

async function published(queries: Queries, state: DocumentState, latest: VersionRow): Promise<ContextState> {
  const isDraft = state.hash !== latest.hash;
  const known = isDraft ? null : state.text;
  const publishedText = known ?? (await readTextAt(queries, latest.documentId, latest.revision));
  return { state, latest, publishedText, isDraft };
}

function adopt(draft: Draft, context: ServiceContext, session: SessionRow, state: DocumentState): VersionRow | null {
  const found = versionIn(context, session, state, draft.now);
  if (found === null) return null;
  const { documentId: _, ...version } = { ...found, at: draft.now.toISOString() };
  draft.effect({ type: "put-version", workspace: state.workspace, path: state.path, version });
  const name = versionOf(found.number);
  draft.event("context.found", name, session, { version: name, revision: state.head, fullTokens: found.tokens });
  return found;
}

/** The version that a file says it is, as one that nobody published here. */
function versionIn(context: ServiceContext, session: SessionRow, state: DocumentState, at: Date): VersionRow | null {
  const number = versionAt(null, state.text);
  if (state.text === null || number === null) return null;
  return {
    documentId: state.id,
    sessionKey: session.key,
    number,
    revision: state.head,
    hash: state.hash,
    tokens: context.countTokens(state.text),
    deltaTokens: null,
    operations: null,
    requiredActions: "NONE",
    affected: "[]",
    actor: FOUND_BY,
    at,
  };
}

/** The context outside of a change; a file seen for the first time is taken note of first. */
export async function readContextState(context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const { committer, database } = context;
  const path = contextPath(session.id);
  const state = await committer.readable(session.workspaceId, path);
  const latest = await findLatestVersion(database.queries, session.key);
  if (latest !== null) return published(database.queries, state, latest);
  if (versionAt(null, state.text) === null) {
    return { state, latest, publishedText: "", isDraft: state.hash !== "" };
  }
  const recorded = committer.act(
    { workspace: session.workspaceId, alone: true, author: { actor: FOUND_BY, actorKind: "disk", source: "disk" } },
    (draft) => loadContext(draft, context, session),
  );
  return recorded.catch((error: unknown) => {
    // On a full disk it is shown, and recorded by a later look.
    if (!isBusy(error)) throw error;
    const found = versionIn(context, session, state, context.clock());
    return { state, latest: found, publishedText: state.text ?? "", isDraft: false };
  });
}

export function noContext(
  session: string,
  hint = "The Lead publishes the first version, which {inbox.read} then brings.",
): AppError {
  return new AppError("not_found", `The session ${session} has no global-context.md yet.`, {
    hint,
  });
}
