import type { Browser, BrowserList, LoginAttempts as Overview } from "@/lib/contracts/browsers";
import { AppError } from "@/lib/core/errors";
import { findCredential, listBrowsers, type CredentialRow } from "@/lib/db/credentials";
import { allowIn, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";

/** The browsers that are signed in, and the guesses of those that are not. The owner's alone. */
export function browserService(context: ServiceContext, attempts: LoginAttempts) {
  const { credentials: book } = context;

  return {
    /** The owner's browsers and those of the workspace's people and viewers, the newest first. */
    async list(caller: Caller, { workspace }: { workspace: string }): Promise<BrowserList> {
      allowIn(context, caller, "see who is signed in", workspace);
      await book.flush();
      const rows = await listBrowsers(context.database.queries, context.clock());
      const own = rows.filter((row) => isOf(row, workspace, caller));
      return { items: own.map((row) => present(row, caller)), nextCursor: null };
    },

    /** Signs a browser out at once. */
    async end(
      caller: Caller,
      { workspace, browser }: { workspace: string; browser: string },
      request: ChangeRequest,
    ): Promise<{ done: true }> {
      allowIn(context, caller, "see who is signed in", workspace);
      const done = await context.committer.submit({
        ...aloneBy(caller, workspace, request),
        decide: async (draft) => {
          const row = await findCredential(draft.queries, browser);
          if (row?.kind !== "browser" || row.secretHash === null || !isOf(row, workspace, caller))
            throw noBrowser(browser);
          if (row.revokedAt === null) draft.effect({ type: "revoke-token", id: row.id });
          return { done: true as const };
        },
      });
      book.end(browser);
      return done;
    },

    /** Sign-ins that failed lately, at any workspace. */
    attempts(caller: Caller, { workspace }: { workspace: string }): Overview {
      allowIn(context, caller, "see who is signed in", workspace);
      const { failed, lastAt, lockedUntil, address } = attempts.overview();
      return {
        failed,
        lastAt: lastAt?.toISOString() ?? null,
        lockedUntil: lockedUntil?.toISOString() ?? null,
        address,
      };
    },
  };
}

/** Whether a browser is the caller's to see: those of the server's owner are nobody else's. */
function isOf(row: CredentialRow, workspace: string, caller: Caller): boolean {
  return row.workspaceId === workspace || (row.workspaceId === null && caller.workspace === null);
}

function present(row: CredentialRow, caller: Caller): Browser {
  return {
    id: row.id,
    kind: row.viewerId === null ? "owner" : row.personId === null ? "viewer" : "person",
    label: row.viewerId === null ? null : row.label,
    userAgent: row.userAgent,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
    isThis: row.id === caller.credentialId,
  };
}

function noBrowser(id: string): AppError {
  return new AppError("not_found", `No browser ${id} is signed in here.`, { hint: "List them with {browser.list}." });
}
