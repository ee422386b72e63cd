import { hash as hashOf } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
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
export function writeText(text: string): Written {
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
