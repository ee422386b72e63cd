import type { Standing } from "@/lib/core/memory/access";
import { findSection } from "@/lib/core/memory/find-section";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { allow, authorOf, type Caller, assertMatch, type ChangeRequest, by } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** The team memory as it is now, with the reader's receipt recorded first. Where there is no file, it is an empty one. */
export async function openMemory(context: ServiceContext, caller: Caller, params: SessionParams) {
  const session = await context.sessions.get(caller, params);
  const state = await context.committer.readable(params.workspace, memoryPath(params.session), caller);
  if (state.hash !== "") await recordReceipt(context, caller, session, state);
  return { session, state };
}

export interface MemoryChange {
  draft: Draft;
  state: DocumentState;
  session: SessionRow;
}

/**
 * One change of a session's team memory, decided under the lock on the text as it is then; answers what `decide` does,
 * and the file's ETag afterwards. `If-Match` is checked before anything else. Refuses viewers, and a session without the
 * file unless told to `bringBack` one.
 */
export async function changeMemory<R extends object>(
  context: ServiceContext,
  caller: Caller,
  params: SessionParams,
  request: ChangeRequest,
  decide: (change: MemoryChange) => Promise<R>,
  options: { alone?: boolean; bringBack?: boolean } = {},
): Promise<R & { etag: string }> {
  allow(caller, "change the team memory", { workspace: params.workspace });
  const session = await context.sessions.get(caller, params);
  const path = memoryPath(params.session);
  return context.committer.act<R & { etag: string }>(
    {
      workspace: params.workspace,
      author: authorOf(caller),
      alone: options.alone ?? false,
      idempotency: request.idempotency,
      etagOf: path,
    },
    async (draft) => {
      const state = options.bringBack === true ? await draft.document(path) : await getMemory(draft, params.session);
      assertMatch(request, state);
      const answer = await decide({ draft, state, session });
      const { head } = await draft.document(path);
      if (head > state.head) await keepReceipt(draft, session, caller, { before: state.head, head });
      return { ...answer, etag: "" };
    },
  );
}

/** Who had read everything knows what it wrote itself. */
async function keepReceipt(
  draft: Draft,
  { key }: SessionRow,
  { role }: Caller,
  { before, head }: { before: number; head: number },
): Promise<void> {
  const known = (await draft.roles(key)).find(({ id }) => id === role);
  if (known?.readRevision === before)
    draft.effect({ type: "put-receipt", sessionKey: key, role: known.id, revision: head });
}

/** What decides whether a role writes to its section itself. */
export async function standingIn({ draft, state, session }: MemoryChange, role: string): Promise<Standing> {
  const type = (await draft.roles(session.key)).find(({ id }) => id === role)?.type ?? null;
  return { type, direct: memoryOf(state).meta.direct };
}

/**
 * Records that the caller's role has read this team memory, durably before the text is handed out. On a full disk the
 * text is handed out without. Who reads the same
 * revision again leaves no further trace, and neither does a role that the session does not have. Source: team memory §8
 * (reading before work).
 */
async function recordReceipt(context: ServiceContext, caller: Caller, session: SessionRow, state: DocumentState) {
  const { role } = caller;
  if (role === null || role === "Lead") return;
  const read = () => listRoles(context.database.queries, session.key);
  const known = (await context.lastKnown.get(`roles ${session.key}`, read)).find((each) => each.id === role);
  if (known === undefined && findSection(memoryOf(state), role) === undefined) return;
  const revision = state.head;
  if (known?.readRevision === revision) return;
  await noteDown(() =>
    context.committer.act(by(caller, session.workspaceId), (draft) =>
      draft.effect({ type: "put-receipt", sessionKey: session.key, role, revision }),
    ),
  );
}
