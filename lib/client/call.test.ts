import { expect, test, vi } from "vitest";
import { addressOf, call } from "@/lib/client/call";

const SCOPE = { workspace: "w", session: "a/b 100%" };

test("an address has its parameters escaped, and of its query what is defined", () => {
  expect(addressOf("POST /sessions/{session}/memory/archive", { params: SCOPE })).toBe(
    "/api/v1/workspaces/w/sessions/a%2Fb%20100%25/memory/archive",
  );
  const query = { tag: "Conflict,Question", role: "" };
  expect(addressOf("GET /sessions/{session}/memory", { params: { ...SCOPE, session: "s" }, query })).toBe(
    "/api/v1/workspaces/w/sessions/s/memory?tag=Conflict%2CQuestion",
  );
  expect(addressOf("GET /api/v1/workspaces", {})).toBe("/api/v1/workspaces");
});

test("a call sends the method of its operation with the body and the version it is based on", async () => {
  const fetch = vi.fn((_address: string, _sent: RequestInit) =>
    Promise.resolve(Response.json({ revision: 2, etag: '"2"', changed: true })),
  );
  vi.stubGlobal("fetch", fetch);
  const body = { revision: 1 };
  const given = { params: { ...SCOPE, session: "s" }, body, ifMatch: '"1"' };
  await expect(call("POST /sessions/{session}/memory/revert", given)).resolves.toMatchObject({ revision: 2 });
  const [address, sent] = fetch.mock.calls[0] ?? [];
  expect(address).toBe("/api/v1/workspaces/w/sessions/s/memory/revert");
  expect(sent).toMatchObject({ method: "POST", body: '{"revision":1}', headers: { "if-match": '"1"' } });
  vi.unstubAllGlobals();
});

test("a change has a key of its own, but for what may be said twice, which would have each answer stored", async () => {
  const fetch = vi.fn((_address: string, _sent: RequestInit) => Promise.resolve(Response.json({ done: true })));
  vi.stubGlobal("fetch", fetch);
  const given = { params: { ...SCOPE, session: "s" }, body: { revision: 1 } };
  for (const idempotencyKey of [undefined, undefined, "own", null])
    await call("POST /sessions/{session}/memory/revert", {
      ...given,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  const keys = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get("idempotency-key"));
  expect(keys).toEqual([expect.stringMatching(/^\d+(-\d+){3}$/), expect.any(String), "own", null]);
  expect(keys[1]).not.toBe(keys[0]);
  vi.unstubAllGlobals();
});

test("the compiler refuses what no operation has", () => {
  const refused = [
    // @ts-expect-error No operation has this address.
    () => call("GET /nowhere", { params: SCOPE }),
    // @ts-expect-error It takes a body.
    () => call("POST /sessions/{session}/memory/archive", { params: SCOPE }),
    // @ts-expect-error Its address names a session.
    () => call("GET /sessions/{session}/memory", { params: { workspace: "w" } }),
    // @ts-expect-error Its query has no such field.
    () => call("GET /sessions/{session}/memory", { params: SCOPE, query: { colour: "red" } }),
  ];
  expect(refused).toHaveLength(4);
});

test("what is read again is asked for by its tag, and is the answer at hand where nothing has changed", async () => {
  const answers = [
    Response.json({ lines: 1 }, { headers: { etag: '"file"', "x-wardroom-view": '"one"' } }),
    new Response(null, { status: 304 }),
    Response.json({ lines: 2 }, { headers: { etag: '"two"' } }),
    new Response(null, { status: 304 }),
  ];
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (_address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers["if-none-match"]);
    return Promise.resolve(answers.shift());
  });
  const read = () => call("GET /sessions/{session}/memory", { params: { workspace: "tags", session: "s" } });
  const first = await read();
  expect(await read()).toBe(first);
  expect([await read(), await read()]).toEqual([{ lines: 2 }, { lines: 2 }]);
  expect(asked).toEqual([undefined, '"one"', '"one"', '"two"']);
  vi.unstubAllGlobals();
});
