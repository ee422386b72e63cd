import type { AddViewer, Viewer, ViewerList } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import { findCredential, listViewers, type CredentialRow } from "@/lib/db/credentials";
import { allowIn, signatureOf, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Links that let people read a workspace and change nothing. */
export function viewerService({ committer, credentials, database, store, tokens, newId }: ServiceContext) {
  return {
    /** The viewers of a workspace, the newest first. */
    async list(caller: Caller, { workspace }: { workspace: string }): Promise<ViewerList> {
      allowIn({ store }, caller, "decide who looks at a workspace", workspace);
      return { items: (await listViewers(database.queries, workspace)).map(present), nextCursor: null };
    },

    /**
     * A new viewer: its link lets one browser in, once, and its token lets programs read, until it is revoked or its time
     * is over.
     */
    async add(caller: Caller, { workspace }: { workspace: string }, body: AddViewer, request: ChangeRequest) {
      allowIn({ store }, caller, "decide who looks at a workspace", workspace);
      const id = newId();
      const viewer = await committer.act(aloneBy(caller, workspace, request), async (draft) => {
        await credentials.assertHolds(draft.queries, caller.credentialId);
        const { expiresIn = null } = body;
        const expiresAt = expiresIn === null ? null : new Date(draft.now.getTime() + expiresIn * 1000).toISOString();
        const who = { workspaceId: workspace, kind: "viewer", sessionKey: null, role: null, expiresAt };
        draft.effect({
          type: "mint-token",
          credential: { id, ...who, label: body.label, createdBy: signatureOf(caller) },
        });
        draft.event("viewer.added", body.label, null, { viewer: id });
        const never = { lastUsedAt: null, revokedAt: null, linkUsedAt: null };
        return { id, label: body.label, createdAt: draft.now.toISOString(), expiresAt, ...never };
      });
      // A link ends up in chats and histories: what it holds is worth nothing once it was opened.
      return { viewer, token: tokens.tokenOf(viewer.id), path: `/login?code=${tokens.linkOf(viewer.id)}` };
    },

    /** Ends a viewer's link, and every browser that came in by it. */
    async revoke(caller: Caller, params: { workspace: string; viewer: string }, request: ChangeRequest) {
      allowIn({ store }, caller, "decide who looks at a workspace", params.workspace);
      return committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        const row = await findCredential(draft.queries, params.viewer);
        if (row?.kind !== "viewer" || row.workspaceId !== params.workspace)
          throw new AppError("not_found", `There is no viewer ${params.viewer}.`, {
            hint: "List them with {viewer.list}.",
          });
        if (row.revokedAt === null) {
          draft.effect({ type: "revoke-token", id: row.id });
          draft.event("viewer.revoked", row.label, null, { viewer: row.id });
        }
        return { done: true as const };
      });
    },
  };
}

function present(row: CredentialRow): Viewer {
  return {
    id: row.id,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    linkUsedAt: row.linkUsedAt?.toISOString() ?? null,
  };
}
