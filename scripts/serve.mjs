// `node scripts/serve.mjs`: the server of a finished build, in this process. `npm start` ends here; tests start it with
// PORT=0. It listens before it is ready, so that the application knows its real port when it prints the address;
// whoever calls early is answered as soon as there is an answer.
import "./require-node.mjs";
import { randomBytes } from "node:crypto";
import { createServer, ServerResponse } from "node:http";
import v8 from "node:v8";
import { listen, readAddress } from "./address.mjs";
import { isInstalled } from "./cli-bundle.mjs";
import { assertEnoughOpenFiles, keepRoom } from "./open-files.mjs";
import { onOrphaned } from "./orphan.mjs";
import { readProxies } from "./client-address.mjs";
import { drain, listener, readDrain } from "./listener.mjs";
import {
  apiBundle,
  assetsBundle,
  assetsFolder,
  isBuilt,
  nameBuild,
  readBuiltConfiguration,
  startingBundle,
} from "./prepare.mjs";
import { root, runCommand, Stop } from "./run.mjs";
import { outliveReaders } from "./unread-output.mjs";

/** How long a connection that was refused stays, for its client to read why. */
const REFUSED_MS = 3_000;

/** How a request is refused that was never read to its end. @type {Record<string, string>} */
const UNREAD = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

/** How long a request may take to arrive: its headers are answered within 10 s, also where they stay half sent. */
const ARRIVAL = { headersTimeout: 8_000, requestTimeout: 60_000, connectionsCheckingInterval: 1_000 };

/** Longer than clients keep a connection, so that they and not we end one they are about to use. */
const KEEP_ALIVE_MS = 75_000;

const NO_BUILD = isInstalled
  ? "This package of Wardroom has no build in it: make it with npm run package, in a checkout, and install that file."
  : "There is no build yet: npm start makes one and serves it.";

// Prisma's compiler of queries is a WebAssembly module whose optimized form takes longer to make than it saves, and the memory for
// making it, 80 MB, would stay with this process.
v8.setFlagsFromString("--liftoff-only");

await runCommand(async () => {
  if (!isBuilt()) throw new Stop(NO_BUILD);
  assertEnoughOpenFiles();
  const address = readAddress();
  const drainMs = readDrain();
  readProxies();
  const isJsonLog = readLog();

  process.chdir(root);
  process.env["NEXT_TELEMETRY_DISABLED"] = "1";
  Object.assign(process.env, { NODE_ENV: "production", WARDROOM_BUILD: await nameBuild() });

  /** @type {typeof import("../lib/api/starting.ts")} */
  const { answerEarly, startJsonLog } = await import(startingBundle);
  if (isJsonLog) startJsonLog();

  /** @type {(answer: import("node:http").RequestListener) => void} */
  let becomeReady = () => {};
  /** @type {Promise<import("node:http").RequestListener>} */
  const ready = new Promise((resolve) => (becomeReady = resolve));
  let isReady = false;
  void ready.then(() => (isReady = true));
  // Started by `wardroom up`, which ended before it could say so: nobody would know of this server, and the next one starts another.
  if (process.env["WARDROOM_UP"] === "1") {
    process.stdin.removeAllListeners("end").once("end", () => isReady || process.exit(1));
    process.stdin.resume();
  }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...ARRIVAL }, (request, response) => {
    const { method = "", url = "", headers } = request;
    const early = isReady ? null : answerEarly(method, url, headers);
    if (early !== null) return void write(early, response);
    void ready.then((answer) => answer(request, response));
  });
  // A client that shuts its side after a request still reads: it gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  keepRoom(server);
  server.on("clientError", refuseUnread);
  const port = await listen(server, address);
  Object.assign(process.env, { HOST: address.host, PORT: String(port) });

  // Its configuration as it was built: reading next.config.ts takes the compiler, and whoever installed the package has neither.
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = await readBuiltConfiguration();
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: root, hostname: address.host, port });

  /** Of the API, once that is loaded. */
  let allAnswered = () => Promise.resolve();
  const hurry = new AbortController();
  let isEnding = false;
  const end = () => {
    // Who says it again does not want to wait, and once more, not for anything.
    if (hurry.signal.aborted) process.exit(1);
    if (isEnding || drainMs === 0) hurry.abort();
    if (isEnding) return;
    isEnding = true;
    void drain(server, app, { drainMs, hurry: hurry.signal, answered: () => allAnswered() }).finally(() =>
      process.exit(0),
    );
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  outliveReaders();
  onOrphaned(end);

  await quietly(() => app.prepare());
  const page = app.getRequestHandler();
  // Agents' requests go to the same route handlers without what Next does for pages, which costs ten times as much.
  /** @type {typeof import("../app/api/answer.ts")} */
  const ours = await import(apiBundle);
  const { answer, isElsewhere, knownContent, readRequestLine, refuseConnection, sendPage, speakTo, startServer } = ours;
  ({ allAnswered } = ours);
  /** @type {typeof import("../lib/api/assets.ts")} */
  const { serveAssets } = await import(assetsBundle);
  const api = listener(answer, knownContent);
  const assets = listener(serveAssets(assetsFolder));
  const elsewhere = listener(sendPage);
  // Recovery is done and the address printed before the first request is answered.
  await startServer();
  becomeReady((request, response) => {
    const { method = "", url: target = "", headers } = request;
    const url = readRequestLine({ method, target, host: headers.host });
    if (typeof url !== "string") return void write(url, response);
    request.url = url;
    if (url.startsWith("/api/")) void api(request, response);
    else if (url.startsWith("/_next/static/")) void assets(request, response);
    else {
      tellPage(request, response);
      const show = () => speakTo(headers, () => page(request, response));
      void isElsewhere(request, response).then((isSentOn) => (isSentOn ? elsewhere(request, response) : show()));
    }
  });
  // Node tells of these by the bare connection, and without an answer of ours would end it with none.
  for (const event of ["connect", "upgrade"]) {
    server.on(
      event,
      (/** @type {import("node:http").IncomingMessage} */ request, /** @type {import("node:net").Socket} */ socket) => {
        const response = new ServerResponse(request);
        response.shouldKeepAlive = false;
        response.assignSocket(socket);
        response.on("finish", () => socket.end());
        socket.on("error", () => socket.destroy());
        void write(refuseConnection(request.method ?? ""), response);
      },
    );
  }
});

