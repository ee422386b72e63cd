import { createHmac, timingSafeEqual } from "node:crypto";
import { Agent, request as sendOn, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@/lib/api/connection";
import { identify, nameInHeader, readBytes } from "@/lib/api/guard";
import { assertNotCrossOrigin, assertOwnOrigin, hostAt } from "@/lib/api/origin";
import { problemResponse } from "@/lib/api/problem";
import { passNote } from "@/lib/api/request-note";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { runtime, type Runtime } from "@/lib/runtime";
import { z } from "zod";

/** By which a server shows that it is one. */
const FORWARDED = "x-wardroom-forwarded";

/** An owner that cannot be reached is waited for so long, as while it ends; one that has not answered for so long is asked whether it lives. Milliseconds. */
const UNREACHED_MS = 3_000;
const SILENT_MS = 1_500;
const CONNECT_MS = 1_000;
const LONGEST_MS = 7_500;
const AGAIN_MS = 100;

const MISDIRECTED = 421;

/** What belongs to a connection and not to a message. */
const OF_A_CONNECTION = new Set(
  "connection host keep-alive transfer-encoding upgrade te trailer content-length expect".split(" "),
);

/** The connections to each server, which end with the session of one that is an owner no more: its streams would tell of nothing. */
const agents = new Map<string, Agent>();

/** A message in which a tool is called. */
const NamesPlace = z.object({ params: z.object({ arguments: z.object({ workspace: z.string() }) }) });

/** Nothing of a request can have reached the server. */
class Unreached extends Error {}

/** The server has a request, and answers nobody. */
class StandsStill extends Error {}

/** A request as it reached this server. */
export interface Arrived {
  request: Request;
  connection: Connection;
}

/**
 * Has a request answered by the server that owns the workspace that it is about; answers the request, to be answered here, where that is this one or
 * there is only one. If the owner cannot be reached, or stands still, its session is ended and this server owns what it did.
 */
export async function forward(arrived: Arrived): Promise<Arrived | Response> {
  const { request } = arrived;
  const { pathname } = new URL(request.url);
  // Health, sign-ins and lists are answered by whichever server is asked.
  const [, of, page] = /^\/(?:api\/v1\/workspaces\/([^/]+)|(?!api\/)([^/]+))/.exec(pathname) ?? []; // /api/v1/workspaces/shop/needs, /shop/needs
  const isMcp = pathname === "/api/mcp";
  if (of === undefined && page === undefined && !isMcp) return arrived;
  try {
    const own = await runtime();
    const { owners } = own;
    if (owners === null) return arrived;
    const asked = { ...asSent(arrived, own), own, owners };
    const named = of ?? page ?? nameInHeader(request.headers, "x-wardroom-workspace");
    if (named !== null) return await toOwner(asked, named);
    const body = Buffer.from(await readBytes(request));
    const read = { ...asked, request: withBody(request, body) };
    const place = NamesPlace.safeParse(parseJson(body.toString("utf8")));
    const one = place.data?.params.arguments.workspace ?? (await workspaceOfToken(read));
    return one === null ? read : await toOwner(read, one);
  } catch (error) {
    return problemResponse(error, request);
  }
}

interface Asked extends Arrived {
  isForwarded: boolean;
  own: Runtime;
  owners: NonNullable<Runtime["owners"]>;
}

/** The request with the address that it came from in truth, where another server sent it on. */
function asSent({ request, connection }: Arrived, own: Runtime): Arrived & Pick<Asked, "isForwarded"> {
  const said = request.headers.get(FORWARDED);
  if (said === null) return { request, connection, isForwarded: false };
  const mark = Buffer.from(said);
  const ours = Buffer.from(markOf(own));
  if (mark.length !== ours.length || !timingSafeEqual(mark, ours)) return { request, connection, isForwarded: false };
  const address = request.headers.get("x-forwarded-for");
  const known = Object.create(connection, { address: { value: address } }) as Connection;
  return { request, connection: known, isForwarded: true };
}

/** What only servers can say that have the same secret. */
function markOf({ configuration }: Runtime): string {
  return createHmac("sha256", configuration.secret ?? "")
    .update("forwarded")
    .digest("base64url");
}

async function toOwner(asked: Asked, workspace: string): Promise<Arrived | Response> {
  const { request, connection, own, owners } = asked;
  if (!own.configuration.recorded.includes(workspace) || owners.isOwn(workspace)) return asked;
  let owner = await owners.ownerOf(workspace);
  if (owner === null) return asked;
  if (asked.isForwarded) return new Response(null, { status: MISDIRECTED });
  // A page of another origin gets no further than here.
  assertOwnOrigin(request.headers, own.configuration);
  assertNotCrossOrigin(request.headers);
  const body = Buffer.from(await readBytes(request));
  const isRepeatable = ["GET", "HEAD"].includes(request.method) || request.headers.has("idempotency-key");
  const began = Date.now();
  while (owner !== null) {
    try {
      const answer = await answerOf(owner, { request, body, headers: headersFor(owner, request, connection, own) });
      if (answer.statusCode !== MISDIRECTED) return responseOf(answer);
      answer.resume();
    } catch (error) {
      if (request.signal.aborted) throw error;
      const isReached = !(error instanceof Unreached);
      // What ends by itself is left to end: its session goes with it.
      if (isReached || Date.now() > began + UNREACHED_MS) {
        if (error instanceof StandsStill || !(await lives(owner))) {
          await owners.depose(workspace, owner);
          agents.get(owner)?.destroy();
          agents.delete(owner);
        }
      }
      if (isReached && !isRepeatable) throw unknownEnd(error);
    }
    if (Date.now() > began + LONGEST_MS) throw noAnswer();
    await wait(AGAIN_MS);
    owner = await owners.ownerOf(workspace, { isDoubted: true });
  }
  return { request: withBody(request, body), connection };
}

/** The request, whose body has been read. */
function withBody(request: Request, body: Buffer): Request {
  const { url, method, headers, signal } = request;
  return passNote(
    request,
    new Request(url, { method, headers, signal, ...(body.length > 0 && { body: new Uint8Array(body) }) }),
  );
}

/** The workspace of a token that is for one alone; null for any other, which its own server is left to judge. */
async function workspaceOfToken({ request, own }: Asked): Promise<string | null> {
  const about = { address: null, workspace: null };
  return identify(request.headers, own.services, about).then(
    (caller) => caller.workspace,
    () => null,
  );
}

/** Whether a page is of a workspace that another server owns. */
export async function isElsewhere(path: string): Promise<boolean> {
  const { owners, configuration } = await runtime();
  const [, workspace = ""] = /^\/([^/?]+)/.exec(path) ?? []; // /shop/needs?role=Lead
  if (owners === null || !configuration.recorded.includes(workspace)) return false;
  // Where that cannot be found out, the page says so.
  return owners.ownerOf(workspace).then(
    (owner) => owner !== null,
    () => false,
  );
}

/** A page of another server's. Whoever asked while this one took over asks again. */
export async function sendPage(request: Request, connection: Connection): Promise<Response> {
  const sent = await forward({ request, connection });
  if (sent instanceof Response) return sent;
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 307, headers: { location: pathname + search } });
}

