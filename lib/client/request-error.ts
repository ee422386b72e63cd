import type { Problem } from "@/lib/contracts/primitives";
import type { ErrorCode } from "@/lib/core/errors";
import { sayAfterOwn } from "@/lib/client/say-fault";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** `unreachable`: no answer came; `unexpected`: an answer came that the contract does not know. */
export type RequestErrorCode = ErrorCode | "unreachable" | "unexpected";

/** A next step as a page takes it: the operation, and the page that has it. */
export interface PageStep {
  operation: string;
  label: string;
  href: string;
}

/** A request that failed, in words for the reader: `message` says what happened, `hint` what to do next. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    readonly code: RequestErrorCode,
    message: string,
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    readonly hint?: string,
    /** The problem as answered, where there was one: field faults and the present state are in it. */
    readonly problem?: Problem,
    /** What the hint says to do next, as far as a page has it. */
    readonly steps: readonly PageStep[] = [],
  ) {
    super(message);
  }
}

/** What something between here and the server answered in its place, by status: whether a change was made may then not be known. */
export function answeredInBetween(who: string, status: number, isChange: boolean): RequestError {
  const hint = "See whether something on the way to it answers in its place, and whether a change was made.";
  const code = isChange && status >= 500 ? "outcome_unknown" : "unexpected";
  return new RequestError(code, `${who} answered with status ${status}.`, status, hint);
}

/** Has an answer be null where it is refused with this code; throws any other error. */
export function nullFor(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof RequestError && error.code === code) return null;
    throw error;
  };
}

/** What went wrong and what to do next, as one text. */
export function explain(error: unknown): string {
  const { message, hint } = wordsOf(error);
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The words for any error that reaches the screen; what is unknown is said to be unknown. */
export function wordsOf(error: unknown): { message: string; hint?: string } {
  if (error instanceof RequestError) {
    return error.hint === undefined
      ? { message: error.message }
      : { message: error.message, hint: sayAfterOwn(HINTS[error.code], error.hint) };
  }
  return { message: say("Something went wrong in the page."), hint: say("Reload it; nothing that was saved is lost.") };
}

const HINTS: Partial<Record<RequestErrorCode, Sentence>> = {
  invalid_input: sentence("Correct what is named, then send again."),
  unauthenticated: sentence("Sign in again, or ask the Lead for a new token."),
  forbidden: sentence("Ask the Lead, or somebody with the right to do this."),
  not_found: sentence("Check the name, or go back to the list."),
  conflict: sentence("Look at the current state, then decide again."),
  gate_open: sentence("Conclude or abandon the open gate first."),
  gate_blocked: sentence("Resolve or waive what blocks the gate."),
  open_items: sentence("Resolve the open questions and conflicts, or include them."),
  said_already: sentence("Use the existing item, or say what is new."),
  over_budget: sentence("Unload knowledge first, or load it anyway."),
  stale: sentence("Reload, and make the change again on the newer text."),
  too_large: sentence("Send less at once."),
  unparseable: sentence("Repair the file where it is shown to be broken."),
  rate_limited: sentence("Wait a moment, then try again."),
  internal: sentence("Try again; if it persists, look into the server's log."),
  judge_failed: sentence("Judge the lines yourself, or ask who runs the server."),
  outcome_unknown: sentence("Look at what is there before you do it again."),
  busy: sentence("Try again in a moment."),
};
