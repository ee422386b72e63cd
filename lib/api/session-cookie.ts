/** How the names of the browser's cookies begin. What follows tells the data folder: cookies know no ports. */
const PREFIX = "wardroom_";

/** How every cookie of a browser is sent: unreadable by scripts, and never along with a request from another site. */
const RULES = "HttpOnly; SameSite=Strict";

/** Where what a browser keeps of a sign-in under way is sent. */
const SIGN_IN_PATH = "/api/login";

/** The name of the cookie for a data folder. Example: `wardroom_3f9a1c07`. */
export function cookieName(folderId: string): string {
  return PREFIX + folderId;
}

/** How long a cookie is kept, and whether it was given over an encrypted connection: then it is sent along over no other. */
interface Lasting {
  maxAgeSeconds: number;
  encrypted: boolean;
}

/** The `Set-Cookie` value that lets a browser in. */
export function loginCookie(folderId: string, secret: string, lasting: Lasting): string {
  return cookie(cookieName(folderId), secret, { path: "/", ...lasting });
}

/** The `Set-Cookie` value that ends it. */
export function logoutCookie(folderId: string, { encrypted }: { encrypted: boolean }): string {
  return cookie(cookieName(folderId), "", { path: "/", maxAgeSeconds: 0, encrypted });
}

/** The `Set-Cookie` value with what a browser keeps of a sign-in under way; "" ends it. */
export function signInCookie(folderId: string, sealed: string, lasting: Lasting): string {
  return cookie(signInName(folderId), sealed, { path: SIGN_IN_PATH, ...lasting });
}

/** The secret for that data folder in a `Cookie` header, or null. */
export function secretOfCookie(header: string | null, folderId: string): string | null {
  return valueOf(header, cookieName(folderId));
}

/** What a browser kept of a sign-in under way, or null. */
export function signInOfCookie(header: string | null, folderId: string): string | null {
  return valueOf(header, signInName(folderId));
}

function signInName(folderId: string): string {
  return `${cookieName(folderId)}_signin`;
}

function cookie(name: string, value: string, { path, maxAgeSeconds, encrypted }: Lasting & { path: string }): string {
  return `${name}=${value}; Path=${path}; ${RULES}; Max-Age=${maxAgeSeconds}${encrypted ? "; Secure" : ""}`;
}

function valueOf(header: string | null, wanted: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name === wanted && value) return value;
  }
  return null;
}
