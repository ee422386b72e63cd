import type { z } from "zod";
import { RequestError } from "@/lib/client/request-error";

/**
 * Where the contract of an answer is. Contracts are loaded with the first answer and not with the page: a page that the
 * server has filled needs none until something changes.
 */
export type Contract<Schema extends z.ZodType> = () => Promise<Schema>;

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
      // What was read is read again once the server answers; a change is not sent twice unasked.
      options.method === undefined || options.method === "GET"
        ? "Check that the server is running. The page reads it again once it is."
        : "Check that the server is running, then try again.",
    );
  }
  const date = response.headers.get("date");
  if (date) onSkew?.(Date.parse(date) - Date.now());
  if (!response.ok) throw await readProblem(response);
  return response;
}

async function readProblem(response: Response): Promise<RequestError> {
  const [{ findProblem }, { hintForPage, stepsForPage }, answer] = await Promise.all([
    import("@/lib/client/read-answer"),
    import("@/lib/client/next-steps"),
    response.json().catch(() => undefined) as Promise<unknown>,
  ]);
  const problem = findProblem(answer);
  if (problem) {
    const { code, detail, status } = problem;
    return new RequestError(code, detail, status, hintForPage(problem), problem, stepsForPage(problem));
  }
  return new RequestError("unexpected", `Wardroom answered with status ${response.status}.`, response.status);
}

/**
 * Sends a request and gives the answer as its contract says, or throws a `RequestError`. It shows nothing: whoever calls
 * decides what a failure looks like.
 */
export async function request<Schema extends z.ZodType>(
  contract: Contract<Schema>,
  path: string,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const [response, schema, { readAnswer }] = await Promise.all([
    send(path, options),
    contract(),
    import("@/lib/client/read-answer"),
  ]);
  return readAnswer(schema, await response.json(), response.status);
}

/** The same for an answer that is text, such as the bytes of a document. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await send(path, options)).text();
}

/** The same for a change whose answer says nothing but that it was done. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await send(path, options);
}
