import { afterAll, expect, it, vi } from "vitest";
import { startJsonLog } from "@/lib/api/log";
import { problemResponse } from "@/lib/api/problem";
import { call, HOST, serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom, OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = "/api/v1/workspaces/demo";
/** Whatever nobody may read in a log. */
const SECRET = "wr_5d7e0c1b2a394f68_Q2Fubm90LWJlLXNlZW4";
const printed: string[] = [];
const { log, info, warn, error } = console;

serve(await TestWardroom.open());
startJsonLog({ write: (line) => void printed.push(line) });
afterAll(() => {
  Object.assign(console, { log, info, warn, error });
  globalThis.wardroomLog = undefined;
});

interface Line {
  level: string;
  msg: string;
  requestId?: string;
  [field: string]: unknown;
}
const lines = () => printed.flatMap((text) => text.trim().split("\n")).map((text) => JSON.parse(text) as Line);

it("tells of a request what an operator looks for, under the id that was answered", async () => {
  const made = await call("POST", `${DEMO}/sessions`, {
    body: { id: "one", feature: "x", roles: [{ id: "implementer-1" }] },
  });
  const id = made.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(lines().filter(({ requestId }) => requestId === id)).toMatchObject([
    {
      ...{
        level: "info",
        msg: "answered",
        method: "POST",
        status: 201,
        workspace: "demo",
        caller: "owner",
        role: null,
      },
      ...{ route: "/api/v1/workspaces/{workspace}/sessions", ms: expect.any(Number) as number },
    },
  ]);
  const { token } = (await (await call("POST", `${DEMO}/sessions/one/roles/implementer-1/tokens`)).json()) as {
    token: string;
  };
  const read = await call("GET", `${DEMO}/sessions/one/memory`, { token });
  expect(lines().find(({ requestId }) => requestId === read.headers.get("x-request-id"))).toMatchObject({
    ...{ caller: "role", role: "implementer-1", workspace: "demo", status: 200 },
  });
});

it("leaves out probes that found the server well", async () => {
  await call("GET", "/api/health/ready", { token: null });
  await call("GET", "/api/health", { token: null });
  expect(lines().filter(({ route }) => String(route).startsWith("/api/health"))).toEqual([]);
});

it("holds no secret and no text, whatever is sent", async () => {
  const item = { tag: "Finding", text: `The card form loads ${SECRET}` };
  const said = { "x-wardroom-role": SECRET, "x-request-id": SECRET, "x-wardroom-workspace": SECRET, cookie: SECRET };
  const answers = [
    await call("GET", "/api/v1/me", { token: SECRET }),
    await call("GET", "/api/v1/me", { headers: { ...said, authorization: `Bearer ${OWNER_TOKEN}` } }),
    await call("GET", `/api/v1/workspaces/${SECRET}/sessions`),
    await call("GET", `${DEMO}/sessions/${SECRET}/memory?q=${SECRET}`),
    await call("GET", `/api/nothing/${SECRET}?token=${SECRET}`, { headers: { host: `${SECRET}:1` } }),
    await call("POST", "/api/login", { body: { code: SECRET }, headers: { host: "wardroom.localhost:4100" } }),
    await call("POST", `${DEMO}/sessions/one/memory/items`, { body: { ...item, role: SECRET } }),
    await call("POST", `${DEMO}/sessions/one/memory/items`, { body: `{"text": ${SECRET}` }),
    await call("DELETE", `${DEMO}/sessions/${SECRET}`, { headers: { "idempotency-key": SECRET } }),
    await call("POST", "/api/mcp", { headers: said, body: { jsonrpc: "2.0", id: 1, method: SECRET } }),
  ];
  const told = new Set(lines().map(({ requestId }) => requestId));
  for (const { headers } of answers) expect(told).toContain(headers.get("x-request-id"));
  for (const secret of [SECRET, OWNER_TOKEN, "The card form"]) expect(printed.join("")).not.toContain(secret);
});

it("says where a fault of ours is, and not what it says", async () => {
  const request = new Request(`http://${HOST}/api/v1/me`);
  const fault = Object.assign(new Error(`could not store ${SECRET}`, { cause: new Error(SECRET) }), { code: "EIO" });
  const { hint } = (await problemResponse(fault, request).json()) as { hint: string };
  vi.mocked(console.error).mockClear();
  console.log("Wardroom is %s", "ready", { token: SECRET });
  const [told, ready] = lines().slice(-2);
  expect(told).toMatchObject({ level: "error", faults: [{ name: "Error", code: "EIO", cause: { name: "Error" } }] });
  expect(JSON.stringify(told)).toContain("log.test.ts");
  expect(hint).toContain(told?.msg.replace("request ", ""));
  expect(ready).toMatchObject({ level: "info" });
  expect(printed.join("")).not.toContain(SECRET);
});
