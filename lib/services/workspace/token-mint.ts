import { createHmac, timingSafeEqual, createHash, randomBytes } from "node:crypto";

/** How long a code for a browser is good. */
const CODE_SECONDS = 24 * 60 * 60;

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

  /** A code that lets a browser in, for a day; `id` makes it another than all others. Who takes it sees to that it is taken once. */
  codeOf(id: string, now: Date): string {
    const ending = `${id}-${Math.floor(now.getTime() / 1000) + CODE_SECONDS}`;
    return `${ending}.${this.#sign(`code ${ending}`)}`;
  }

  /** The id of a code that was made here or at a server with the same secret, and is not over; null for anything else. */
  codeIn(code: string, now: Date): string | null {
    // Such as 8f4c2e61a7b34d5f-1795660000.Zm9v…
    const ending = this.#verify(/^([0-9a-f]{16}-\d{10,11})\.([\w-]{43})$/.exec(code), "code ");
    const [id = "", end = "0"] = ending?.split("-") ?? [];
    return Number(end) * 1000 > now.getTime() ? id : null;
  }

  /** What an account at a provider is kept by in a workspace: whoever knows the account cannot make it. */
  identityOf(account: { issuer: string; subject: string; workspace: string }): string {
    const { issuer, subject, workspace } = account;
    return this.#sign(`identity ${JSON.stringify([issuer, subject, workspace])}`);
  }

  /** A key for one purpose, the same at every server with the same secret. */
  keyFor(purpose: string): Uint8Array {
    return createHmac("sha256", this.secret).update(`key ${purpose}`).digest();
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

/** How a secret begins that was given for an account. No other secret has a dot. */
const OF_ACCOUNT = "account.";

/** A secret for the cookie of one browser that is let in to one workspace, or as the server's owner. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A secret for the cookie of one browser whose account is somebody in several workspaces: in each it is a browser of its own. */
export function newAccountSecret(): string {
  return OF_ACCOUNT + newSecret();
}

/** Whether a secret was given for an account. */
export function isOfAccount(secret: string): boolean {
  return secret.startsWith(OF_ACCOUNT);
}

/** What is stored of the secret in a browser's cookie. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** What is stored in a workspace of a secret that was given for an account; it says nothing of what is stored in another. */
export function hashSecretIn(secret: string, workspace: string): string {
  return hashSecret(JSON.stringify([secret, workspace]));
}
