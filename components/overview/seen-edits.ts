import { pages } from "@/lib/client/paths";

/** The cookie that remembers up to which event the reader has seen the edits made outside, session by session. */
export const SEEN_COOKIE = "wardroom-seen";

/** Newest event seen, by session. */
export type SeenEdits = ReadonlyMap<string, number>;

/** What the cookie's value says; nothing where it says nothing sensible. */
export function parseSeen(value: string | undefined): SeenEdits {
  const seen = new Map<string, number>();
  for (const [session, id] of new URLSearchParams(value ?? "")) {
    if (/^\d{1,15}$/.test(id)) seen.set(session, Number(id)); // "1204"
  }
  return seen;
}

/** The value of the cookie; sessions that are gone are forgotten. */
export function formatSeen(seen: SeenEdits, sessions: readonly string[]): string {
  const kept = [...seen].filter(([session]) => sessions.includes(session));
  return new URLSearchParams(kept.map(([session, id]) => [session, String(id)])).toString();
}

/** Remembers it for a year, for this workspace alone. */
export function rememberSeen(workspace: string, value: string): void {
  document.cookie = `${SEEN_COOKIE}=${encodeURIComponent(value)}; path=${pages.overview(workspace)}; max-age=31536000; samesite=lax`;
}