/** What is sent on: as it came, but for whom it is addressed to, and who it comes from. */
function headersFor(owner: string, { headers }: Request, { address }: Connection, own: Runtime): OutgoingHttpHeaders {
  const sent = Object.fromEntries([...headers].filter(([name]) => !OF_A_CONNECTION.has(name)));
  const host = headers.get("host") ?? "";
  const at = hostAt(host, owner, own.configuration);
  if (sent["origin"]?.toLowerCase() === `http://${host.toLowerCase()}`) sent["origin"] = `http://${at}`;
  // The key of this machine's commands is known here alone.
  const key = own.announced()?.key;
  if (key !== undefined && sent["authorization"] === `Bearer ${key}`)
    sent["authorization"] = `Bearer ${own.ownerToken}`;
  const from = { "x-forwarded-for": address ?? "127.0.0.1", [FORWARDED]: markOf(own) };
  return { ...sent, ...from, host: at };
}

/** The beginning of the owner's answer. Throws `Unreached`, or whatever ended the connection, as where the owner stands still. */
async function answerOf(
  owner: string,
  { request, body, headers }: { request: Request; body: Buffer; headers: OutgoingHttpHeaders },
): Promise<IncomingMessage> {
  const still = new AbortController();
  const watching = setInterval(() => {
    void lives(owner).then((alive) => alive || still.abort(new StandsStill()));
  }, SILENT_MS);
  const { pathname, search } = new URL(request.url);
  const signal = AbortSignal.any([request.signal, still.signal]);
  const agent = agents.get(owner) ?? new Agent({ keepAlive: true });
  agents.set(owner, agent);
  const options = { agent, method: request.method, headers: { ...headers, "content-length": body.length }, signal };
  try {
    return await send(owner + pathname + search, options, body);
  } catch (error) {
    throw (still.signal.reason as StandsStill | undefined) ?? error;
  } finally {
    clearInterval(watching);
  }
}

function send(url: string, options: Parameters<typeof sendOn>[1], body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isReached = false;
    const sent = sendOn(url, options, resolve);
    sent.once("socket", (socket) => {
      const reached = () => (isReached = true);
      if (!socket.connecting) return void reached();
      const late = setTimeout(() => socket.destroy(new Unreached("it takes no connection")), CONNECT_MS);
      socket
        .once("connect", reached)
        .once("close", () => clearTimeout(late))
        .once("connect", () => clearTimeout(late));
    });
    sent.once("error", (error) => reject(isReached ? error : new Unreached("it cannot be reached", { cause: error })));
    sent.end(body);
  });
}

const looks = new Map<string, Promise<boolean>>();

/** Whether a server answers at all; who asks meanwhile is told the same. */
function lives(owner: string): Promise<boolean> {
  const known = looks.get(owner);
  if (known !== undefined) return known;
  const signal = AbortSignal.timeout(SILENT_MS);
  const looking = send(`${owner}/api/health/live`, { signal })
    .then(
      (answer) => {
        answer.resume();
        return true;
      },
      () => false,
    )
    .finally(() => looks.delete(owner));
  looks.set(owner, looking);
  return looking;
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct))
    if (!OF_A_CONNECTION.has(name)) for (const each of value ?? []) headers.append(name, each);
  const status = answer.statusCode ?? 502;
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers });
}

function unknownEnd(cause: unknown): AppError {
  const hint = "Repeat it with the same Idempotency-Key; without one, read what is there first.";
  const message = "The server of this workspace broke off before it answered. The change may be stored or not.";
  return new AppError("outcome_unknown", message, { hint }, { cause });
}

function noAnswer(): AppError {
  return new AppError("busy", "The server of this workspace cannot be reached; nothing was changed.", {
    hint: "Try again.",
  });
}
