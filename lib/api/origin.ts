import { networkInterfaces, hostname } from "node:os";
import { AppError } from "@/lib/core/errors";
import type { Listening } from "@/lib/api/listening";
import { OWN_HOST } from "@/lib/contracts/own-host";

/**
 * Throws `forbidden` unless the request is meant for this server and, where it comes from a page, from a page of this
 * server: a foreign Host is how a rebound DNS name looks, a foreign Origin how another site does; another port is foreign.
 */
export function assertOwnOrigin(headers: Headers, listening: Listening): void {
  const hosts = allowedHosts(listening);
  const publics = publicHosts(listening);
  const host = headers.get("host")?.toLowerCase() ?? "";
  if (!hosts.has(host) && !publics.includes(host)) {
    throw new AppError("forbidden", "This server does not answer to that Host.", {
      hint: `Use the address that was printed at the start, or ${programOrigin(listening)} from a program. Behind a proxy, set WARDROOM_ORIGIN to the address that it is called by.`,
    });
  }
  const origin = headers.get("origin");
  if (origin === null) return;
  const [scheme, rest] = origin.toLowerCase().split("://");
  const isOwn = scheme === "http" && hosts.has(rest ?? "");
  const isPublic = `${scheme ?? ""}:` === publicProtocol(listening) && publics.includes(rest ?? "");
  if (!isOwn && !isPublic) throw foreign();
}

/**
 * Throws `forbidden` for a request that a page of another origin makes the browser send. Another port of this machine is
 * the same site: the browser sends our cookie along, and to read it names no Origin.
 */
export function assertNotCrossOrigin(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  if (site === "cross-site" || site === "same-site") throw foreign();
}

function publicProtocol({ publicOrigin }: Listening): string | null {
  return publicOrigin === null ? null : new URL(publicOrigin).protocol;
}

function foreign(): AppError {
  return new AppError("forbidden", "Requests from pages of other origins are not answered.", {
    hint: "Open the dashboard itself, or call from a program without an Origin header.",
  });
}

let cached: { key: string; hosts: Set<string> } | undefined;

function allowedHosts({ host, port, peer = null }: Listening): Set<string> {
  const key = `${host}:${port} ${peer ?? ""}`;
  if (cached?.key === key) return cached.hosts;
  const names = [...LOOPBACK, host.includes(":") ? `[${host}]` : host];
  if (peer !== null) names.push(new URL(peer).hostname);
  // Listening on every address, the server has all the names of the machine.
  if (host === "0.0.0.0" || host === "::") {
    names.push(hostname());
    for (const address of Object.values(networkInterfaces()).flat()) {
      if (address) names.push(address.family === "IPv6" ? `[${address.address}]` : address.address);
    }
  }
  const hosts = new Set(
    names.flatMap((name) => [`${name}:${port}`.toLowerCase(), ...(port === 80 ? [name.toLowerCase()] : [])]),
  );
  cached = { key, hosts };
  return hosts;
}

/** Values of HOST under which that name reaches the server. */
const REACHED = new Set(["127.0.0.1", "localhost", "::1", "0.0.0.0", "::"]);
/** Names of this machine itself. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]", OWN_HOST];
/** Names that other programs of this machine have too. */
const SHARED = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i; // 127.0.0.1:4100

/**
 * What a request is to call another server by, at whose address it is sent on: as it called this one where both are called that, at a port of the
 * other where both are of this machine, and else by that address.
 */
export function hostAt(host: string, address: string, listening: Listening): string {
  if (publicHosts(listening).includes(host.toLowerCase())) return host;
  const other = new URL(address);
  const own = new URL(`http://${host}`);
  if (LOOPBACK.includes(own.hostname) && LOOPBACK.includes(other.hostname)) own.port = other.port;
  return LOOPBACK.includes(own.hostname) && LOOPBACK.includes(other.hostname) ? own.host : other.host;
}

/** Where programs of this machine reach the server, without a slash at the end: not all of them know names below `localhost`. */
export function programOrigin({ host, port }: Listening): string {
  const shown = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return originOf(shown.includes(":") ? `[${shown}]` : shown, port);
}

/** Where browsers reach it: through a port of this machine too at our own name, which alone may hold a cookie. */
export function browserOrigin(listening: Listening): string {
  if (listening.publicOrigin !== null) {
    const { protocol, host, port } = new URL(listening.publicOrigin);
    return SHARED.test(host) ? `${protocol}//${OWN_HOST}${port && `:${port}`}` : listening.publicOrigin;
  }
  return REACHED.has(listening.host) ? originOf(OWN_HOST, listening.port) : programOrigin(listening);
}

/** What a public origin is called by: each name of this machine where it is a port of it. */
function publicHosts({ publicOrigin }: Listening): string[] {
  if (publicOrigin === null) return [];
  const { host, port } = new URL(publicOrigin);
  return SHARED.test(host) ? LOOPBACK.map((name) => (port === "" ? name : `${name}:${port}`)) : [host];
}

/** Whether a request was sent to a name that must get no cookie, because other programs of this machine would be sent it. */
export function isShared(headers: Headers, listening: Listening): boolean {
  const host = headers.get("host") ?? "";
  return SHARED.test(host) && (REACHED.has(listening.host) || publicHosts(listening).includes(host.toLowerCase()));
}

/** Characters of an address that is repeated to lead a browser on: no page has a longer one, and clients take no more than 16 KB. */
const LONGEST_LED = 8_000;

/** Where a browser is led to our own name, as a cookie for one that other programs of this machine have too would be sent to them; null by any other name. */
export function ledTo({ headers, url }: Request, listening: Listening): string | null {
  if (!isShared(headers, listening)) return null;
  const { pathname, search } = new URL(url);
  const address = pathname + search;
  return browserOrigin(listening) + (address.length > LONGEST_LED ? "/" : address);
}

/** Throws `forbidden` where a cookie would be sent to other programs of this machine. */
export function assertMayHoldCookie(headers: Headers, listening: Listening): void {
  if (!isShared(headers, listening)) return;
  throw new AppError("forbidden", "Browsers sign in at this server's own name.", {
    hint: `Open ${browserOrigin(listening)}/login and sign in there. Programs send the token with each request instead.`,
  });
}

/** The origin that a browser came to, of the names that the server has: a page's own address. */
export function originAsked(headers: Headers, listening: Listening): string {
  return `${isEncrypted(headers, listening) ? "https" : "http"}://${headers.get("host") ?? "127.0.0.1"}`;
}

/** Whether the browser that sent a request came to an address that is encrypted, so that its cookie may go to no other. */
export function isEncrypted(headers: Headers, listening: Listening): boolean {
  const { protocol, host } = new URL(browserOrigin(listening));
  return protocol === "https:" && headers.get("host")?.toLowerCase() === host;
}

function originOf(host: string, port: number): string {
  return port === 80 ? `http://${host}` : `http://${host}:${port}`;
}
