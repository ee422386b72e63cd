import { readVersion, versionNumber, versionOf } from "@/lib/core/context/version";
import { findLatestVersion, type VersionRow } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { recipientsOf, sendCurrent } from "@/lib/services/context/deliver";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";

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
 * then, by the disk, and goes to every teammate, as a published version counts as sent. Source: formats "Context delta".
 */
export async function loadContext(draft: Draft, context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const state = await draft.document(contextPath(session.id));
  const latest = (await findLatestVersion(draft.queries, session.key)) ?? (await adopt(draft, context, session, state));
  if (latest === null) return { state, latest, publishedText: "", isDraft: state.hash !== "" };
  const isDraft = state.hash !== latest.hash;
  const publishedText =
    !isDraft && state.text !== null ? state.text : await readTextAt(draft.queries, latest.documentId, latest.revision);
  return { state, latest, publishedText, isDraft };
}

/** The number a file names as its version; 0 where it names none. */
function versionIn(text: string): number {
  return versionNumber(readVersion(text) ?? "") ?? 0;
}

async function adopt(
  draft: Draft,
  context: ServiceContext,
  session: SessionRow,
  state: DocumentState,
): Promise<VersionRow | null> {
  const number = state.text === null ? 0 : versionIn(state.text);
  if (state.text === null || number === 0) return null;
  const version = {
    sessionKey: session.key,
    number,
    revision: state.head,
    hash: state.hash,
    tokens: context.countTokens(state.text),
    deltaTokens: null,
    operations: null,
    requiredActions: "NONE",
    affected: "[]",
    actor: state.changed?.actor ?? "disk",
  };
  const at = draft.now.toISOString();
  draft.effect({ type: "put-version", workspace: state.workspace, path: state.path, version: { ...version, at } });
  const latest = { ...version, documentId: state.id, at: draft.now };
  const recipients = recipientsOf(await draft.document(memoryPath(session.id)), await draft.roles(session.key));
  for (const { id } of recipients) sendCurrent(draft, context, session, id, "FC-3", { latest, text: state.text });
  const told = { version: versionOf(number), revision: state.head, fullTokens: latest.tokens, sent: recipients.length };
  draft.event("context.published", versionOf(number), session, { ...told, found: true });
  return latest;
}

/** The context outside of a change; a file seen for the first time is taken note of first. */
export async function readContextState(context: ServiceContext, session: SessionRow): Promise<ContextState> {
  const { committer, database } = context;
  const path = contextPath(session.id);
  const state = await committer.current(session.workspaceId, path);
  const latest = await findLatestVersion(database.queries, session.key);
  if (latest !== null || state.text === null || versionIn(state.text) === 0) {
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
