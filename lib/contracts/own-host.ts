/**
 * The name browsers use for this machine's Wardroom. They take every name below `localhost` for this machine, and a cookie
 * set here is sent to no page that another program of this machine serves at 127.0.0.1 or localhost.
 */
export const OWN_HOST = "wardroom.localhost";

/** The address for programs, made of the one a browser uses: not every program knows names below `localhost`. */
export function forPrograms(origin: string): string {
  return origin.replace(`http://${OWN_HOST}`, "http://127.0.0.1");
}
