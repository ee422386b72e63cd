/**
 * The one table of what can go wrong. Every face derives from it: HTTP status, CLI exit code, OpenAPI responses, MCP
 * results. A diagnostic about a file's content is not an error (see `diagnostics.ts`); an error is an operation that
 * cannot be done.
 */
export const ERRORS = {
  invalid_input: { http: 400, exit: 2, title: "The request is not valid" },
  unauthenticated: { http: 401, exit: 3, title: "Who is calling is not known" },
  forbidden: { http: 403, exit: 3, title: "Not allowed" },
  not_found: { http: 404, exit: 4, title: "Not found" },
  method_not_allowed: { http: 405, exit: 2, title: "Method not allowed" },
  conflict: { http: 409, exit: 5, title: "The text has changed or was already decided" },
  gate_open: { http: 409, exit: 5, title: "A gate is being evaluated" },
  gate_blocked: { http: 409, exit: 5, title: "The gate cannot pass yet" },
  open_items: { http: 409, exit: 5, title: "Questions or conflicts are still open" },
  said_already: { http: 409, exit: 5, title: "Somebody said this already" },
  over_budget: { http: 409, exit: 5, title: "Over the token budget" },
  stale: { http: 412, exit: 5, title: "A newer revision exists" },
  too_large: { http: 413, exit: 2, title: "The body is too large" },
  unsupported_media: { http: 415, exit: 2, title: "The body must be JSON" },
  idempotency_mismatch: { http: 422, exit: 5, title: "The idempotency key was used for another request" },
  unparseable: { http: 422, exit: 6, title: "The file cannot be edited safely" },
  rate_limited: { http: 429, exit: 7, title: "Too many attempts" },
  internal: { http: 500, exit: 1, title: "Something went wrong inside Wardroom" },
  judge_failed: { http: 502, exit: 1, title: "The judge gave no answer that can be used" },
  outcome_unknown: { http: 503, exit: 7, title: "Whether the change was made is not known" },
  busy: { http: 503, exit: 7, title: "Too busy to do this safely now" },
} as const satisfies Record<string, { http: number; exit: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a caller needs beside the sentence; every part is optional and safe to show. */
export interface ErrorDetails {
  /**
   * What to do next, as one sentence. Half of the callers are agents: it must be enough to go on with. An operation is named by
   * its id in braces, as in "List them with {relay.list}.", and each door says in its own words how it is done there.
   */
  hint?: string;
  /** What the operations of the hint are about: their arguments by name. */
  about?: Record<string, string>;
  /** Faults of single fields; `path` is a JSON path such as `roles.0.id`. */
  errors?: { path: string; message: string }[];
  /** The present state that made the operation fail: text, who changed it and when, a ready retry. */
  current?: Record<string, unknown>;
  /** Whether another server owns the workspace, and is to be asked. */
  isElsewhere?: true;
}

/** An operation that cannot be done. `message` and `details` are written for the caller and never hold internals. */
export class AppError extends Error {
  override readonly name = "AppError";

  /** By name: the server's bundles each have a class of their own, and an error may cross from one to another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "AppError";
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    /** The fault underneath, for the log alone. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** For `catch`: what stands for an answer that was refused. What else was thrown is thrown again. */
export function onRefusal<T>(answer: (refusal: AppError) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError) return answer(error);
    throw error;
  };
}

/** What is wrong with one field of a request, by its JSON path, and what to send instead. */
export function invalidField(path: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint, errors: [{ path, message }] });
}
