import { afterEach, describe, expect, it, vi } from "vitest";
import type { Event } from "@/lib/contracts/events";
import { call, problem, serve, signIn } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";

const wardroom = await TestWardroom.open();
serve(wardroom);
const session = await wardroom.session("one", ["implementer-1", "implementer-2"]);

async function add(text: string, id = "one"): Promise<void> {
  const body = { tag: "Finding", text } as const;
  const params = { workspace: "demo", session: id };
  await wardroom.services.memory.add(actingAs("implementer-1"), params, body, PLAIN_REQUEST);
}

const newest = async () => {
  const { items } = await wardroom.services.events.list(OWNER, { workspace: "demo" }, { limit: 1, format: "json" });
  return items[0]?.id ?? 0;
};

const opened: ReadableStreamDefaultReader<Uint8Array>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const reader of opened.splice(0)) await reader.cancel();
});

/** Opens the stream, and answers a function that gives its next message as it is sent. */
async function listen(headers: Record<string, string> = {}, token?: string | null) {
  const response = await call("GET", `${API}/events/stream`, { headers, ...(token !== undefined && { token }) });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no stream");
  opened.push(reader);
  let rest = "";
  const next = async (): Promise<string | null> => {
    while (!rest.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return null;
      rest += new TextDecoder().decode(value);
    }
    const end = rest.indexOf("\n\n");
    const message = rest.slice(0, end);
    rest = rest.slice(end + 2);
    return message;
  };
  return { response, next };
}

const idOf = (message: string | null) => Number(/^id: (\d+)$/m.exec(message ?? "")?.[1]); // id: 12

describe("the stream of events", () => {
  it("tells what happens as it happens, in the form of Server-Sent Events", async () => {
    const { response, next } = await listen();
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-transform");
    expect(await next()).toBe(": connected");
    await add("heard\nin two lines");
    const [id, event, data, ...more] = (await next())?.split("\n") ?? [];
    expect(id).toBe(`id: ${String(await newest())}`);
    expect(event).toBe("event: item.added");
    expect(more).toEqual([]);
    expect(JSON.parse(data?.replace("data: ", "") ?? "")).toMatchObject({
      action: "item.added",
      actor: "implementer-1",
      session: "one",
    });
  });

  it("goes on where a client stopped, each event once", async () => {
    const last = await newest();
    for (const text of ["a", "b", "c"]) await add(text);
    const { next } = await listen({ "last-event-id": String(last) });
    expect(await next()).toBe(": connected");
    expect([idOf(await next()), idOf(await next()), idOf(await next())]).toEqual([last + 1, last + 2, last + 3]);
    await add("d");
    expect(idOf(await next())).toBe(last + 4);
  });

  it.each(["999999999", "x", "1.5", "-", "99999999999999999999"])(
    "says reset to a client that names %j, which it does not know",
    async (id) => {
      const { next } = await listen({ "last-event-id": id });
      expect(await next()).toBe(": connected");
      expect(await next()).toBe("event: reset\ndata: {}");
      await add("after");
      expect(idOf(await next())).toBe(await newest());
    },
  );

  it("says reset when more was missed than is worth telling one by one", async () => {
    const last = await newest();
    await Promise.all(Array.from({ length: 501 }, (_, index) => add(String(index))));
    const { next } = await listen({ "last-event-id": String(last) });
    expect([await next(), await next()]).toEqual([": connected", "event: reset\ndata: {}"]);
  });

  it("keeps the connection alive", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { next } = await listen();
    expect(await next()).toBe(": connected");
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBe(": keep-alive");
  });

  it("tells a role of its own session alone", async () => {
    await wardroom.session("other", ["implementer-1"]);
    const params = { ...session.params, role: "implementer-2" };
    const { token } = await wardroom.services.tokens.mint(OWNER, params, PLAIN_REQUEST);
    const { next } = await listen({}, token);
    expect(await next()).toBe(": connected");
    await add("elsewhere", "other");
    await add("here");
    expect(await next()).toContain('"session":"one"');
    await problem("not_found", call("GET", "/api/v1/workspaces/none/events/stream"));
  });

  it("ends for a token that is revoked, and goes on for all others", async () => {
    const one = { workspace: "demo", session: "one", role: "implementer-1" };
    const { token, tokenId } = await wardroom.services.tokens.mint(OWNER, one, PLAIN_REQUEST);
    const [revoked, other] = [await listen({}, token), await listen()];
    expect(await revoked.next()).toBe(": connected");
    expect(await other.next()).toBe(": connected");
    await wardroom.services.tokens.revoke(OWNER, { ...one, token: tokenId }, PLAIN_REQUEST);
    expect(await revoked.next()).toContain("token.revoked");
    expect(await revoked.next()).toBeNull();
    await add("after the token");
    expect(await other.next()).toContain("token.revoked");
    expect(await other.next()).toContain("after the token");
  });

  it("ends at once for a browser that signed out", async () => {
    const cookie = await signIn(wardroom);
    const [browser, other] = [await listen({ cookie }, null), await listen()];
    expect(await browser.next()).toBe(": connected");
    expect(await other.next()).toBe(": connected");
    expect((await call("POST", "/api/logout", { token: null, headers: { cookie } })).status).toBe(204);
    await add("after the browser");
    expect(await browser.next()).toBeNull();
    expect(await other.next()).toContain("after the browser");
  });

  it("ends for a client that does not read", async () => {
    await wardroom.session("busy", ["implementer-1"]);
    const [idle, other] = [await listen(), await listen()];
    const count = 3000;
    const heard = (async () => {
      for (let message = await other.next(); message !== null; message = await other.next()) {
        if (message.includes("the last")) return;
      }
    })();
    await Promise.all(Array.from({ length: count }, () => add("x".repeat(200), "busy")));
    await add("the last", "busy");
    await heard;
    let told = 0;
    while ((await idle.next()) !== null) told += 1;
    expect(told).toBeGreaterThan(500);
    expect(told).toBeLessThan(count);
  });

  it("ends when the server stops", async () => {
    const own = await TestWardroom.open();
    serve(own);
    const { next } = await listen();
    expect(await next()).toBe(": connected");
    await own.close();
    expect(await next()).toBeNull();
    serve(wardroom);
  });
});

