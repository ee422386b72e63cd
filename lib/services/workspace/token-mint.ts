import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Makes and checks tokens of the form `wr_{id}_{signature}`. The signature is an HMAC of the id with a secret of the data
 * folder: so the database holds nothing a token could be made from, and a repeated request gets the same token again.
 */
export class TokenMint {
  /** Tells this data folder from others, in a few characters: for names that must not clash. Says nothing of the secret. */
  readonly folderId: string;

  constructor(private readonly secret: string) {
    this.folderId = createHmac("sha256", secret).update("folder").digest("hex").slice(0, 8);
  }

  /** The token of a credential. */
  tokenOf(credentialId: string): string {
    return `wr_${credentialId}_${this.#sign(credentialId)}`;
  }

  /** The credential a token is of, or null for anything not made here. */
  credentialOf(token: string): string | null {
    // Such as wr_8f4c2e61a7b34d5f_Zm9v…
    return this.#verify(/^wr_([0-9a-z-]{1,64})_([\w-]{43})$/.exec(token), "");
  }

  /** The code of a viewer's link: it is exchanged once for a browser's cookie, and no token. */
  linkOf(viewerId: string): string {
    return `wr_link_${viewerId}_${this.#sign(`link ${viewerId}`)}`;
  }

  /** The viewer whose link has that code, or null for anything else. */
  viewerOf(code: string): string | null {
    // Such as wr_link_8f4c2e61a7b34d5f_Zm9v…
    return this.#verify(/^wr_link_([0-9a-z-]{1,64})_([\w-]{43})$/.exec(code), "link ");
  }

  #verify(match: RegExpExecArray | null, purpose: string): string | null {
    const [, id, signature] = match ?? [];
    if (id === undefined || signature === undefined) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(purpose + id))) ? id : null;
  }

  #sign(text: string): string {
    return createHmac("sha256", this.secret).update(text).digest("base64url");
  }
}
