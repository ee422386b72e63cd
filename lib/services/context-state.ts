import { readVersion, versionNumber } from "@/lib/core/context/version";
import { findLatestVersion, type VersionRow } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/act";
import type { ServiceContext } from "@/lib/services/context";
import type { DocumentState } from "@/lib/services/document-states";
import { readTextAt } from "@/lib/services/revision-texts";
import { contextPath } from "@/lib/services/session-paths";

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

/**
 * The context within a draft. The version found in a file that was never seen before counts as published; it is recorded
 * then, by the disk.
 */
export async function loadContext(draft: Draft, context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const state = await draft.document(contextPath(session.id));
  const latest = (await findLatestVersion(draft.queries, session.key)) ?? adopt(draft, context, session, state);
  if (latest === null) return { state, latest, publishedText: "", isDraft: state.hash !== "" };
  const isDraft = state.hash !== latest.hash;
  const publishedText =
    !isDraft && state.text !== null ? state.text : await readTextAt(draft.queries, latest.documentId, latest.revision);
  return { state, latest, publishedText, isDraft };
}

function adopt(
  draft: Draft,
  { countTokens }: ServiceContext,
  session: SessionRow,
  state: DocumentState,
): VersionRow | null {
  const number = state.text === null ? null : versionNumber(readVersion(state.text) ?? "");
  if (state.text === null || number === null || number === 0) return null;
  const version = {
    sessionKey: session.key,
    number,
    revision: state.head,
    hash: state.hash,
    tokens: countTokens(state.text),
    deltaTokens: null,
    operations: null,
    requiredActions: "NONE",
    affected: "[]",
    actor: state.changed?.actor ?? "disk",
  };
  const at = draft.now.toISOString();
  draft.effect({ type: "put-version", workspace: state.workspace, path: state.path, version: { ...version, at } });
  return { ...version, documentId: state.id, at: draft.now };
}

/** The context outside of a change; a file seen for the first time is taken note of first. */
export async function readContextState(context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const { committer, database } = context;
  const path = contextPath(session.id);
  const state = await committer.current(session.workspaceId, path);
  const latest = await findLatestVersion(database.queries, session.key);
  if (latest !== null || state.text === null || versionNumber(readVersion(state.text) ?? "") === null) {
    const isDraft = state.hash !== (latest?.hash ?? "");
    const publishedText = latest === null ? "" : await readTextAt(database.queries, latest.documentId, latest.revision);
    return { state, latest, publishedText, isDraft };
  }
  return committer.submit({
    workspace: session.workspaceId,
    alone: true,
    author: { actor: "disk", actorKind: "disk", source: "disk" },
    decide: (draft) => loadContext(draft, context, session),
  });
}
