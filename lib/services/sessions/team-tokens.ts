import type { TeamToken, TeamTokenList, TeamTokenMinted } from "@/lib/contracts/callers";
import { AppError } from "@/lib/core/errors";
import { listTeamTokens, type CredentialRow } from "@/lib/db/credentials";
import { allow, signatureOf, TEAM, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { revokeToken } from "@/lib/services/sessions/revoke-token";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Tokens that the agents of a session share; each call says by its announcement whose it is. */
export function teamTokenService(context: ServiceContext) {
  const { committer, sessions, database, newId, tokens } = context;
  return {
    /** Every shared token of a session, the newest first, without their secrets. The Lead's. */
    async list(caller: Caller, params: SessionParams): Promise<TeamTokenList> {
      allow(caller, "see the tokens");
      const session = await sessions.get(caller, params);
      return { items: (await listTeamTokens(database.queries, session.key)).map(present), nextCursor: null };
    },

    /** A new token for the team to share. The Lead's. */
    async mint(caller: Caller, params: SessionParams, request: ChangeRequest): Promise<TeamTokenMinted> {
      allow(caller, "hand out tokens");
      const session = await sessions.get(caller, params);
      const id = newId();
      const teamToken = await committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: async (draft) => {
          await context.credentials.assertHolds(draft.queries, caller.credentialId);
          const where = { workspaceId: session.workspaceId, sessionKey: session.key };
          const createdBy = signatureOf(caller);
          draft.effect({
            type: "mint-token",
            credential: { id, ...where, kind: "team", role: null, label: "", createdBy, expiresAt: null },
          });
          draft.event("token.minted", TEAM, session, { token: id, by: caller.credentialId });
          const createdAt = draft.now.toISOString();
          return { id, createdAt, createdBy, lastUsedAt: null, revokedAt: null };
        },
      });
      return { teamToken, token: tokens.tokenOf(teamToken.id) };
    },

    /** Ends a shared token at once. The Lead's. */
    async revoke(
      caller: Caller,
      params: SessionParams & { token: string },
      request: ChangeRequest,
    ): Promise<{ done: true }> {
      return revokeToken(context, caller, params, request, (token) => {
        if (token?.kind !== "team") throw noToken(params.token);
      });
    },
  };
}

function present(row: CredentialRow): TeamToken {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function noToken(id: string): AppError {
  return new AppError("not_found", `There is no shared token ${id} in this session.`, {
    hint: "List them with {team-token.list}.",
  });
}
