import { writeFile, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";
const ITEM = { tag: "Finding", text: "x" };

const wardroom = await TestWardroom.open();
serve(wardroom);
const session = await wardroom.session("one", ["implementer-1", "tester-1"]);
const memory = `${API}/sessions/one/memory`;

const json = async (response: Response | Promise<Response>) =>
  (await response).json() as Promise<Record<string, unknown>>;

describe("a body", () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    call("POST", `${memory}/items`, { body, headers: { "x-wardroom-role": "implementer-1", ...headers } });

  it("larger than 1 MB is refused, announced or not", async () => {
    const large = JSON.stringify({ tag: "Finding", text: "x".repeat(2_000_000) });
    await problem("too_large", post(large));
    await problem("too_large", post("{}", { "content-length": "2000000" }));
  });

  it("must be JSON, whatever else it is", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
      await problem("unsupported_media", post(JSON.stringify(ITEM), { "content-type": type }));
    }
    const sent = await post(JSON.stringify(ITEM), { "content-type": "application/json; charset=utf-8" });
    expect(sent.status).toBe(201);
  });

  it.each(["{", "{'tag': 1}", '{"tag":"Finding","text":"a\nb"}', "x", '{"a":1}{', "\u0000"])(
    "that is malformed is told so: %j",
    async (body) => {
      await problem("invalid_input", post(body));
    },
  );

  it("in another encoding, or with half a character, is refused", async () => {
    await problem("invalid_input", post(new Uint8Array([0x7b, 0xff, 0x7d])));
    const { errors } = await problem("invalid_input", post('{"tag":"Finding","text":"a \\ud800 b"}'));
    expect(errors).toMatchObject([{ path: "text" }]);
    await problem("invalid_input", post('{"tag":"Finding","text":"x","role":"\\udc00"}'));
  });

  it("must have the fields it should have and no others, each fault by its path", async () => {
    const { errors } = await problem("invalid_input", post({ tag: "Nonsense", extra: 1 }));
    expect(errors?.map(({ path }) => path).sort()).toEqual(["", "tag", "text"]);
    for (const body of [[], null, 1, "x", { ...ITEM, text: "" }, { ...ITEM, text: 1 }]) {
      await problem("invalid_input", post(JSON.stringify(body)));
    }
    const roles = { id: "x", feature: "x", roles: [{ id: "a" }, { id: "b", color: "red" }] };
    const nested = await problem("invalid_input", call("POST", `${API}/sessions`, { body: roles }));
    expect(nested.errors?.at(0)?.path).toBe("roles.1");
    await problem("invalid_input", call("POST", `${API}/sessions/one/restore`, { body: { unknown: true } }));
    await problem("invalid_input", call("DELETE", `${API}/sessions/one`, { body: { unknown: true } }));
  });
});

describe("an address", () => {
  it("that does not exist is not found, for any method", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      await problem("not_found", call(method, "/api/v1/nothing"));
    }
    await problem("not_found", call("GET", "/api/v1/workspaces/none/sessions"));
    await problem("not_found", call("GET", `${API}/sessions/none/memory`));
  });

  it("names the methods it has when another is used", async () => {
    const put = await call("PUT", `${API}/sessions`);
    expect(put.headers.get("allow")).toBe("GET, POST");
    await problem("method_not_allowed", put);
    const patch = await call("PATCH", `${memory}/items`);
    expect(patch.headers.get("allow")).toBe("POST");
    await problem("method_not_allowed", patch);
    await problem("method_not_allowed", call("POST", "/api/health", { token: null }));
    await problem("method_not_allowed", call("OPTIONS", `${API}/sessions`));
  });

  it.each(["..%2F..%2Fetc", "a%00b", "s".repeat(300), "a%2Fb", "%ff", ".hidden"])(
    "with the session %j is refused",
    async (id) => {
      await problem("invalid_input", call("GET", `${API}/sessions/${id}/memory`));
      await problem("invalid_input", call("POST", `${API}/sessions/${id}/memory/items`, { body: ITEM }));
      await problem("invalid_input", call("DELETE", `${API}/sessions/${id}`));
    },
  );

  it("with numbers or cursors nobody gave out is refused", async () => {
    for (const revision of ["0", "-1", "1.5", "x", "1e99", "99999999999999999999"]) {
      await problem("invalid_input", call("GET", `${memory}/revisions/${revision}`));
    }
    await problem("not_found", call("GET", `${memory}/revisions/2147483647`));
    for (const query of ["limit=0", "limit=501", "limit=x", "cursor=x", "unknown=1", "cursor=99999999999999999999"]) {
      await problem("invalid_input", call("GET", `${memory}/revisions?${query}`));
      await problem("invalid_input", call("GET", `${API}/events?${query}`));
    }
    for (const query of ["from=1", "from=x&to=1", "from=-1&to=1", "from=1&to=99999999999999999999"]) {
      await problem("invalid_input", call("GET", `${memory}/diff?${query}`));
    }
    await problem("invalid_input", call("GET", `${API}/events?from=yesterday`));
    await problem("invalid_input", call("GET", `${memory}?unknown=1`));
    for (const revision of [0, 1.5, "1", 2 ** 60]) {
      await problem("invalid_input", call("POST", `${memory}/undo`, { body: { revision } }));
    }
  });
});

