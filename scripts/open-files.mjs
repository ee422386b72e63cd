import { Stop } from "./run.mjs";

/** Files that must be free to be opened: the start reads its modules side by side. */
const NEEDED = 192;
/** What connections never take: files of workspaces, the database, and modules that are read when they are first used. */
const RESERVED = 128;

/** How many files and connections this process may have open at once; null where the system sets no limit, or does not say. */
function readLimit() {
  // Names of machines on the network would be looked up otherwise.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = /** @type {{ userLimits?: { open_files?: { soft?: unknown } } }} */ (
    /** @type {unknown} */ (process.report.getReport())
  );
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) && soft > 0 ? soft : null;
}

/** Stops with a sentence where a server could not even read its own modules. */
export function assertEnoughOpenFiles() {
  const limit = readLimit();
  if (limit === null || limit >= NEEDED) return;
  throw new Stop(
    `Wardroom may open only ${limit} files at once and needs ${NEEDED}. Raise the limit, for example with ulimit -n 1024, and start it again.`,
  );
}

/** Connections at most, however many files the system allows. */
const MOST = 8_192;
/** Connections that may come in one breath, before others have made room. */
const AT_ONCE = 16;

let most = MOST;

/** By address, the connections that may be cut: the one that has gone longest without beginning a request first. @type {Map<string, Set<Socket>>} */
const cuttable = new Map();

/**
 * Keeps connections from taking the handles that files need, and from keeping others out: where there are too many, the address that has
 * the most loses the one that has gone longest without beginning a request. So whoever sends nothing, or half a request, or reads no
 * answer, gives way to whoever asks now. Only what a credential was let hold open stays.
 * @param {import("node:http").Server} server @param {number} [room] How many connections there may be.
 */
export function keepRoom(server, room = Math.min(MOST, (readLimit() ?? Number.POSITIVE_INFINITY) - RESERVED)) {
  most = room;
  server.maxConnections = most + AT_ONCE;
  let open = 0;
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    addresses.set(socket, address);
    release(socket);
    open++;
    socket.once("close", () => {
      open--;
      take(socket);
    });
    if (open > most) cutOne();
  });
  server.on("request", ({ socket }) => {
    if (take(socket)) release(socket);
  });
}

/**
 * The room for connections, for whoever decides which of them stay open.
 * @param {Socket} socket @returns {import("../lib/api/connection.ts").Room}
 */
export function roomOf(socket) {
  return {
    most,
    hold: () => {
      take(socket);
      return () => release(socket);
    },
  };
}

/** @typedef {import("node:net").Socket} Socket */

/** @type {WeakMap<Socket, string>} */
const addresses = new WeakMap();

/** @param {Socket} socket */
function release(socket) {
  const address = addresses.get(socket);
  if (address === undefined || socket.destroyed) return;
  cuttable.set(address, (cuttable.get(address) ?? new Set()).add(socket));
}

/** @param {Socket} socket @returns {boolean} Whether it might have been cut until now. */
function take(socket) {
  const address = addresses.get(socket) ?? "";
  const own = cuttable.get(address);
  const isTaken = own?.delete(socket) ?? false;
  if (own?.size === 0) cuttable.delete(address);
  return isTaken;
}

function cutOne() {
  const [largest] = [...cuttable.values()].toSorted((a, b) => b.size - a.size);
  const [oldest] = largest ?? [];
  if (oldest === undefined) return;
  take(oldest);
  oldest.destroy();
}
