import { answeredInBetween, RequestError } from "@/lib/client/request-error";
import type { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { untilKnown } from "@/lib/core/until-known";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** The ETag the change is based on; an older one answers `stale`. */
  ifMatch?: string;
  /**
   * Makes a repeated change safe: the same key and body give the first answer again. One of its own when left out; null where it changes
   * nothing a second time.
   */
  idempotencyKey?: string | null;
  accept?: string;
  /** The tag of an answer that is still at hand: the server says 304 where it would give the same. */
  ifNoneMatch?: string;
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
  if (options.ifNoneMatch !== undefined) headers["if-none-match"] = options.ifNoneMatch;
  if (typeof options.idempotencyKey === "string") headers["idempotency-key"] = options.idempotencyKey;
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
  if (!response.ok && response.status !== 304) throw await readProblem(response, options);
  return response;
}

/** Sends a change under its key, or a new one if it has none, until its outcome is known. */
function change(path: string, options: RequestOptions): Promise<Response> {
  const { idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join("-") } = options;
  const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));
  return untilKnown(() => send(path, { ...options, idempotencyKey }), rest);
}

/** How long to wait before repeating a change whose outcome is unknown. Milliseconds. */
const REST_MS = 1_000;

async function readProblem(response: Response, { method = "GET" }: RequestOptions): Promise<RequestError> {
  const [{ hintForPage, stepsForPage }, answer] = await Promise.all([
    import("@/lib/client/next-steps"),
    response.json().catch(() => undefined) as Promise<unknown>,
  ]);
  if (isProblem(answer)) {
    const { code, detail, status } = answer;
    return new RequestError(code, detail, status, hintForPage(answer), answer, stepsForPage(answer));
  }
  return answeredInBetween("Wardroom", response.status, method !== "GET");
}

/** Whether an answer tells of a problem; it does not where something in between answered for the server. */
function isProblem(answer: unknown): answer is Problem {
  const { code, detail, status } = (answer ?? {}) as Partial<Record<keyof Problem, unknown>>;
  return (
    typeof code === "string" && Object.hasOwn(ERRORS, code) && typeof detail === "string" && typeof status === "number"
  );
}

/** What was read last at each address, with its tag: in this page's memory alone, and as many as a few pages show. */
const kept = new Map<string, { tag: string; answer: unknown }>();
const MOST_KEPT = 50;

/**
 * Sends a request and gives the answer, or throws a `RequestError`. The server holds its answers to their contracts; only
 * a body that is not JSON is refused here. It shows nothing: whoever calls decides what a failure looks like.
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  if (options.method !== undefined && options.method !== "GET") return readAnswer<Answer>(await change(path, options));
  const known = kept.get(path);
  const response = await send(path, { ...options, ...(known && { ifNoneMatch: known.tag }) });
  if (response.status === 304) return known?.answer as Answer;
  const answer = await readAnswer<Answer>(response);
  const tag = response.headers.get("x-wardroom-view") ?? response.headers.get("etag");
  kept.delete(path);
  if (tag !== null) kept.set(path, { tag, answer });
  const [oldest = ""] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  return answer;
}

/** The answer of the server, of whatever status. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new RequestError(
      "unexpected",
      "Wardroom answered in a way this page does not know.",
      response.status,
      "Reload the page, and see whether something between it and the server answers in its place.",
    );
  }
}

/** The same for an answer that is text, such as the bytes of a document. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await send(path, options)).text();
}

/** The same for a change whose answer says nothing but that it was done. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await change(path, options);
}
