import type { JoinTeam, RoleWithToken, TeamJoined, Token, TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { findSection } from "@/lib/core/memory/find-section";
import { assertRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { listTokens, type CredentialRow } from "@/lib/db/credentials";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { allow, signatureOf, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/commit/edit-memory";
import { addRole } from "@/lib/services/sessions/add-role";
import { revokeToken } from "@/lib/services/sessions/revoke-token";
import { roleIn } from "@/lib/services/sessions/session-summary";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import type { MemoryDocument } from "@/lib/core/memory/model";

/** Tokens of roles: each acts as one role of one session, until revoked or the session is deleted. */
export function tokenService(context: ServiceContext) {
  const { committer, sessions, database } = context;
  return {
    /** Every token of a session, the newest first, without their secrets. The Lead's. */
    async list(caller: Caller, params: SessionParams): Promise<TokenList> {
      allow(caller, "see the tokens");
      const session = await sessions.get(caller, params);
      return { items: (await listTokens(database.queries, session.key)).map(presentToken), nextCursor: null };
    },

    /** A token for a role that has a section. The Lead's. */
    async mint(
      caller: Caller,
      params: SessionParams & { role: string },
      request: ChangeRequest,
    ): Promise<RoleWithToken> {
      allow(caller, "hand out tokens");
      const session = await sessions.get(caller, params);
      const role = foldRoleId(params.role);
      const id = context.newId();
      const answer = await committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: async (draft) => {
          const state = await getMemory(draft, params.session);
          const memory = memoryOf(state);
          const section = findSection(memory, role);
          if (section === undefined && role !== "Lead") throw noRole(role, memory);
          if (section?.state === "replaced") throw replaced(role);
          await mintToken(context, draft, session, role, id, caller);
          return { role: roleIn(state, await draft.roles(session.key), role), tokenId: id };
        },
      });
      return { ...answer, token: context.tokens.tokenOf(answer.tokenId) };
    },

    /** A token for each of these roles in one act; those that the session does not have are added with their sections. The Lead's. */
    async mintForAll(
      caller: Caller,
      params: SessionParams,
      body: JoinTeam,
      request: ChangeRequest,
    ): Promise<TeamJoined> {
      allow(caller, "hand out tokens");
      allow(caller, "add roles");
      const wanted = new Map<string, { id: string; type: string | null; tokenId: string }>();
      for (const [index, { id, type }] of body.roles.entries()) {
        assertRoleId(id, `roles.${index}.id`);
        const role = foldRoleId(id);
        wanted.set(role, { id: role, type: type ?? null, tokenId: context.newId() });
      }
      const session = await sessions.get(caller, params);
      const { items } = await committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: async (draft) => {
          const items = [];
          for (const { id, type, tokenId } of wanted.values()) {
            const state = await getMemory(draft, params.session);
            const added = findSection(memoryOf(state), id)?.state !== "active" && id !== "Lead";
            const role = added
              ? await addRole(draft, context, { state, session }, { id, type })
              : roleIn(state, await draft.roles(session.key), id);
            await mintToken(context, draft, session, id, tokenId, caller);
            items.push({ role, tokenId, added });
          }
          return { items };
        },
      });
      return { items: items.map((item) => ({ ...item, token: context.tokens.tokenOf(item.tokenId) })) };
    },

    /** Ends a token at once. The Lead's. */
    async revoke(
      caller: Caller,
      params: SessionParams & { role: string; token: string },
      request: ChangeRequest,
    ): Promise<{ done: true }> {
      const role = foldRoleId(params.role);
      return revokeToken(context, caller, params, request, (token) => {
        if (token?.role !== role) throw noToken(params.token);
      });
    },
  };
}

/** Adds the minting of a token to a draft. Throws `unauthenticated` where who asked for it is out by now. */
export async function mintToken(
  { credentials }: Pick<ServiceContext, "credentials">,
  draft: Draft,
  session: SessionRow,
  role: string,
  id: string,
  caller: Caller,
): Promise<void> {
  await credentials.assertHolds(draft.queries, caller.credentialId);
  draft.effect({
    type: "mint-token",
    credential: {
      id,
      workspaceId: session.workspaceId,
      kind: "role",
      sessionKey: session.key,
      role,
      label: "",
      createdBy: signatureOf(caller),
      expiresAt: null,
    },
  });
  draft.event("token.minted", role, session, { token: id, by: caller.credentialId });
}

function noRole(role: string, { sections }: MemoryDocument): AppError {
  const roles = sections.map((section) => section.role);
  return new AppError("not_found", `There is no role ${role} in this session.`, {
    hint: `${didYouMean(role, roles)}Add it with {role.add}; that answers its token too.`,
  });
}

function replaced(role: string): AppError {
  return new AppError("conflict", `${role} was replaced.`, {
    hint: "Add the role again with {role.add} to bring it back, or mint a token for its successor.",
  });
}

function noToken(id: string): AppError {
  return new AppError("not_found", `There is no token ${id} of this role.`, {
    hint: "List the tokens of the session with {token.list}.",
  });
}

/** A role token as the contract shows it, without its secret. */
function presentToken(row: CredentialRow): Token {
  return {
    id: row.id,
    role: row.role ?? "",
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
