import { type CredentialRow, findCredential, type KnownCredential, listBrowsers } from "@/lib/db/credentials";
import { assertLink, invalid, letIn, type LetIn, type SigningIn } from "@/lib/services/access/let-in";
import { allowIn, aloneBy, by, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";
import type { OwnerToken } from "@/lib/services/access/owner-token";
import type { Browser, BrowserList, LoginAttempts as Overview } from "@/lib/contracts/browsers";
import { AppError } from "@/lib/core/errors";

/** Lets browsers in and out. A browser gets a random secret that works as a cookie alone; its hash is what is stored. */
export function signInService(context: ServiceContext, ownerToken: OwnerToken, attempts: LoginAttempts) {
  const { committer, tokens, clock, credentials: book } = context;
  /** The viewer or person whose unused link, or token, this is; the link is used up by that. Null for anything else. */
  async function takeLink(code: string): Promise<KnownCredential | null> {
    const id = tokens.viewerOf(code) ?? tokens.credentialOf(code);
    if (id === null) return null;
    const viewer = await book.get(id);
    if (viewer.kind !== "viewer" && viewer.kind !== "person") return null;
    return committer.act(
      { workspace: "", author: { actor: "viewer", actorKind: "person", source: "ui" }, alone: true },
      async (draft) => {
        const row = await findCredential(draft.queries, id);
        assertLink(row, draft.now);
        draft.effect({ type: "use-link", id });
        return row;
      },
    );
  }

  return {
    /** A code that lets one browser in, once, within a day. */
    createLoginCode(): string {
      return tokens.codeOf(context.newId(), clock());
    },

    /**
     * Takes a one-time code, the link of a viewer or a person, or the owner's token, for the secret of a browser's cookie. Throws
     * `unauthenticated` for anything else, and `rate_limited` after too many of that.
     */
    async logIn(code: string, from: SigningIn): Promise<LetIn> {
      const address = from.address ?? "this process";
      // Codes and links are too long to be guessed: they work while others guess.
      const viewer = await takeLink(code);
      const codeId = tokens.codeIn(code, clock());
      if (viewer === null && codeId === null) {
        await ownerToken.assertIs(code, address, invalid);
        attempts.succeed(address);
      }
      const { secret, maxAgeSeconds, effect } = letIn(context, viewer, { ...from, id: codeId ?? undefined });
      await committer.act(
        {
          workspace: "",
          author: { actor: viewer === null ? "Lead" : "viewer", actorKind: "person", source: "ui" },
          alone: codeId !== null,
        },
        async (draft) => {
          // The browser that a code let in has the code's number: at whichever server, a second one finds it.
          if (codeId !== null && (await findCredential(draft.queries, codeId)) !== null) throw invalid();
          if (viewer !== null) await book.assertHolds(draft.queries, viewer.id);
          draft.effect(effect);
          return null;
        },
      );
      return { secret, maxAgeSeconds };
    },

    /** Signs the caller's browser out, in every workspace that it reaches. A token is not a browser, and stays. */
    async logOut(caller: Caller): Promise<void> {
      if (caller.source !== "ui") return;
      const ids = [caller, ...(caller.elsewhere ?? [])].map(({ credentialId }) => credentialId);
      await committer.act(by(caller, ""), (draft) => {
        for (const id of ids) draft.effect({ type: "revoke-token", id });
      });
      for (const id of ids) book.end(id);
    },
  };
}

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
      const done = await context.committer.act(aloneBy(caller, workspace, request), async (draft) => {
        const row = await findCredential(draft.queries, browser);
        if (row?.kind !== "browser" || row.secretHash === null || !isOf(row, workspace, caller))
          throw new AppError("not_found", `No browser ${browser} is signed in here.`, {
            hint: "List them with {browser.list}.",
          });
        if (row.revokedAt === null) draft.effect({ type: "revoke-token", id: row.id });
        return { done: true as const };
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
