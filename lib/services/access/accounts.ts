import type { Account, AccountList } from "@/lib/contracts/people";
import { AppError } from "@/lib/core/errors";
import { findCredential, listAccounts, type KnownCredential } from "@/lib/db/credentials";
import { allowIn, allow, may, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** The accounts at providers that the people of a workspace sign in with. Each is there for the owner and for the person whose it is. */
export function accountService({ committer, database, store }: ServiceContext) {
  return {
    /** The linked accounts: all of them for an owner, their own for everybody else. */
    async list(caller: Caller, { workspace }: { workspace: string }): Promise<AccountList> {
      allowIn({ store }, caller, "look", workspace);
      const rows = await listAccounts(database.queries, workspace);
      const seen = rows.filter(({ personId }) =>
        may(caller, "see with which account somebody signs in", { workspace, person: personId ?? undefined }),
      );
      return { items: seen.flatMap((row) => present(row) ?? []), nextCursor: null };
    },

    /**
     * Has an account stand for the person no longer: it lets nobody in, and every browser that it let in to this workspace is out at
     * once, at every server. What the person has beside it keeps working, and so does the account in other workspaces.
     */
    async unlink(
      caller: Caller,
      { workspace, account }: { workspace: string; account: string },
      request: ChangeRequest,
    ): Promise<{ done: true }> {
      allowIn({ store }, caller, "look", workspace);
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        const found = await findCredential(draft.queries, account);
        const row = found?.kind === "identity" && found.workspaceId === workspace ? found : null;
        // Who may not unlink it is not told either whether it is there.
        const person = row?.personId ?? undefined;
        allow(caller, "unlink the account of somebody else", { workspace, person });
        const named = row?.person ?? null;
        if (row === null || named === null)
          throw new AppError("not_found", `No account ${account} is linked here.`, {
            hint: "List them with {account.list}.",
          });
        if (row.revokedAt === null) {
          const { id, name } = named;
          draft.effect({ type: "revoke-token", id: row.id });
          draft.event("person.unlinked", name, null, { id, provider: hostOf(row) });
        }
        return { done: true as const };
      });
    },
  };
}

function present({ id, label, issuer, createdAt, lastUsedAt, person }: KnownCredential): Account | null {
  if (person === null) return null;
  return {
    ...{ id, label, issuer },
    person: { id: person.id, name: person.name },
    linkedAt: createdAt.toISOString(),
    lastSignInAt: lastUsedAt?.toISOString() ?? null,
  };
}

function hostOf({ issuer }: KnownCredential): string | null {
  return issuer === null ? null : new URL(issuer).host;
}
