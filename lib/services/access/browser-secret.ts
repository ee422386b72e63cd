import { createHash, randomBytes } from "node:crypto";

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
