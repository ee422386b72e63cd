import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Makes and checks tokens of the form `wr_{id}_{signature}`. The signature is an HMAC of the id with a secret of the data
 * folder: so the database holds nothing a token could be made from, and a repeated request gets the same token again.
 */
export class TokenMint {
  constructor(private readonly secret: string) {}

  /** The token of a credential. */
  tokenOf(credentialId: string): string {
    return `wr_${credentialId}_${this.#sign(credentialId)}`;
  }

  /** The credential a token is of, or null for anything not made here. */
  credentialOf(token: string): string | null {
    // Such as wr_8f4c2e61a7b34d5f_Zm9v…
    const match = /^wr_([0-9a-z-]{1,64})_([\w-]{43})$/.exec(token);
    const [, id, signature] = match ?? [];
    if (id === undefined || signature === undefined) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(id))) ? id : null;
  }

  #sign(id: string): string {
    return createHmac("sha256", this.secret).update(id).digest("base64url");
  }
}
