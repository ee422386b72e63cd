import type { call } from "@/lib/api/testing/api.fixture";
import type { Asked } from "@/lib/api/testing/matrix-requests.fixture";
import type { Place } from "@/lib/api/testing/matrix-world.fixture";

/** What ends what the others are about, or asks for a stream that does not end. */
export const LEFT_OUT = /^DELETE ~\/sessions\/\{session\}$|\/logout$|\/restore/;

/** What a process knows without asking the database. */
export const KNOWN_WITHOUT = [
  ...["GET /api/health/live", "GET /api/v1/me", "GET /api/v1/workspaces", "GET ~/session-names", "GET ~/files"],
  ...["GET ~/files/text", "GET ~/knowledge", "GET ~/knowledge/{knowledge}", "GET ~/teams", "GET ~/teams/{team}/memory"],
  ...[
    "GET ~/agents/{agent}/memory",
    "GET ~/agents/{agent}/brief",
    "GET ~/sessions/{session}/settings",
    "GET ~/lookers",
    "GET ~/sessions/{session}/memory",
    "GET ~/sessions/{session}/context",
  ],
];

/** A request of the matrix, at a place. */
export function requestOf(at: Place, name: string, { ids = {}, query, body, headers }: Asked): Parameters<typeof call> {
  const [method = "", address = ""] = name.split(" ");
  const values: Record<string, string> = { ...at, ...ids };
  const path = address
    .replace("~", `/api/v1/workspaces/${at.workspace}`)
    .replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? ""));
  const said = { ...(body !== undefined && { body }), ...(headers && { headers }) };
  return [method, query === undefined ? path : `${path}?${query}`, said];
}
