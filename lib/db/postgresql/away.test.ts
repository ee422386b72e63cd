import { expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import type { Asked } from "@/lib/api/testing/matrix-requests.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

const AT = ownPlace("owner");
/** What ends what the others are about, or asks for a stream that does not end. */
const LEFT_OUT = /^DELETE ~\/sessions\/\{session\}$|\/logout$|\/restore/;

/** What this process knows without asking anybody. */
const KNOWN = [
  ...[
    "GET /api/health/live",
    "GET /api/v1/me",
    "GET /api/v1/workspaces",
    "GET ~/session-names",
    "GET ~/search",
    "GET ~/files",
  ],
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

function requestOf(name: string, { ids = {}, query, body, headers }: Asked): Parameters<typeof call> {
  const [method = "", address = ""] = name.split(" ");
  const values: Record<string, string> = { ...AT, ...ids };
  const path = address
    .replace("~", `/api/v1/workspaces/${AT.workspace}`)
    .replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? ""));
  const said = { ...(body !== undefined && { body }), ...(headers && { headers }) };
  return [method, query === undefined ? path : `${path}?${query}`, said];
}

it(
  "while PostgreSQL is away, no operation fails as a fault of ours, and what is known is answered",
  { timeout: 900_000 },
  async () => {
    const server = await startPostgresql();
    const world = await MatrixWorld.open({ DATABASE_URL: await server.create("away") });
    const asked: [name: string, request: Parameters<typeof call>][] = [];
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      if (LEFT_OUT.test(name)) continue;
      asked.push([name, requestOf(name, await operation.ask(world, AT))]);
    }
    for (const [name, request] of asked) if (name.startsWith("GET ")) await (await call(...request)).body?.cancel();
    await server.stop();
    const answers = await Promise.all(
      asked.map(async ([name, request]) => {
        const answer = await call(...request);
        const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
        const text = isStream ? "" : await answer.text();
        if (isStream) await answer.body?.cancel();
        return { name, status: answer.status, text };
      }),
    );
    const isTold = (text: string) => text.includes(`"code":"busy"`) || text.includes(`"status":"failing"`);
    const faults = answers.filter(({ status, text }) => status >= 500 && (status !== 503 || !isTold(text)));
    expect(faults.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
    const silent = answers.filter(({ name, status }) => KNOWN.includes(name) && status !== 200);
    expect(silent.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
    await world.close().catch(() => undefined);
  },
);
