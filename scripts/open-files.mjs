import { Stop } from "./stop.mjs";

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

/**
 * Keeps connections from taking the handles that files need: with too many of them, those that are idle are closed, and the
 * newest is refused.
 * @param {import("node:http").Server} server
 */
export function reserveOpenFiles(server) {
  const limit = readLimit();
  if (limit === null) return;
  server.maxConnections = limit - RESERVED;
  server.on("drop", () => server.closeIdleConnections());
}
