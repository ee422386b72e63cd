import { AppError } from "@/lib/core/errors";
import { greatest } from "@/lib/core/lists";
import type { CredentialRow, KnownCredential } from "@/lib/db/credentials";
import { hashSecret, hashSecretIn, newAccountSecret, newSecret } from "@/lib/services/workspace/token-mint";
import { linkEndOf } from "@/lib/services/access/people";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** How long a browser stays signed in. */
const BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** Characters kept of what a browser calls itself. */
const MOST_USER_AGENT = 300;

export interface SigningIn {
  /** Where the request came from, or null where that is this process. */
  address: string | null;
  userAgent: string | null;
}

export interface LetIn {
  secret: string;
  maxAgeSeconds: number;
}

/** By what a browser comes in: the credential it ends with, and whose it is. */
export type CameBy = Pick<CredentialRow, "id" | "workspaceId" | "label" | "expiresAt" | "personId"> &
  Pick<KnownCredential, "person">;

/** A browser that comes in by a credential, or as the owner by null: its secret, and the effect that stores the hash of that. */
export function letIn(
  context: Pick<ServiceContext, "clock" | "newId">,
  by: CameBy | null,
  from: SigningIn & { id?: string | undefined },
) {
  const secret = newSecret();
  return { secret, ...browserOf(context, by, { ...from, secretHash: hashSecret(secret) }) };
}

/**
 * A browser that comes in by an account, to every workspace in which it stands for somebody: one secret, and the effects that store a
 * browser in each, which is that person's, is seen by that workspace's owners alone, and ends without the others.
 */
export function letInToEach(
  context: Pick<ServiceContext, "clock" | "newId">,
  each: readonly (CameBy & { workspaceId: string })[],
  from: SigningIn,
) {
  const secret = newAccountSecret();
  const browsers = each.map((by) =>
    browserOf(context, by, { ...from, secretHash: hashSecretIn(secret, by.workspaceId) }),
  );
  const maxAgeSeconds = greatest(browsers.map((browser) => browser.maxAgeSeconds));
  return { browser: { secret, maxAgeSeconds }, effects: browsers.map(({ effect }) => effect) };
}

function browserOf(
  { clock, newId }: Pick<ServiceContext, "clock" | "newId">,
  by: CameBy | null,
  { address, userAgent, secretHash, id = newId() }: SigningIn & { secretHash: string; id?: string | undefined },
) {
  const now = clock().getTime();
  const left = by?.expiresAt ? Math.ceil((by.expiresAt.getTime() - now) / 1000) : BROWSER_SECONDS;
  const maxAgeSeconds = Math.min(BROWSER_SECONDS, left);
  const credential = {
    id,
    workspaceId: by?.workspaceId ?? null,
    kind: "browser",
    sessionKey: null,
    role: null,
    label: by?.label ?? "",
    createdBy: by === null ? "Lead" : (by.person?.name ?? "viewer"),
    expiresAt: new Date(now + maxAgeSeconds * 1000).toISOString(),
    secretHash,
    viewerId: by?.id ?? null,
    personId: by?.personId ?? null,
    userAgent: userAgent?.slice(0, MOST_USER_AGENT) ?? null,
    address,
  };
  return { maxAgeSeconds, effect: { type: "mint-token" as const, credential } };
}

/** Throws `unauthenticated` unless the link of that viewer or person still lets a browser in. */
export function assertLink(row: KnownCredential | null, now: Date): asserts row is KnownCredential {
  if (row?.revokedAt !== null) throw invalid();
  if (row.linkUsedAt !== null)
    throw new AppError("unauthenticated", "This link was used already: it lets one browser in, once.", {
      hint: "Ask the owner for a new link.",
    });
  if (row.kind === "person" && linkEndOf(row.createdAt) <= now)
    throw new AppError("unauthenticated", "This invitation was not used in time, and is over.", {
      hint: "Ask the owner for a new link.",
    });
}

export function invalid(): AppError {
  return new AppError("unauthenticated", "This code is not valid, or was used already.", {
    hint: "Start Wardroom again for a new address, or paste the owner's token from the data folder.",
  });
}
