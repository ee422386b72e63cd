import { networkInterfaces, hostname } from "node:os";
import { AppError } from "@/lib/core/errors";
import type { Listening } from "@/lib/api/listening";
import { LOOPBACK, programOrigin, publicHosts } from "@/lib/api/own-host";

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

function allowedHosts({ host, port }: Listening): Set<string> {
  const key = `${host}:${port}`;
  if (cached?.key === key) return cached.hosts;
  const names = [...LOOPBACK, host.includes(":") ? `[${host}]` : host];
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
