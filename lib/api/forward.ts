import { createHmac, timingSafeEqual } from "node:crypto";
import {
  Agent,
  request as sendOn,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@/lib/api/connection";
import { decode } from "@/lib/api/define-route";
import { identify, nameInHeader, readBytes } from "@/lib/api/guard";
import { assertOwnOrigin, hostAt, ledTo } from "@/lib/api/origin";
import { problemResponse } from "@/lib/api/problem";
import { noteOf, passNote } from "@/lib/api/request-note";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { runtime, type Runtime } from "@/lib/runtime";
import { z } from "zod";

/** By which a server shows that it is one, when it asks and when it answers. */
const FORWARDED = "x-wardroom-forwarded";

/** An owner that cannot be reached is waited for so long, as while it ends; one that has not answered for so long is asked whether it lives. Milliseconds. */
const UNREACHED_MS = 3_000;
const SILENT_MS = 1_500;
const CONNECT_MS = 1_000;
const LONGEST_MS = 7_500;
const AGAIN_MS = 100;
/** Silence is counted in steps of so long: one counts once, however late a full machine ends it. Milliseconds. */
const STEP_MS = 100;
/** At most so many times the patience is had where so many more processes than cores want to run: an owner beside them is as slow. */
const FULLEST = 5;
/** Where everything about a workspace has come by another server for so long, that one is to own it. Milliseconds. */
const HANDOVER_MS = 30_000;

const MISDIRECTED = 421;

/** What belongs to a connection and not to a message. */
const OF_A_CONNECTION = new Set(
  `connection host keep-alive transfer-encoding upgrade te trailer content-length expect ${FORWARDED}`.split(" "),
);

/** The connections to each server, which end with the session of one that is an owner no more: its streams would tell of nothing. */
const agents = new Map<string, Agent>();

/** A message in which a tool is called. */
const NamesPlace = z.object({ params: z.object({ arguments: z.object({ workspace: z.string() }) }) });

/** Nothing of a request can have reached the server. */
class Unreached extends Error {}

/** The server has a request, and answers nobody; or what answers is no server that shares the workspace. */
class StandsStill extends Error {}

/** A request as it reached this server, and what its address is of: the route, and the workspace as it is named there. */
export interface Arrived {
  request: Request;
  connection: Connection;
  address: string | null;
  workspace: string | undefined;
}

type Here = (arrived: Arrived) => Promise<Response>;

/**
 * Has a request answered by the server that owns the workspace that it is about: `here`, where that is this one or there is only one. If the owner
 * cannot be reached, or stands still, its session is ended and this server owns what it did.
 */
export async function forward(arrived: Arrived, here: Here): Promise<Response> {
  const { request, workspace } = arrived;
  // Health, sign-ins and lists are answered by whichever server is asked.
  if (workspace === undefined && arrived.address !== "/api/mcp") return here(arrived);
  const answered = async (own: Runtime, isForwarded: boolean) => {
    const { owners } = own;
    if (owners === null) return here(arrived);
    // The address that it came from in truth.
    const address = { value: request.headers.get("x-forwarded-for") };
    const connection = isForwarded
      ? (Object.create(arrived.connection, { address }) as Connection)
      : arrived.connection;
    const asked = { ...arrived, connection, isForwarded, own, owners, here };
    if (workspace !== undefined) return toOwner(asked, decode(workspace));
    const read = { ...asked, request: withBody(request, await readBytes(request)) };
    return toOwner(read, (await workspaceAsked(read)) ?? "");
  };
  const refused = (error: unknown) => problemResponse(error, request);
  try {
    const own = await runtime();
    const mark = answerMark(request.headers.get(FORWARDED), own);
    const answer = await answered(own, mark !== null).catch(refused);
    if (mark !== null) answer.headers.set(FORWARDED, mark);
    return answer;
  } catch (error) {
    return refused(error);
  }
}

interface Asked extends Arrived {
  isForwarded: boolean;
  own: Runtime;
  owners: NonNullable<Runtime["owners"]>;
  here: Here;
}

/** The workspace that a message is about, by the rule of `workspaceOf`; null where that is for its own server to judge. */
async function workspaceAsked({ request, own }: Asked): Promise<string | null> {
  const message = NamesPlace.safeParse(parseJson(await request.clone().text()));
  if (message.success) return message.data.params.arguments.workspace;
  const about = { address: null, workspace: null };
  const { workspaces, services } = own;
  const only = workspaces.length === 1 ? (workspaces[0] ?? null) : null;
  return (
    nameInHeader(request.headers, "x-wardroom-workspace") ??
    (await identify(request.headers, services, about).then(
      (caller) => caller.workspace ?? only,
      () => null,
    ))
  );
}

/** What the answer to a request bears that another server sent on; null for any other request. */
function answerMark(said: unknown, own: Runtime): string | null {
  if (typeof said !== "string") return null;
  const [theirs, ours] = [Buffer.from(said), Buffer.from(markOf(own, "forwarded"))];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? markOf(own, "answered") : null;
}

/** What only servers can say that have the same secret. */
function markOf({ configuration }: Runtime, what: "forwarded" | "answered"): string {
  return createHmac("sha256", configuration.secret ?? "")
    .update(what)
    .digest("base64url");
}

/** When a workspace that this server owns was asked for here last, or became its own. */
const asked = new Map<string, number>();

/** Whether all that is asked about a workspace comes by another server, as by a proxy that sends it there since that is back. */
function isWantedElsewhere(workspace: string, isForwarded: boolean): boolean {
  const now = performance.now();
  const last = asked.get(workspace);
  if (!isForwarded || last === undefined) asked.set(workspace, now);
  return isForwarded && last !== undefined && now - last > HANDOVER_MS;
}

async function toOwner(given: Asked, workspace: string): Promise<Response> {
  const { connection, own, owners, here, isForwarded } = given;
  if (!own.configuration.recorded.includes(workspace)) return here(given);
  const isRead = ["GET", "HEAD"].includes(given.request.method);
  const body = isRead ? null : await readBytes(given.request);
  const request = body === null ? given.request : withBody(given.request, body);
  let began = performance.now();
  let broke: unknown = null;
  for (let isDoubted = false; ; isDoubted = true) {
    if (isDoubted && performance.now() > began + LONGEST_MS) throw broke === null ? noAnswer() : unknownEnd(broke);
    if (isDoubted) await wait(AGAIN_MS);
    // What another server sent on is no reason to become the owner: that one becomes it.
    if (isForwarded && (owners.hasLeft || !owners.isOwn(workspace))) return misdirected();
    const owner = await owners.ownerOf(workspace, { isDoubted });
    if (owner === null) {
      if (isWantedElsewhere(workspace, isForwarded)) {
        asked.delete(workspace);
        await owners.release(workspace);
        return misdirected();
      }
      const answer = await here({ ...given, request: body === null ? request : withBody(request, body) });
      const note = noteOf(request);
      if (note.isElsewhere !== true) return answer;
      // The session ended, that it was the owner by, before this was done.
      if (isForwarded) return misdirected();
      if (own.closing.aborted) return answer;
      note.isElsewhere = false;
      continue;
    }
    asked.delete(workspace);
    // By another name than that of this server it gets no further than here: the owner is told its own.
    if (!isDoubted) assertOwnOrigin(request.headers, own.configuration);
    const led = given.address === null ? ledTo(request, own.configuration) : null;
    if (led !== null) return new Response(null, { status: 307, headers: { location: led } });
    try {
      const answer = await answerOf(owner, {
        ...{ request, body, connection },
        headers: headersFor(owner, request, connection, own),
      });
      if (answer.headers[FORWARDED] !== markOf(own, "answered")) throw new StandsStill("it is another program");
      if (answer.statusCode !== MISDIRECTED) return responseOf(answer);
      answer.resume();
    } catch (error) {
      if (request.signal.aborted) throw error;
      const isReached = !(error instanceof Unreached);
      // What ends by itself is left to end: its session goes with it.
      const isDue = isReached || performance.now() > began + UNREACHED_MS;
      if (isReached && !isRead) broke = error;
      if (isDue && (error instanceof StandsStill || !(await lives(owner)))) {
        agents.get(owner)?.destroy();
        agents.delete(owner);
        const session = await owners.depose(workspace, owner);
        if (session === null) throw broke === null ? noAnswer() : unknownEnd(broke);
        if (session > 0) {
          const waited = `${Math.round(performance.now() - began)} ms after it was asked: ${(error as Error).message}`;
          console.warn(`Ended session ${session} of ${owner}, which owned ${workspace}, ${waited}.`);
          own.metrics.ownerEnded();
          // Whoever takes over has as long to answer as that one had.
          began = performance.now();
        }
      }
      if (broke !== null && !request.headers.has("idempotency-key")) throw unknownEnd(broke);
    }
  }
}

function misdirected(): Response {
  return new Response(null, { status: MISDIRECTED });
}

/** The request, whose body has been read. */
function withBody(request: Request, body: Uint8Array): Request {
  const { url, method, headers, signal } = request;
  const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
  return passNote(request, new Request(url, { method, headers, signal, ...sent }));
}

/** What a page's address begins with; none is of a workspace that is spelt in another way. */
function workspaceIn(path: string): string {
  return /^\/([^/?]+)/.exec(path)?.[1] ?? ""; // /shop/needs?role=Lead
}

/** Whether a page is of a workspace that another server owns; tells who sent a request for it on that one does that shares the workspace. */
export async function isElsewhere({ url = "", headers }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const own = await runtime();
  const workspace = workspaceIn(url);
  if (own.owners === null || !own.configuration.recorded.includes(workspace)) return false;
  const mark = answerMark(headers[FORWARDED], own);
  if (mark !== null) response.setHeader(FORWARDED, mark);
  // Where that cannot be found out, the page says so.
  const isOwn = await own.owners.ownerOf(workspace).then(
    (owner) => owner === null,
    () => true,
  );
  if (isOwn) isWantedElsewhere(workspace, mark !== null);
  return !isOwn;
}

/** A page of another server's. Whoever asked while this one took over asks again. */
export async function sendPage(request: Request, connection: Connection): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const again = () => new Response(null, { status: 307, headers: { location: pathname + search } });
  const asked = { request, connection, address: null, workspace: workspaceIn(pathname) };
  return forward(asked, () => Promise.resolve(again()));
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
  const from = { "x-forwarded-for": address ?? "127.0.0.1", [FORWARDED]: markOf(own, "forwarded") };
  return { ...sent, ...from, host: at };
}

