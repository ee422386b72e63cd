/** How the names of the browser's cookies begin. What follows tells the data folder: cookies know no ports. */
const PREFIX = "wardroom_";

/** How every cookie of a browser is sent: unreadable by scripts, and never along with a request from another site. */
const RULES = "Path=/; HttpOnly; SameSite=Strict";

/** The name of the cookie for a data folder. Example: `wardroom_3f9a1c07`. */
export function cookieName(folderId: string): string {
  return PREFIX + folderId;
}

/** The `Set-Cookie` value that lets a browser in; where it came encrypted, the cookie is sent along no other way. */
export function loginCookie(
  folderId: string,
  secret: string,
  { maxAgeSeconds, encrypted }: { maxAgeSeconds: number; encrypted: boolean },
): string {
  return `${cookieName(folderId)}=${secret}; ${RULES}; Max-Age=${maxAgeSeconds}${encrypted ? "; Secure" : ""}`;
}

/** The `Set-Cookie` value that ends it. */
export function logoutCookie(folderId: string, { encrypted }: { encrypted: boolean }): string {
  return `${cookieName(folderId)}=; ${RULES}; Max-Age=0${encrypted ? "; Secure" : ""}`;
}

/** The secret for that data folder in a `Cookie` header, or null. */
export function secretOfCookie(header: string | null, folderId: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name === cookieName(folderId) && value) return value;
  }
  return null;
}
