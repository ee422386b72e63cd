import { RequestError } from "@/lib/client/request-error";
import { z } from "zod";

export interface WhyHeld {
  reason: string;
  /** What the server holds, where it said so. */
  remote: string | null | undefined;
  theirs: string | null;
  /** Whether it has changed at both ends. */
  isChanged: boolean;
}

/** Why a file waits for somebody, and what both ends hold. */
export interface Held {
  local: string | null;
  remote: string | null | undefined;
  reason: string;
  theirs: string | null;
}

const Current = z.object({ hash: z.string().nullable(), text: z.string().nullable() });

/** What will not be taken however often it is sent: these are about one file. All others are about the way to the server, or about who asks. */
const ABOUT_ONE_FILE = new Set([
  "conflict",
  "forbidden",
  "too_large",
  "unparseable",
  "invalid_input",
  "idempotency_mismatch",
]);

/** Why one file is held back; null where the error is about all of them, and it is to be sent again. */
export function whyHeld(error: unknown): WhyHeld | null {
  if (!(error instanceof RequestError) || !ABOUT_ONE_FILE.has(error.code)) return null;
  const current = Current.safeParse(error.problem?.current).data;
  const isChanged = error.code === "conflict" && current !== undefined;
  const { message: reason } = error;
  return { reason, remote: current?.hash, theirs: current?.text ?? null, isChanged };
}
