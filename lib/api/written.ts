import { createHash, hash as hashOf } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { z } from "zod";
import type { Connection } from "@/lib/api/connection";
import type { Caller } from "@/lib/services/workspace/caller";

/** What an answer says, as it goes over a connection. What is made of it is kept as long as it is. */
export interface Written {
  content: string | Buffer;
  hash?: string;
  packed?: Promise<Buffer>;
}

/** From this length on, a text is encoded once and not for each who reads it, and worth compressing. Characters. */
const LONG = 8_000;

/** Fast, and within a few percent of the best for JSON. */
const GZIP = { level: 4 };

/** The tag of an answer whose `ETag` is that of the document it is about. */
export const VIEW = "x-wardroom-view";

/** A text that may be sent more than once. */
function writeText(text: string): Written {
  return { content: text.length < LONG ? text : Buffer.from(text) };
}

/**
 * A response that holds what was written. Whoever sends it over a connection takes that as it is: to make a stream of it and to read
 * it out again takes longer than most of what is done to answer. Everybody else finds a response like any other.
 */
class WrittenResponse extends Response {
  #whole: Response | undefined;

  constructor(
    readonly written: Written,
    init: ResponseInit,
  ) {
    super(null, init);
  }

  override get body(): Response["body"] {
    return this.#own.body;
  }
  override get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }
  override text(): Promise<string> {
    return this.#own.text();
  }
  override json(): Promise<unknown> {
    return this.#own.json();
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#own.arrayBuffer();
  }
  override blob(): Promise<Blob> {
    return this.#own.blob();
  }
  override formData(): Promise<FormData> {
    return this.#own.formData();
  }
  override clone(): Response {
    return this.#own.clone();
  }

  get #own(): Response {
    const { content } = this.written;
    const body = typeof content === "string" ? content : new Uint8Array(content);
    return (this.#whole ??= new Response(body, { status: this.status, headers: this.headers }));
  }
}

/** A response that holds a text, or the bytes of one; its type must be among the headers. */
export function responseOf(said: string | Written, init: ResponseInit): Response {
  return new WrittenResponse(typeof said === "string" ? { content: said } : said, init);
}

/** What a response was made of by `responseOf`; undefined for any other response. */
export function knownContent(response: Response): Written["content"] | undefined {
  return response instanceof WrittenResponse ? response.written.content : undefined;
}

/** What a route's contract says of its answer. */
interface Answering {
  response: z.ZodType | null;
  status?: number | ((answer: never) => number);
}

/** The answer of a route by its contract, as JSON; 204 where that has none. */
export function respond({ response, status = 200 }: Answering, answer: unknown): Response {
  if (response === null) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  const kept = writeOut(response, answer, status);
  return responseOf(kept, kept.init);
}

/** An answer by its contract, and how it is sent. */
interface Kept extends Written {
  schema: z.ZodType;
  init: { status: number; headers: Record<string, string> };
}

/** Answers that were written out. A service that gives the same object again means the same by it. */
const written = new WeakMap<object, Kept>();

function writeOut(schema: z.ZodType, answer: unknown, status: NonNullable<Answering["status"]>): Kept {
  const key = typeof answer === "object" && answer !== null ? answer : {};
  const before = written.get(key);
  if (before?.schema === schema) return before;
  const frozen = writeFrozen(schema, answer);
  const body = frozen === null ? schema.parse(answer) : answer;
  const headers: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  if (typeof body === "object" && body !== null && "etag" in body && typeof body.etag === "string")
    headers["etag"] = body.etag;
  const init = { status: typeof status === "function" ? status(body as never) : status, headers };
  const now = { ...(frozen ?? writeText(JSON.stringify(body))), schema, init };
  written.set(key, now);
  return now;
}

/** So many entries of a list are written out together. */
const RUN = 64;

/** Entries of a list as they are written out, and what stands for it in the hash of the whole. */
interface Run {
  schema: z.ZodType;
  entries: readonly unknown[];
  bytes: Buffer;
  hash: string;
}

/** Runs by their first entries. */
const runs = new WeakMap<object, Run>();

/**
 * A frozen answer as JSON, parsed by its contract; null for any other. Frozen objects in it are assembled field by field, and
 * frozen lists from runs of their entries, which nobody may change: a run of the same entries as before is not parsed, written or hashed again.
 */
