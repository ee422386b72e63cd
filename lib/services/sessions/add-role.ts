import { typeOf } from "@/lib/core/memory/access";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { editMemory } from "@/lib/services/workspace/edit-memory";
import { assertNobodys } from "@/lib/services/memory/assert-nobodys";
import { welcome } from "@/lib/services/memory/welcome";
import { roleIn } from "@/lib/services/sessions/session-summary";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A role that is to be added; `type` is null where its id says it. */
interface NewRole {
  id: string;
  type: string | null;
}

/** What is stored of a role that has just been added. */
export const NOTHING_READ = { readRevision: null, readAt: null };

/** Adds a role to a session within a draft: its section, its type, and the context that it is sent. Answers it as lists show it. */
export async function addRole(
  draft: Draft,
  context: ServiceContext,
  { state, session }: { state: DocumentState; session: SessionRow },
  { id, type }: NewRole,
) {
  await assertNobodys(draft, session.workspaceId, id);
  draft.effect({ type: "put-role", sessionKey: session.key, role: id, roleType: type });
  await editMemory(
    draft,
    state,
    { type: "add-section", role: id },
    { operation: "add role", action: "role.added", session, detail: { role: id, type: typeOf(id, type) } },
  );
  await welcome(draft, context, session, id);
  return roleIn(await draft.document(state.path), [{ ...NOTHING_READ, id, type }], id);
}
