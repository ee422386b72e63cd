import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { postMessage } from "@/lib/services/inbox/webhooks";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const DEMO = { workspace: "demo" };
const NEVER = new AbortController().signal;
const ANY = () => true;
const LOCAL = { WARDROOM_WEBHOOK_ADDRESSES: "127.0.0.1" };
const servers: Server[] = [];

const wardroom = await TestWardroom.open();
await wardroom.reopen(LOCAL);

afterEach(async () => {
  vi.useRealTimers();
  await wardroom.services.webhooks.remove(OWNER, DEMO, PLAIN_REQUEST);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A receiver of messages that answers with these statuses, one after the other and then the last; null never answers. */
async function receiver(...statuses: (number | null)[]) {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      got.push(body);
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      if (status === null || status === undefined) return;
      response.writeHead(status, { location: "http://127.0.0.1:9/elsewhere" }).end("not read");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/secret-of-the-hook`;
  return { got, url };
}

async function ask(demo: ContextSession, text: string): Promise<void> {
  await wardroom.services.memory.add(actingAs("implementer-1"), demo.params, { tag: "Question", text }, PLAIN_REQUEST);
}

describe("a webhook", () => {
  it("is told of what comes to wait of the chosen kinds, once, and never what it says", async () => {
    const { services } = wardroom;
    const { got, url } = await receiver(200);
    const demo = await ContextSession.open(wardroom, "told", ["implementer-1", "researcher-1"]);
    await ask(demo, "Waited before the webhook was set?");
    await services.webhooks.set(OWNER, DEMO, { url, kinds: ["question"] }, PLAIN_REQUEST);
    await ask(demo, "Which currency, XQ7-KRONE?");
    await services.memory.add(
      actingAs("implementer-1"),
      demo.params,
      { tag: "Conflict", text: "Two owners" },
      PLAIN_REQUEST,
    );
    await services.webhooks.look("demo");
    await services.webhooks.look("demo");
    expect(got.map((body) => JSON.parse(body) as unknown)).toEqual([
      { text: "Wardroom, demo: 1 thing needs you\n• told: 1 question (implementer-1)" },
    ]);
    const { host, last } = await services.webhooks.read(OWNER, DEMO);
    expect(JSON.stringify(await services.webhooks.read(OWNER, DEMO))).not.toContain("secret-of-the-hook");
    expect(host).toBe(new URL(url).host);
    expect(last).toMatchObject({ ok: true, said: "answered 200" });
  });

  it("holds back in quiet hours, and tells afterwards what still waits", async () => {
    const { services } = wardroom;
    const { got, url } = await receiver(200);
    const demo = await ContextSession.open(wardroom, "quiet", ["implementer-1"]);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T23:00:00Z") });
    const quiet = { from: "22:00", to: "07:00", zone: "UTC" };
    await services.webhooks.set(OWNER, DEMO, { url, kinds: ["question"], quiet }, PLAIN_REQUEST);
    await ask(demo, "Settled before the morning?");
    await ask(demo, "Still open in the morning?");
    await services.webhooks.look("demo");
    const { items } = await services.needs.list(OWNER, DEMO);
    const settled = items.flatMap((need) =>
      need.kind === "question" && need.session === "quiet" ? [need.item.id] : [],
    );
    await services.curation.archive(OWNER, demo.params, { items: settled.slice(0, 1) }, PLAIN_REQUEST);
    await services.webhooks.look("demo");
    expect(got).toEqual([]);
    vi.setSystemTime(new Date("2026-11-26T07:00:00Z"));
    await services.webhooks.look("demo");
    expect(got).toEqual([
      JSON.stringify({ text: "Wardroom, demo: 1 thing needs you\n• quiet: 1 question (implementer-1)" }),
    ]);
  });

  it("is told after a start of what came to wait while no server ran, and by one of two servers", async () => {
    const { got, url } = await receiver(200);
    const demo = await ContextSession.open(wardroom, "away", ["implementer-1"]);
    await wardroom.services.webhooks.set(OWNER, DEMO, { url, kinds: ["question"] }, PLAIN_REQUEST);
    await ask(demo, "Came while nobody looked?");
    await wardroom.reopen(LOCAL);
    const second = await wardroom.another(LOCAL);
    const looks = [wardroom.services, second.services].map(({ webhooks }) => webhooks.look("demo"));
    await Promise.all(looks);
    await second.services.webhooks.look("demo");
    expect(got).toEqual([
      JSON.stringify({ text: "Wardroom, demo: 1 thing needs you\n• away: 1 question (implementer-1)" }),
    ]);
  });

  it("is told a minute later where a server died as it sent", async () => {
    const { got, url } = await receiver(null, 200);
    const demo = await ContextSession.open(wardroom, "died", ["implementer-1"]);
    await wardroom.services.webhooks.set(OWNER, DEMO, { url, kinds: ["question"] }, PLAIN_REQUEST);
    await ask(demo, "Told in the end?");
    const dying = await wardroom.another(LOCAL);
    const watch = dying.services.webhooks.watch((error) => expect(error).toBeUndefined());
    const sent = dying.services.webhooks.look("demo");
    await vi.waitFor(() => expect(got).toHaveLength(1));
    await watch.close();
    await sent;
    await wardroom.services.webhooks.look("demo");
    expect(got).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await wardroom.services.webhooks.look("demo");
    expect(got).toHaveLength(2);
  });

  it("that fails is shown with its last result, and fails nothing else", async () => {
    const { services } = wardroom;
    const { got, url } = await receiver(302);
    await services.webhooks.set(OWNER, DEMO, { url, kinds: ["question"] }, PLAIN_REQUEST);
    const tested = await services.webhooks.test(OWNER, DEMO);
    expect(tested).toMatchObject({ ok: false, said: "answered 302" });
    expect(got).toHaveLength(1);
    expect((await services.webhooks.read(OWNER, DEMO)).last).toEqual(tested);
    // Another address begins without a past; the kinds alone keep it.
    await services.webhooks.set(OWNER, DEMO, { kinds: ["gate"] }, PLAIN_REQUEST);
    expect((await services.webhooks.read(OWNER, DEMO)).last).toEqual(tested);
    const other = await receiver(200);
    await services.webhooks.set(OWNER, DEMO, { url: other.url, kinds: ["gate"] }, PLAIN_REQUEST);
    expect((await services.webhooks.read(OWNER, DEMO)).last).toBeNull();
  });

  it("is the owner's alone, and needs an address", async () => {
    const { webhooks } = wardroom.services;
    const body = { kinds: ["gate" as const] };
    await refusal("forbidden", webhooks.read(VIEWER, DEMO));
    await refusal("forbidden", webhooks.set(actingAs("implementer-1"), DEMO, body, PLAIN_REQUEST));
    await refusal("invalid_input", webhooks.set(OWNER, DEMO, body, PLAIN_REQUEST));
    await refusal("invalid_input", webhooks.test(OWNER, DEMO));
  });
});

describe("a message", () => {
  const message = { text: "Hello" };

  it("is sent again where the other side had trouble, and is taken then", async () => {
    const { got, url } = await receiver(503, 429, 200);
    expect(await postMessage(url, message, { signal: NEVER, allows: ANY, pauses: [0, 0] })).toEqual({
      ok: true,
      said: "answered 200",
    });
    expect(got).toHaveLength(3);
  });

  it("is given up after a few tries, and at once where it is refused", async () => {
    const late = await receiver(null);
    expect(await postMessage(late.url, message, { signal: NEVER, allows: ANY, pauses: [0, 0], timeout: 20 })).toEqual({
      ok: false,
      said: "no answer in time, tried 3 times",
    });
    const refused = await receiver(404);
    expect(await postMessage(refused.url, message, { signal: NEVER, allows: ANY, pauses: [0, 0] })).toEqual({
      ok: false,
      said: "answered 404",
    });
    expect(refused.got).toHaveLength(1);
    const gone = "http://127.0.0.1:9/none";
    expect(await postMessage(gone, message, { signal: NEVER, allows: ANY, pauses: [] })).toEqual({
      ok: false,
      said: "cannot be reached",
    });
  });
});
