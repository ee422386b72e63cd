import type { Problem } from "@/lib/contracts/primitives";
import { AppError, ERRORS } from "@/lib/core/errors";
import { newRequestId, noteOf } from "@/lib/api/request-note";
import { responseOf } from "@/lib/api/written";
import { restCall, stepsIn, wordHint, type NextStep } from "@/lib/operations/next-steps";
import { may, type Caller } from "@/lib/services/workspace/caller";

/** Seconds after which trying again makes sense when the server was busy. */
const RETRY_AFTER = 1;

/**
 * Any error as problem details. What is not an `AppError` is a fault of ours: it is logged under `id`, which the answer
 * names, and its message stays here. Whether a change was made before the fault is not known here, so it is not said.
 * A next step that `caller` may not take is the Lead's.
 */
export function problemOf(
  error: unknown,
  instance: string,
  { id = newRequestId(), by }: { id?: string; by?: Caller | null | undefined } = {},
): Problem {
  if (error instanceof AppError && error.code !== "internal") return describe(error, instance, by);
  if (isOutOfHandles(error)) return describe(noHandles(), instance);
  console.error(`request ${id}`, error);
  const hint = `Look for request ${id} in the server's log. If it was to change something, read that again before you repeat it; a repetition with the same Idempotency-Key changes nothing twice.`;
  return describe(new AppError("internal", "Something went wrong inside Wardroom.", { hint }), instance);
}

/** Whether the system let no more files be opened, by the error or what caused it. */
function isOutOfHandles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && (error.code === "EMFILE" || error.code === "ENFILE")) || isOutOfHandles(error.cause);
}

function noHandles(): AppError {
  return new AppError("busy", "Too many files are open in Wardroom.", {
    hint: "Try again in a moment, and read what is there before you repeat a change. If it goes on, close connections, or start Wardroom with a higher limit, such as ulimit -n 1024.",
  });
}

export function problemResponse(error: unknown, request: Request, headers: Record<string, string> = {}): Response {
  const note = noteOf(request);
  if (error instanceof AppError && error.details.isElsewhere === true) note.isElsewhere = true;
  const problem = problemOf(error, new URL(request.url).pathname, note);
  const wait = ERRORS[problem.code].http === 503 ? RETRY_AFTER : problem.current?.retryAfterSeconds;
  const etag = problem.code === "stale" ? problem.current?.etag : undefined;
  return responseOf(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(typeof wait === "number" && { "retry-after": String(wait) }),
      ...(problem.code === "unauthenticated" && { "www-authenticate": 'Bearer realm="wardroom"' }),
      ...(typeof etag === "string" && { etag: `"${etag}"` }),
      ...headers,
    },
  });
}

function describe(error: AppError, instance: string, by?: Caller | null): Problem {
  const { http, title } = ERRORS[error.code];
  const { hint, about = {}, errors, current } = error.details;
  const isTheirs = ({ operation: { deed } }: NextStep) => !by || deed === undefined || may(by, deed, about);
  const next = hint === undefined ? [] : stepsIn(hint, about).filter(isTheirs);
  return {
    type: `/docs/api#${error.code}`,
    title,
    status: http,
    detail: error.message,
    instance,
    code: error.code,
    ...(hint !== undefined && {
      hint: wordHint(hint, about, (step) => (isTheirs(step) ? restCall(step) : "the Lead")),
    }),
    ...(next.length > 0 && { next: next.map(told) }),
    ...(errors !== undefined && { errors }),
    ...(current !== undefined && { current }),
  };
}

function told(step: NextStep): NonNullable<Problem["next"]>[number] {
  return { operation: step.operation.id, arguments: step.arguments, call: restCall(step) };
}
