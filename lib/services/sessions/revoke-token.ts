import { findCredential, type CredentialRow } from "@/lib/db/credentials";
import { allow, TEAM, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/**
 * Ends a token of a session at once; one that ended before stays as it is. The Lead's. `assertMeant` throws unless the
 * token is of the kind that was asked for; it gets null for one that the session does not have.
 */
export async function revokeToken(
  { committer, sessions }: ServiceContext,
  caller: Caller,
  params: SessionParams & { token: string },
  request: ChangeRequest,
  assertMeant: (token: CredentialRow | null) => void,
): Promise<{ done: true }> {
  allow(caller, "revoke tokens");
  const session = await sessions.get(caller, params);
  return committer.submit({
    ...aloneBy(caller, params.workspace, request),
    decide: async (draft) => {
      const row = await findCredential(draft.queries, params.token);
      const token = row?.sessionKey === session.key ? row : null;
      assertMeant(token);
      if (token?.revokedAt === null) {
        draft.effect({ type: "revoke-token", id: token.id });
        draft.event("token.revoked", token.role ?? TEAM, session, { token: token.id });
      }
      return { done: true as const };
    },
  });
}