function writeFrozen(schema: z.ZodType, answer: unknown): Written | null {
  if (!isFrozen(answer)) return null;
  const pieces = [...piecesOf(schema, answer)];
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(typeof piece === "string" ? piece : piece.hash);
  const bytes = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece.bytes));
  return { content: Buffer.concat(bytes), hash: hash.digest("hex") };
}

function* piecesOf(schema: z.ZodType, value: unknown): Generator<string | Run> {
  if (isFrozen(value) && schema instanceof z.ZodObject) {
    let sign = "{";
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      const each = value[name];
      if (each === undefined && field.parse(each) === undefined) continue;
      yield `${sign}${JSON.stringify(name)}:`;
      yield* piecesOf(field, each);
      sign = ",";
    }
    yield sign === "{" ? "{}" : "}";
  } else if (Array.isArray(value) && Object.isFrozen(value) && schema instanceof z.ZodArray) {
    yield "[";
    const entries: readonly unknown[] = value;
    const element = schema.element as z.ZodType;
    const isWhole = entries.every(isFrozen);
    for (let at = 0; at < entries.length; at += isWhole ? 1 : RUN) {
      if (at > 0) yield ",";
      if (isWhole) yield* piecesOf(element, entries[at]);
      else yield runOf(schema, entries.slice(at, at + RUN));
    }
    yield "]";
  } else yield JSON.stringify(schema.parse(value));
}

function runOf(schema: z.ZodType, entries: readonly unknown[]): Run {
  const first = entries[0] as object;
  const before = runs.get(first);
  if (before?.schema === schema && isSameList(before.entries, entries)) return before;
  const bytes = Buffer.from(JSON.stringify(schema.parse(entries)).slice(1, -1));
  const run = { schema, entries, bytes, hash: hashOf("sha256", bytes) };
  runs.set(first, run);
  return run;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

function isFrozen(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.isFrozen(value);
}

/**
 * The answer to a read, with a tag: 304 where the reader has the very same answer to the very same question already, and
 * compressed where it goes to another machine that wants it so. The tag is made of all that is answered, the credential, the role
 * and the address, so that nothing it depends on can change behind it: it is the `ETag`, or `X-Wardroom-View` where a
 * document has that. The `ETag` alone serves where it is the hash of the answer's own bytes.
 */
export async function answerRead(
  response: Response,
  { request, caller, connection }: { request: Request; caller: Caller | null; connection: Connection },
): Promise<Response> {
  if (!(response instanceof WrittenResponse) || response.status !== 200) return response;
  const { written, headers } = response;
  const hash = (written.hash ??= hashOf("sha256", written.content));
  const by = caller === null ? "" : `${caller.credentialId} ${caller.role ?? ""}`;
  const tag = hashOf("sha256", `${hash}\n${by}\n${request.url}`, "base64url");
  const etag = headers.get("etag");
  headers.set(etag === null ? "etag" : VIEW, `"${tag}"`);
  const known = (request.headers.get("if-none-match") ?? "").split(",").map(tagIn);
  if (known.includes(tag) || (etag === `"${hash}"` && known.includes(hash)))
    return new Response(null, { status: 304, headers });
  if (written.content.length < LONG || isNear(connection) || !takesGzip(request)) return response;
  written.packed ??= promisify(gzip)(written.content, GZIP);
  headers.set("content-encoding", "gzip");
  headers.set("vary", "accept-encoding");
  return responseOf({ content: await written.packed }, { headers });
}

/** The tag that a condition names: `"3f9a…"`, `W/"3f9a…"`, or `"3f9a…-gzip"` as a server between has it that compresses. */
export function tagIn(condition: string): string {
  return condition
    .trim()
    .replace(/^W\//, "")
    .replaceAll('"', "")
    .replace(/-gzip$/, "");
}

/** Whether the reader is on this machine, where compressing takes longer than sending. */
function isNear({ address }: Connection): boolean {
  return address === null || /^(?:::ffff:)?127\.|^::1$/.test(address);
}

function takesGzip({ headers }: Request): boolean {
  return parseAccept(headers.get("accept-encoding") ?? "").some(({ type, q }) => type === "gzip" && q > 0);
}
