import type { JoinTeam, Token, TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { findSection } from "@/lib/core/memory/find-section";
import { assertRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { listTokens, type CredentialRow, findCredential, listTeamTokens } from "@/lib/db/credentials";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { allow, signatureOf, type Caller, aloneBy, type ChangeRequest, TEAM } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { addRole } from "@/lib/services/sessions/add-role";
import { roleIn } from "@/lib/services/sessions/session-summary";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import type { MemoryDocument } from "@/lib/core/memory/model";
import type { TeamToken, TeamTokenList, TeamTokenMinted } from "@/lib/contracts/callers";

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
    async mint(caller: Caller, params: SessionParams & { role: string }, request: ChangeRequest) {
      allow(caller, "hand out tokens");
      const session = await sessions.get(caller, params);
      const role = foldRoleId(params.role);
      const id = context.newId();
      const answer = await committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        const state = await getMemory(draft, params.session);
        const memory = memoryOf(state);
        const section = findSection(memory, role);
        if (section === undefined && role !== "Lead") throw noRole(role, memory);
        if (section?.state === "replaced")
          throw new AppError("conflict", `${role} was replaced.`, {
            hint: "Add the role again with {role.add} to bring it back, or mint a token for its successor.",
          });
        await mintToken(context, draft, session, role, id, caller);
        return { role: roleIn(state, await draft.roles(session.key), role), tokenId: id };
      });
      return { ...answer, token: context.tokens.tokenOf(answer.tokenId) };
    },

    /** A token for each of these roles in one act; those that the session does not have are added with their sections. The Lead's. */
    async mintForAll(caller: Caller, params: SessionParams, body: JoinTeam, request: ChangeRequest) {
      allow(caller, "hand out tokens");
      allow(caller, "add roles");
      const wanted = new Map<string, { id: string; type: string | null; tokenId: string }>();
      for (const [index, { id, type }] of body.roles.entries()) {
        assertRoleId(id, `roles.${index}.id`);
        const role = foldRoleId(id);
        wanted.set(role, { id: role, type: type ?? null, tokenId: context.newId() });
      }
      const session = await sessions.get(caller, params);
      const { items } = await committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
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
      });
      return { items: items.map((item) => ({ ...item, token: context.tokens.tokenOf(item.tokenId) })) };
    },

    /** Ends a token at once. The Lead's. */
    async revoke(caller: Caller, params: SessionParams & { role: string; token: string }, request: ChangeRequest) {
      const role = foldRoleId(params.role);
      return revokeToken(context, caller, params, request, (token) => {
        if (token?.role !== role)
          throw new AppError("not_found", `There is no token ${params.token} of this role.`, {
            hint: "List the tokens of the session with {token.list}.",
          });
      });
    },
  };
}

/** Adds the minting of a token to a draft; for no role, of one for the team. Throws `unauthenticated` where who asked for it is out by now. */
export async function mintToken(
  { credentials }: Pick<ServiceContext, "credentials">,
  draft: Draft,
  session: SessionRow,
  role: string | null,
  id: string,
  caller: Caller,
): Promise<void> {
  await credentials.assertHolds(draft.queries, caller.credentialId);
  draft.effect({
    type: "mint-token",
    credential: {
      id,
      workspaceId: session.workspaceId,
      kind: role === null ? "team" : "role",
      sessionKey: session.key,
      role,
      label: "",
      createdBy: signatureOf(caller),
      expiresAt: null,
    },
  });
  draft.event("token.minted", role ?? TEAM, session, { token: id, by: caller.credentialId });
}

function noRole(role: string, { sections }: MemoryDocument): AppError {
  const roles = sections.map((section) => section.role);
  return new AppError("not_found", `There is no role ${role} in this session.`, {
    hint: `${didYouMean(role, roles)}Add it with {role.add}; that answers its token too.`,
  });
}

/** A role token as the contract shows it, without its secret. */
function presentToken(row: CredentialRow): Token {
  const { id, ...times } = present(row);
  return { id, role: row.role ?? "", ...times };
}

/**
 * Ends a token of a session at once; one that ended before stays as it is. The Lead's. `assertMeant` throws unless the
 * token is of the kind that was asked for; it gets null for one that the session does not have.
 */
async function revokeToken(
  { committer, sessions }: ServiceContext,
  caller: Caller,
  params: SessionParams & { token: string },
  request: ChangeRequest,
  assertMeant: (token: CredentialRow | null) => void,
): Promise<{ done: true }> {
  allow(caller, "revoke tokens");
  const session = await sessions.get(caller, params);
  return committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
    const row = await findCredential(draft.queries, params.token);
    const token = row?.sessionKey === session.key ? row : null;
    assertMeant(token);
    if (token?.revokedAt === null) {
      draft.effect({ type: "revoke-token", id: token.id });
      draft.event("token.revoked", token.role ?? TEAM, session, { token: token.id });
    }
    return { done: true as const };
  });
}

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
      const teamToken = await committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        await mintToken(context, draft, session, null, id, caller);
        const createdAt = draft.now.toISOString();
        return { id, createdAt, createdBy: signatureOf(caller), lastUsedAt: null, revokedAt: null };
      });
      return { teamToken, token: tokens.tokenOf(teamToken.id) };
    },

    /** Ends a shared token at once. The Lead's. */
    async revoke(caller: Caller, params: SessionParams & { token: string }, request: ChangeRequest) {
      return revokeToken(context, caller, params, request, (token) => {
        if (token?.kind !== "team")
          throw new AppError("not_found", `There is no shared token ${params.token} in this session.`, {
            hint: "List them with {team-token.list}.",
          });
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
