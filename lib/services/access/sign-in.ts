import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import { findCredential, type KnownCredential } from "@/lib/db/credentials";
import { hashSecret } from "@/lib/services/access/authentication";
import { linkEndOf } from "@/lib/services/access/people";
import { authorOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";
import type { OwnerToken } from "@/lib/services/access/owner-token";

/** How long a browser stays signed in. */
const BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** Characters kept of what a browser calls itself. */
const MOST_USER_AGENT = 300;

/** What is known of who signs in. */
export interface SigningIn {
  /** Where the request came from, or null where that is this process. */
  address: string | null;
  userAgent: string | null;
}

/** Lets browsers in and out. A browser gets a random secret that works as a cookie alone; its hash is what is stored. */
export function signInService(context: ServiceContext, ownerToken: OwnerToken, attempts: LoginAttempts) {
  const { committer, tokens, clock, credentials: book } = context;
  /** The viewer or person whose unused link, or token, this is; the link is used up by that. Null for anything else. */
  async function takeLink(code: string): Promise<KnownCredential | null> {
    const id = tokens.viewerOf(code) ?? tokens.credentialOf(code);
    if (id === null) return null;
    const viewer = await book.get(id);
    if (viewer.kind !== "viewer" && viewer.kind !== "person") return null;
    return committer.submit({
      workspace: "",
      author: { actor: "viewer", actorKind: "person", source: "ui" },
      alone: true,
      decide: async (draft) => {
        const row = await findCredential(draft.queries, id);
        if (row?.revokedAt !== null) throw invalid();
        if (row.linkUsedAt !== null) throw used();
        if (row.kind === "person" && linkEndOf(row.createdAt) <= draft.now) throw over();
        draft.effect({ type: "use-link", id });
        return row;
      },
    });
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
    async logIn(code: string, from: SigningIn): Promise<{ secret: string; maxAgeSeconds: number }> {
      const address = from.address ?? "this process";
      // Codes and links are too long to be guessed: they work while others guess.
      const viewer = await takeLink(code);
      const codeId = tokens.codeIn(code, clock());
      if (viewer === null && codeId === null) {
        attempts.assertMayTry(address);
        if (!ownerToken.equals(code)) {
          attempts.fail(address);
          throw invalid();
        }
        attempts.succeed(address);
      }
      const secret = randomBytes(32).toString("base64url");
      const now = clock().getTime();
      const left = viewer?.expiresAt ? Math.ceil((viewer.expiresAt.getTime() - now) / 1000) : BROWSER_SECONDS;
      const maxAgeSeconds = Math.min(BROWSER_SECONDS, left);
      await committer.submit({
        workspace: "",
        author: { actor: viewer === null ? "Lead" : "viewer", actorKind: "person", source: "ui" },
        alone: codeId !== null,
        decide: async (draft) => {
          // The browser that a code let in has the code's number: at whichever server, a second one finds it.
          if (codeId !== null && (await findCredential(draft.queries, codeId)) !== null) throw invalid();
          draft.effect({
            type: "mint-token",
            credential: {
              id: codeId ?? context.newId(),
              workspaceId: viewer?.workspaceId ?? null,
              kind: "browser",
              sessionKey: null,
              role: null,
              label: viewer?.label ?? "",
              createdBy: viewer === null ? "Lead" : (viewer.person?.name ?? "viewer"),
              expiresAt: new Date(now + maxAgeSeconds * 1000).toISOString(),
              secretHash: hashSecret(secret),
              viewerId: viewer?.id ?? null,
              personId: viewer?.personId ?? null,
              userAgent: from.userAgent?.slice(0, MOST_USER_AGENT) ?? null,
              address: from.address,
            },
          });
          return null;
        },
      });
      return { secret, maxAgeSeconds };
    },

    /** Signs the caller's browser out. A token is not a browser, and stays. */
    async logOut(caller: Caller): Promise<void> {
      if (caller.source !== "ui") return;
      await committer.submit({
        workspace: "",
        author: authorOf(caller),
        decide: (draft) => {
          draft.effect({ type: "revoke-token", id: caller.credentialId });
          return Promise.resolve(null);
        },
      });
      book.end(caller.credentialId);
    },
  };
}

function invalid(): AppError {
  return new AppError("unauthenticated", "This code is not valid, or was used already.", {
    hint: "Start Wardroom again for a new address, or paste the owner's token from the data folder.",
  });
}

function over(): AppError {
  return new AppError("unauthenticated", "This invitation was not used in time, and is over.", {
    hint: "Ask the owner for a new link.",
  });
}

function used(): AppError {
  return new AppError("unauthenticated", "This link was used already: it lets one browser in, once.", {
    hint: "Ask the owner for a new link.",
  });
}
