import { createServer } from "node:net";
import { Stop } from "./run.mjs";

/** Characters that a chosen token of the owner must have: no guess is refused unseen, so nothing else keeps guesses from being right. */
const SHORTEST_TOKEN = 16;

/**
 * Where the server is to listen, from HOST and PORT; PORT=0 takes any free one. A short token of the
 * owner's choosing is refused, and so is an address that others can reach without a chosen one.
 */
export function readAddress() {
  const host = process.env["HOST"] || "127.0.0.1";
  const port = Number(process.env["PORT"] || "4100");
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Stop(`PORT must be a number from 0 to 65535, not "${process.env["PORT"]}".`);
  }
  // 127.0.0.1, 127.0.1.1
  const loopback = host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
  const token = process.env["WARDROOM_TOKEN"] ?? "";
  const secret = `a secret of ${SHORTEST_TOKEN} characters or more, such as the output of openssl rand -hex 24`;
  if (token !== "" && token.length < SHORTEST_TOKEN) {
    throw new Stop(`WARDROOM_TOKEN is short enough to be guessed: set it to ${secret}, or leave it out.`);
  }
  if (!loopback && token === "") {
    throw new Stop(
      `HOST=${host} lets other machines in: set WARDROOM_TOKEN to ${secret}, or leave HOST out to stay on this machine.`,
    );
  }
  return { host, port };
}

/** Finds out now, and not after minutes of preparing, that the address cannot be listened on. */
export async function assertFree(/** @type {{host: string, port: number}} */ address) {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Listens, or stops with a sentence that names what is in the way.
 * @param {import("node:net").Server} server
 * @param {{host: string, port: number}} address
 * @returns {Promise<number>} The port it got.
 */
export async function listen(server, { host, port }) {
  await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Stop(explain(error, host, port))));
    server.listen({ host, port }, () => resolve(undefined));
  });
  server.removeAllListeners("error");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/**
 * Has a server answer on a free port, for this machine alone.
 * @param {import("node:http").Server} server @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function openLocally(server) {
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param {NodeJS.ErrnoException} error @param {string} host @param {number} port */
function explain(error, host, port) {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} is taken, perhaps by a Wardroom that is already running. Choose another: PORT=${port + 1} npm start, or wardroom serve --port ${port + 1}`;
    case "EACCES":
      return `Port ${port} may not be used by you: choose one above 1023, for example PORT=4100.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${host} is no address of this machine: leave it out, or use one that is.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}
