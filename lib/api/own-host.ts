import { OWN_HOST } from "@/lib/contracts/own-host";
import { AppError } from "@/lib/core/errors";
import type { Listening } from "@/lib/api/listening";

/** Values of HOST under which that name reaches the server. */
const REACHED = new Set(["127.0.0.1", "localhost", "::1", "0.0.0.0", "::"]);
/** Names of this machine itself. */
export const LOOPBACK = ["127.0.0.1", "localhost", "[::1]", OWN_HOST];
/** Names that other programs of this machine have too. */
const SHARED = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i; // 127.0.0.1:4100

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
export function publicHosts({ publicOrigin }: Listening): string[] {
  if (publicOrigin === null) return [];
  const { host, port } = new URL(publicOrigin);
  return SHARED.test(host) ? LOOPBACK.map((name) => (port === "" ? name : `${name}:${port}`)) : [host];
}

/** Whether a request was sent to a name that must get no cookie, because other programs of this machine would be sent it. */
export function isShared(headers: Headers, listening: Listening): boolean {
  const host = headers.get("host") ?? "";
  return SHARED.test(host) && (REACHED.has(listening.host) || publicHosts(listening).includes(host.toLowerCase()));
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
