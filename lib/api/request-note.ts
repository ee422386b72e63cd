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

/** Requests of the API that are being answered, by themselves. A stream counts until its answer begins. */
const answering = new Map<Request, Promise<unknown>>();

/** Notes that a request is being answered until `work` ends, and answers what it answers. */
export async function whileAnswering<T>(request: Request, work: Promise<T>): Promise<T> {
  answering.set(request, work);
  try {
    return await work;
  } finally {
    answering.delete(request);
  }
}

/** Resolves when no request of the API is being answered, also none whose client has left. */
export async function allAnswered(): Promise<void> {
  while (answering.size > 0) await Promise.allSettled(answering.values());
}

/** Resolves when every request but this one that is being answered now has its answer; those that come later are not waited for. */
export async function othersAnswered(request?: Request): Promise<void> {
  const others = [...answering].filter(([each]) => each !== request);
  await Promise.allSettled(others.map(([, work]) => work));
}
