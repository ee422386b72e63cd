import { findCredential, type KnownCredential } from "@/lib/db/credentials";
import { assertLink, invalid, letIn, type LetIn, type SigningIn } from "@/lib/services/access/let-in";
import { type Caller, by } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";
import type { OwnerToken } from "@/lib/services/access/owner-token";

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
        assertLink(row, draft.now);
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
    async logIn(code: string, from: SigningIn): Promise<LetIn> {
      const address = from.address ?? "this process";
      // Codes and links are too long to be guessed: they work while others guess.
      const viewer = await takeLink(code);
      const codeId = tokens.codeIn(code, clock());
      if (viewer === null && codeId === null) {
        await ownerToken.assertIs(code, address, invalid());
        attempts.succeed(address);
      }
      const { secret, maxAgeSeconds, effect } = letIn(context, viewer, { ...from, id: codeId ?? undefined });
      await committer.submit({
        workspace: "",
        author: { actor: viewer === null ? "Lead" : "viewer", actorKind: "person", source: "ui" },
        alone: codeId !== null,
        decide: async (draft) => {
          // The browser that a code let in has the code's number: at whichever server, a second one finds it.
          if (codeId !== null && (await findCredential(draft.queries, codeId)) !== null) throw invalid();
          if (viewer !== null) await book.assertHolds(draft.queries, viewer.id);
          draft.effect(effect);
          return null;
        },
      });
      return { secret, maxAgeSeconds };
    },

    /** Signs the caller's browser out, in every workspace that it reaches. A token is not a browser, and stays. */
    async logOut(caller: Caller): Promise<void> {
      if (caller.source !== "ui") return;
      const ids = [caller, ...(caller.elsewhere ?? [])].map(({ credentialId }) => credentialId);
      await committer.submit({
        ...by(caller, ""),
        decide: (draft) => {
          for (const id of ids) draft.effect({ type: "revoke-token", id });
        },
      });
      for (const id of ids) book.end(id);
    },
  };
}