/** Connections that were refused, of which nothing more is read. @type {WeakSet<import("node:stream").Duplex>} */
const refused = new WeakSet();

/**
 * Answers what Node could not read as a request. What the client is still sending is taken in: to end the connection before that
 * would throw the answer away.
 * @param {Error & {code?: string}} error @param {import("node:stream").Duplex} socket
 */
function refuseUnread(error, socket) {
  if (refused.has(socket)) return;
  refused.add(socket);
  socket.on("error", () => socket.destroy());
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  socket.removeAllListeners("data").on("data", () => {});
  socket.end(
    `HTTP/1.1 ${UNREAD[error.code ?? ""] ?? "400 Bad Request"}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  setTimeout(() => socket.destroy(), REFUSED_MS).unref();
}

/** Whether WARDROOM_LOG asks for JSON. */
function readLog() {
  const value = process.env["WARDROOM_LOG"] || "plain";
  if (value !== "plain" && value !== "json") throw new Stop(`WARDROOM_LOG must be plain or json, not "${value}".`);
  return value === "json";
}

/** @param {Response} answer @param {ServerResponse} response */
async function write(answer, response) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

/**
 * Gives a page the id of its request, and tells the log of it. The address stays here: it may hold a code.
 * @param {import("node:http").IncomingMessage} request @param {ServerResponse} response
 */
function tellPage({ method = "" }, response) {
  const began = performance.now();
  const requestId = randomBytes(6).toString("hex");
  response.setHeader("x-request-id", requestId);
  response.once("close", () => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const { statusCode: status } = response;
    globalThis.wardroomLog?.answered({
      ...{ requestId, method, route: "page", status, ms },
      ...{ caller: null, role: null, workspace: null },
    });
  });
}

/**
 * Leaves out what Next says about its own configuration: the first line that is read should be ours.
 * @param {() => Promise<void>} work
 */
async function quietly(work) {
  const { log } = console;
  console.log = (...parts) => {
    if (!String(parts[0]).includes("next.config")) log(...parts);
  };
  try {
    await work();
  } finally {
    console.log = log;
  }
}