describe("the history of events", () => {
  it("is listed newest first, in pages, by who, what, where and when", async () => {
    await add("first");
    await add("second");
    const list = async (query: string) => {
      const response = await call("GET", `${API}/events?${query}`);
      return (await response.json()) as { items: Event[]; nextCursor: string | null };
    };
    const first = await list("limit=1");
    const second = await list(`limit=1&cursor=${first.nextCursor ?? ""}`);
    expect([first, second].map(({ items }) => items[0]?.payload.text)).toEqual(["second", "first"]);
    const { items } = await list("actor=Lead,nobody&action=session.created&target=one");
    expect(items.map(({ actor, action, target }) => `${actor} ${action} ${target}`)).toEqual([
      "Lead session.created one",
    ]);
    const { at } = first.items[0] ?? { at: "" };
    expect((await list(`from=${at}&limit=500`)).items[0]?.id).toBe(first.items[0]?.id);
    expect((await list(`to=2020-01-01T00:00:00.000Z`)).items).toEqual([]);
  });

  it.each(["jsonl", "csv"])("is refused as %s where it is refused as a list", async (format) => {
    await problem("not_found", call("GET", `/api/v1/workspaces/none/events?format=${format}`));
    await problem("invalid_input", call("GET", `${API}/events?format=${format}&cursor=x`));
    const { token } = await wardroom.services.viewers.add(OWNER, { workspace: "demo" }, { label: "x" }, PLAIN_REQUEST);
    await problem("forbidden", call("GET", `/api/v1/workspaces/none/events?format=${format}`, { token }));
  });

  it("is exported whole, a line an event, and as a table no spreadsheet takes for a formula", async () => {
    const count = await newest();
    const jsonl = await call("GET", `${API}/events?format=jsonl`);
    expect(jsonl.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
    expect(jsonl.headers.get("content-disposition")).toBe('attachment; filename="demo-history.jsonl"');
    const lines = (await jsonl.text()).split("\n");
    expect(lines.pop()).toBe("");
    const events = lines.map((line) => JSON.parse(line) as Event);
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => count - index));

    const csv = await call("GET", `${API}/events?format=csv&target=one`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, row] = (await csv.text()).split("\n");
    expect(head).toBe("id,at,actor,actorKind,source,action,target,session,payload,hash");
    expect(row).toMatch(
      /^\d+,\S+Z,Lead,person,api,session\.created,one,one,"\{""feature"":""one"",.*\}",[0-9a-f]{64}$/,
    );
  });
});