interface Sent extends Pick<Arrived, "request" | "connection"> {
  body: Uint8Array | null;
  headers: OutgoingHttpHeaders;
}

/** The beginning of the owner's answer. Throws `Unreached`, or whatever ended the connection, as where the owner stands still. */
async function answerOf(owner: string, { request, body, headers, connection }: Sent): Promise<IncomingMessage> {
  const still = new AbortController();
  const silent = new StandsStill(`it answered neither that nor a probe of ${SILENT_MS} ms`);
  let isAnswered = false;
  const answered = eachAwake(SILENT_MS, () => {
    void lives(owner).then((alive) => alive || isAnswered || still.abort(silent));
  });
  const { pathname, search } = new URL(request.url);
  const signal = AbortSignal.any([request.signal, still.signal]);
  const agent = agents.get(owner) ?? new Agent({ keepAlive: true });
  agents.set(owner, agent);
  const options = {
    agent,
    method: request.method,
    headers: { ...headers, "content-length": body?.length ?? 0 },
    signal,
  };
  try {
    return await send(owner + pathname + search, options, { body, sentAll: connection.sentAll });
  } catch (error) {
    throw (still.signal.reason as StandsStill | undefined) ?? error;
  } finally {
    isAnswered = true;
    answered();
  }
}

/**
 * Calls back each time that this process was awake for so long again: what it did not hear while it did not run is nobody's silence. On a full machine it
 * takes longer by as much as everything does. Returns how to end that.
 */
