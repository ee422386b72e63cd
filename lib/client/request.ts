import * as z from "zod";
import { Problem } from "@/lib/contracts/common";
import { RequestError } from "@/lib/client/request-error";

// Pages forbid eval; without this Zod would try to compile its parsers and the browser would report it.
z.config({ jitless: true });

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  /** The ETag the change is based on; an older one answers `stale`. */
  ifMatch?: string;
  /** Makes a repeated change safe: the same key and body give the first answer again. */
  idempotencyKey?: string;
  accept?: string;
  signal?: AbortSignal;
}

type SkewListener = (milliseconds: number) => void;
let onSkew: SkewListener | undefined;

/** Tells how far the server's clock is ahead of this one, in milliseconds, after each answer. */
export function watchClockSkew(listener: SkewListener): void {
  onSkew = listener;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: options.accept ?? "application/json" };
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch;
  if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET",
      headers,
      credentials: "same-origin",
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new RequestError(
      "unreachable",
      "Wardroom does not answer.",
      0,
      "Look whether its server is still running; this page tries again by itself.",
    );
  }
  const date = response.headers.get("date");
  if (date) onSkew?.(Date.parse(date) - Date.now());
  if (!response.ok) throw await readProblem(response);
  return response;
}

async function readProblem(response: Response): Promise<RequestError> {
  const problem = Problem.safeParse(await response.json().catch(() => undefined));
  if (problem.success) {
    const { code, detail, status, hint } = problem.data;
    return new RequestError(code, detail, status, hint, problem.data);
  }
  return new RequestError("unexpected", `Wardroom answered with status ${response.status}.`, response.status);
}

/**
 * Sends a request and gives the answer as its contract says, or throws a `RequestError`. It shows nothing: whoever calls
 * decides what a failure looks like.
 */
export async function request<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const response = await send(path, options);
  const answer = schema.safeParse(await response.json());
  if (answer.success) return answer.data;
  throw new RequestError(
    "unexpected",
    "Wardroom answered in a way this page does not know.",
    response.status,
    "Reload the page: it is probably older than the server.",
  );
}

/** The same for an answer that is text, such as the bytes of a document. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await send(path, options)).text();
}

/** The same for a change whose answer says nothing but that it was done. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await send(path, options);
}
