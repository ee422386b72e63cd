import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/services/workspace/caller";

/**
 * What is known of a request beside what it says. `id` is ours: an id that came with it could hold anything. The rest is what
 * a log may have: never a word that only the request says.
 */
export interface RequestNote {
  readonly id: string;
  /** The kind of who calls, such as `owner` or `viewer`; null without a credential that counts. */
  caller: string | null;
  role: string | null;
  /** The same, whole, for what it is answered; no log has it. */
  by?: Caller;
  workspace: string | null;
  /** Whether nothing was done because another server owns that workspace. */
  isElsewhere?: boolean;
}

/** The header that answers the id. */
export const REQUEST_ID = "x-request-id";

export function newRequestId(): string {
  return randomUUID().slice(-12);
}

const notes = new WeakMap<Request, RequestNote>();

/** The note of a request, begun by whoever asks first. */
export function noteOf(request: Request): RequestNote {
  const known = notes.get(request);
  if (known !== undefined) return known;
  const note = { id: newRequestId(), caller: null, role: null, workspace: null };
  notes.set(request, note);
  return note;
}

/** Has a request be the one that it was made of, for whoever asks for its note. */
export function passNote(from: Request, to: Request): Request {
  notes.set(to, noteOf(from));
  return to;
}
