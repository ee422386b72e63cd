/** Name of the browser's cookie. */
export const COOKIE = "wardroom";

/** The `Set-Cookie` value that lets a browser in: unreadable by scripts, and never sent along from another site. */
export function loginCookie(token: string, maxAgeSeconds: number): string {
  return `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;
}

/** The `Set-Cookie` value that ends it. */
export const LOGOUT_COOKIE = `${COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;

/** The token in a `Cookie` header, or null. */
export function tokenOfCookie(header: string | null): string | null {
  for (const part of header?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name === COOKIE && value) return value;
  }
  return null;
}
