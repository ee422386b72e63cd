import { AppError } from "@/lib/core/errors";
import type { DocumentState } from "@/lib/services/commit/document-states";

/** What comes with a change beside its body. */
export interface ChangeRequest {
  /** The revision the caller has seen, as sha256 of the file; null when it does not say. */
  ifMatch: string | null;
  /** Whose key, which key, and the hash of the request it must go with. */
  idempotency: { credentialId: string; key: string; requestHash: string } | undefined;
}

/** A change that comes with nothing beside its body. */
export const PLAIN_REQUEST: ChangeRequest = { ifMatch: null, idempotency: undefined };

/** Throws `stale`, with the present ETag, when the caller has seen another revision than the present one. */
export function assertMatch(request: ChangeRequest, state: DocumentState): void {
  if (request.ifMatch === null || request.ifMatch === "*" || request.ifMatch === state.hash) return;
  throw new AppError("stale", `${state.path} has changed since the revision you name.`, {
    hint: "Read it again, look at what changed, and send the change with the new ETag.",
    current: { etag: state.hash, revision: state.head },
  });
}
