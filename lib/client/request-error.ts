import type { Problem } from "@/lib/contracts/primitives";
import type { ErrorCode } from "@/lib/core/errors";
import { say } from "@/lib/core/words/say";

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

/** What went wrong and what to do next, as one text. */
export function explain(error: unknown): string {
  const { message, hint } = wordsOf(error);
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The words for any error that reaches the screen; what is unknown is said to be unknown. */
export function wordsOf(error: unknown): { message: string; hint?: string } {
  if (error instanceof RequestError) {
    return error.hint === undefined ? { message: error.message } : { message: error.message, hint: error.hint };
  }
  return { message: say("Something went wrong in the page."), hint: say("Reload it; nothing that was saved is lost.") };
}