function eachAwake(ms: number, call: () => void): () => void {
  const patience = Math.min(FULLEST, Math.max(1, Math.round((loadavg()[0] ?? 0) / availableParallelism())));
  let steps = 0;
  const counting = setInterval(() => {
    if (++steps % ((ms / STEP_MS) * patience) === 0) call();
  }, STEP_MS);
  return () => clearInterval(counting);
}

function send(
  url: string,
  options: Parameters<typeof sendOn>[1],
  { body = null, sentAll }: { body?: Uint8Array | null; sentAll?: AbortSignal } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isReached = false;
    const sent = sendOn(url, options, resolve);
    sent.once("socket", (socket) => {
      const reached = () => (isReached = true);
      if (!socket.connecting) return void reached();
      const late = new Unreached(`it took no connection in ${CONNECT_MS} ms`);
      const settled = eachAwake(CONNECT_MS, () => socket.destroy(late));
      socket.once("connect", reached).once("close", settled).once("connect", settled);
    });
    // A client that has sent all it ever will is so to the owner too, which ends what takes its time.
    const leave = () => sent.socket?.end();
    sent
      .once("finish", () => (sentAll?.aborted === true ? leave() : sentAll?.addEventListener("abort", leave)))
      .once("close", () => sentAll?.removeEventListener("abort", leave));
    sent.once("error", (error) => reject(isReached ? error : new Unreached(error.message)));
    sent.end(body ?? undefined);
  });
}

const looks = new Map<string, Promise<boolean>>();

/** Whether a server answers at all; who asks meanwhile is told the same. */
function lives(owner: string): Promise<boolean> {
  const known = looks.get(owner);
  if (known !== undefined) return known;
  const late = new AbortController();
  const answered = eachAwake(SILENT_MS, () => late.abort());
  const looking = send(`${owner}/api/health/live`, { signal: late.signal })
    .then(
      (answer) => {
        answer.resume();
        return true;
      },
      () => false,
    )
    .finally(() => {
      looks.delete(owner);
      answered();
    });
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
    hint: "Try again. If it goes on, each server must reach the others over HTTP, at a WARDROOM_PEER of its own.",
  });
}
