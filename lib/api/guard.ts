import { isRunId } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import type { Listening } from "@/lib/api/listening";
import { assertNotCrossOrigin, assertOwnOrigin } from "@/lib/api/origin";
import type { Connection } from "@/lib/api/connection";
import { secretOfCookie } from "@/lib/api/session-cookie";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

/** Bytes a body may have. */
export const BODY_LIMIT = 1_000_000;

/** Whether a handler needs to know who is calling. */
export type AccessLevel = "public" | "caller";

interface Guarding {
  services: Services;
  listening: Listening;
  connection: Connection;
  /** The workspace that the request is about; null where it is about none in particular. */
  workspace: string | null;
}

/**
 * What every request passes before its handler sees it: it is meant for this server, comes from no foreign page, and
 * carries a credential. Answers the caller, or null for a public handler. Throws `forbidden` or `unauthenticated`.
 */
export async function guard(
  request: Request,
  access: AccessLevel,
  { services, listening, connection, workspace }: Guarding,
): Promise<Caller | null> {
  assertOwnOrigin(request.headers, listening);
  assertNotCrossOrigin(request.headers);
  if (access === "public") return null;
  return identify(request.headers, services, { address: connection.address, workspace });
}

/** The caller that a request's headers speak for: a bearer token, else the browser's cookie, which may be somebody else's in each workspace. */
export async function identify(
  headers: Headers,
  { authentication }: Services,
  { address, workspace }: Pick<Connection, "address"> & { workspace: string | null },
): Promise<Caller> {
  const role = nameInHeader(headers, "x-wardroom-role");
  const run = runInHeader(headers);
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]; // Bearer wr_8f4c…
    if (token === undefined) throw missing();
    const source = headers.get("x-wardroom-client") === "cli" ? "cli" : "api";
    return { ...(await authentication.authenticate({ token, source, role, address, workspace })), ...run };
  }
  const secret = secretOfCookie(headers.get("cookie"), authentication.folderId);
  if (secret === null) throw missing();
  return authentication.authenticateBrowser({ secret, role, workspace });
}

/** The id of the calling conversation, if one is given. Throws `invalid_input` for anything that is not a run id. */
function runInHeader(headers: Headers): { run?: string } {
  const run = headers.get("x-wardroom-run");
  if (run === null) return {};
  if (isRunId(run)) return { run };
  throw new AppError("invalid_input", "X-Wardroom-Run is not the id of a run.", {
    hint: "Write the client, a colon and its id of the conversation, such as claude:7f0c8d9e; at most 200 characters, without spaces.",
    errors: [{ path: "X-Wardroom-Run", message: "is not an id of a run" }],
  });
}

/** A name in a header. It may be of any script; a header's bytes are then UTF-8, which arrives as Latin-1. */
export function nameInHeader(headers: Headers, header: string): string | null {
  const value = headers.get(header);
  if (value === null || /^[\x20-\x7e]*$/.test(value)) return value; // implementer-1
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/**
 * The body as JSON; undefined when there is none. Throws `unsupported_media` for anything but JSON, `too_large` past the
 * limit (read no further than that), `invalid_input` for malformed JSON.
 */
export async function readJson(request: Request): Promise<{ value: unknown; text: string }> {
  const text = await readText(request);
  if (text === "") return { value: undefined, text };
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\b/i.test(type)) {
    // application/json; charset=utf-8
    throw new AppError("unsupported_media", `A change must be JSON, not ${type === "" ? "of no type" : type}.`, {
      hint: "Send Content-Type: application/json.",
    });
  }
  try {
    return { value: JSON.parse(text) as unknown, text };
  } catch (error) {
    const message = error instanceof Error ? error.message : "not JSON";
    throw new AppError("invalid_input", `The body is not valid JSON: ${message}.`, {
      hint: "Send one JSON object; quote its keys and escape line ends in strings.",
    });
  }
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_input", "The body is not valid UTF-8.", { hint: "Encode the JSON as UTF-8." });
  }
}

export async function readBytes(request: Request): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > BODY_LIMIT) throw tooLarge();
  // The server reads no more of a body than it says to have: nobody needs to count while it comes.
  if (length !== null) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > BODY_LIMIT) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  return new AppError("too_large", "The body is larger than 1 MB.", {
    hint: "Split the change into smaller ones, or keep long material in a file and say where it is.",
  });
}

function missing(): AppError {
  return new AppError("unauthenticated", "No credential came with the request.", {
    hint: "Send Authorization: Bearer <token>, or open the login address that the server printed.",
  });
}
