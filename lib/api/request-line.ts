import { METHODS } from "@/lib/api/define-route";
import { problemResponse } from "@/lib/api/problem";
import { withSecurityHeaders } from "@/lib/api/security-headers";
import { AppError } from "@/lib/core/errors";

/** The first line of a request, and the one header that says whom it is meant for. */
export interface RequestLine {
  method: string;
  target: string;
  host: string | undefined;
}

const ANSWERED = new Set<string>([...METHODS, "HEAD"]);

/**
 * The path and query that a request asks for, or the problem it is answered: whatever the first line holds, it is one of the two.
 * What comes out begins with `/`, has no segment that leads back to another, and as a page's address it can be decoded.
 */
export function readRequestLine({ method, target, host }: RequestLine): string | Response {
  if (!ANSWERED.has(method)) return refuseMethod(method);
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) {
    return refuse("invalid_input", "The Host header names no server.", "Send the host and port of this server in it.");
  }
  // A proxy's form of the address: http://127.0.0.1:4100/api/health
  const [, named = host, path = target] = /^http:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (named.toLowerCase() !== host.toLowerCase()) {
    return refuse("invalid_input", "The address and the Host header name different servers.", "Send the same in both.");
  }
  const asked = path === "" || path.startsWith("?") ? `/${path}` : path;
  const [place = ""] = asked.split("?");
  if (!place.startsWith("/") || /[\\#]/.test(place)) {
    const hint = "Send a path such as /api/health, with %5C for a backslash and %23 for a number sign.";
    return refuse("invalid_input", "That is no address of this server.", hint);
  }
  // What stands for no text is asked for letter by letter: there is no such page, and whoever asked is told so.
  const isRead = isEncodedText(place) || place.startsWith("/api/");
  return isRead ? withoutDots(asked, place) : asked.replaceAll("%", "%25");
}

/** The answer to a request that asks for more than one answer: a tunnel, or another protocol. */
export function refuseConnection(method: string): Response {
  if (method === "CONNECT") return refuseMethod(method);
  return refuse(
    "invalid_input",
    "Only plain HTTP is spoken here.",
    "Leave out Upgrade; what changes is streamed as events.",
  );
}

function refuseMethod(method: string): Response {
  const refused = refuse("method_not_allowed", `${method} is not answered here.`, "Send one of the methods in Allow.");
  refused.headers.set("allow", [...ANSWERED].join(", "));
  return refused;
}

function refuse(code: "invalid_input" | "method_not_allowed", message: string, hint: string): Response {
  const nowhere = new Request("http://127.0.0.1/");
  return withSecurityHeaders(problemResponse(new AppError(code, message, { hint }), nowhere));
}

/** The address that everybody who reads it takes `/shop/../portal` for. */
function withoutDots(asked: string, place: string): string {
  if (!/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(place)) return asked;
  const { pathname, search } = new URL(`http://localhost${asked}`);
  return pathname + search;
}

function isEncodedText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