describe("the team memory over HTTP", () => {
  it("is read with a strong ETag, as JSON or as the file's own bytes", async () => {
    const read = await call("GET", memory);
    const etag = `"${await session.hash()}"`;
    expect(read.headers.get("etag")).toBe(etag);
    expect(read.headers.get("content-type")).toBe("application/json");
    expect(await read.json()).toMatchObject({ etag, title: "TEAM-MEMORY — one", meta: { Session: "one" } });

    const markdown = await call("GET", memory, { headers: { accept: "text/markdown" } });
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.headers.get("etag")).toBe(etag);
    expect(Buffer.from(await markdown.arrayBuffer())).toEqual(await readFile(session.path));
  });

  it("gives bytes that are no text as they are, and refuses to change them", async () => {
    const broken = await wardroom.session("broken", ["implementer-1"]);
    const garbage = Buffer.from([0xef, 0xbb, 0xbf, 0x23, 0x20, 0xff, 0x0d, 0x0a]);
    await writeFile(broken.path, garbage);
    const path = `${API}/sessions/broken/memory`;
    const markdown = await call("GET", path, { headers: { accept: "text/markdown" } });
    expect(Buffer.from(await markdown.arrayBuffer())).toEqual(garbage);
    expect((await call("GET", path)).status).toBe(200);
    const refused = await problem("unparseable", call("POST", `${path}/items`, { body: ITEM }));
    expect(refused.current).toMatchObject({ diagnostics: [{ code: "not_utf8", severity: "error" }] });
    expect(await readFile(broken.path)).toEqual(garbage);
  });

  it("answers 201 for what is written, 202 for relays to review", async () => {
    const as = (role: string) => ({ body: ITEM, headers: { "x-wardroom-role": role } });
    const added = await call("POST", `${memory}/items`, as("implementer-1"));
    expect(added.status).toBe(201);
    expect(added.headers.get("etag")).toBe(`"${await session.hash()}"`);
    const relayed = await call("POST", `${memory}/items`, as("tester-1"));
    expect(relayed.status).toBe(202);
    const { relay } = (await relayed.json()) as { relay: { id: string } };
    const approved = await call("POST", `${API}/sessions/one/relays/${relay.id}/approve`, { body: { text: "better" } });
    expect(approved.status).toBe(200);
    expect(await approved.json()).toMatchObject({ relay: { state: "approved" }, item: { text: "better" } });
    const twice = await problem("conflict", call("POST", `${API}/sessions/one/relays/${relay.id}/approve`));
    expect(twice.current).toMatchObject({ id: relay.id, state: "approved" });
  });

  it("holds a change to the revision it names, and tells the present one", async () => {
    const seen = (await call("GET", memory)).headers.get("etag") ?? "";
    const change = (etag: string) => call("POST", `${memory}/items`, { body: ITEM, headers: { "if-match": etag } });
    expect((await change(seen)).status).toBe(201);
    const stale = await change(seen);
    expect(stale.headers.get("etag")).toBe(`"${await session.hash()}"`);
    await problem("stale", stale);
  });

  it("does a change once per key, answers it the same again, and refuses another under the same key", async () => {
    const change = (text: string, key = "key-1") =>
      call("POST", `${memory}/items`, { body: { ...ITEM, text }, headers: { "idempotency-key": key } });
    const first = await change("once");
    const text = await first.text();
    await change("between", "key-2");
    const again = await change("once");
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([
      first.status,
      text,
      first.headers.get("etag"),
    ]);
    await problem("idempotency_mismatch", change("other"));
    await problem("invalid_input", change("long", "k".repeat(201)));
  });

  it("is pruned and brought back only by who has seen it", async () => {
    await problem("invalid_input", call("POST", `${memory}/prune`, { body: { dryRun: false } }));
    await problem("invalid_input", call("POST", `${memory}/revert`, { body: { revision: 1 } }));
    expect(await json(call("POST", `${memory}/prune`, { body: {} }))).toMatchObject({ items: [], tokensSaved: 0 });
    const headers = { "if-match": (await call("GET", memory)).headers.get("etag") ?? "" };
    expect((await call("POST", `${memory}/revert`, { body: { revision: 1 }, headers })).status).toBe(200);
    expect(await session.items()).toEqual([]);
  });

  it("conflicts carry the section as it is, who changed it and when", async () => {
    const body = { oldString: "nowhere to be found", newString: "x" };
    const { current } = await problem("conflict", call("POST", `${memory}/edit`, { body }));
    expect(current).toMatchObject({ etag: await session.hash(), changedBy: expect.any(String) as string });
  });
});
