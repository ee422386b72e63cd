import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { call, serve, type Said } from "@/lib/api/testing/api.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";
const MEMORY = `${API}/sessions/one/memory`;
const SECRET = "open-sesame-of-the-north-gate";

/** What is read: documents and lists, whole and filtered, in both forms. */
const ADDRESSES: [address: string, headers?: Record<string, string>][] = [
  [MEMORY],
  [MEMORY, { accept: "text/markdown" }],
  [`${MEMORY}?role=implementer-1`],
  [`${MEMORY}?tag=Question&state=active`],
  [`${MEMORY}?since=1`],
  [`${MEMORY}/revisions`],
  [`${API}/sessions`],
  [`${API}/sessions/one`],
  [`${API}/sessions/one/relays`],
  [`${API}/sessions/one/context`],
  [`${API}/trash`],
  [`${API}/events?limit=20`],
  [`${API}/needs/count`],
  [`${API}/faults`],
];

let wardroom: TestWardroom;
let one: TestSession;
let callers: Record<string, Said>;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  one = await wardroom.session("one", ["implementer-1", "implementer-2", "researcher-1"]);
  await wardroom.session("two", ["implementer-1"]);
  const token = async (session: string) =>
    (await json<{ token: string }>("POST", `${API}/sessions/${session}/roles/implementer-1/tokens`)).token;
  const { token: viewer } = await json<{ token: string }>("POST", `${API}/viewers`, { body: { label: "Mai" } });
  callers = {
    owner: {},
    "the owner as implementer-2": { headers: { "x-wardroom-role": "implementer-2" } },
    "implementer-1": { token: await token("one") },
    "a role of another session": { token: await token("two") },
    "a viewer": { token: viewer },
  };
  return () => wardroom.dispose();
});

async function json<T>(method: string, address: string, said?: Said): Promise<T> {
  return (await (await call(method, address, said)).json()) as T;
}

const add = (text: string, tag = "Finding", as = "implementer-1") =>
  call("POST", `${MEMORY}/items`, { body: { tag, text }, headers: { "x-wardroom-role": as } });
const itemsOf = async () => {
  const { sections } = await json<{ sections: { items: { id: string }[] }[] }>("GET", MEMORY);
  return sections.flatMap(({ items }) => items.map(({ id }) => id));
};

/** What may happen: in the file, in rows alone, to rights, and to what was written before. */
const ACTS: Record<string, (n: number) => Promise<unknown>> = {
  adds: (n) => add(`the gate of stage ${n} is open`),
  "adds a long one": (n) => add(`${n} ${"lengthy words, ".repeat(600)}`),
  asks: (n) => add(`who keeps the key of gate ${n}?`, "Question"),
  "says a secret": (n) => add(`say ${SECRET} at gate ${n}`),
  relays: (n) => add(`pattern ${n}`, "Pattern", "researcher-1"),
  confirms: async () => {
    const [item = ""] = await itemsOf();
    return call("POST", `${MEMORY}/items/${item}/same`, { headers: { "x-wardroom-role": "implementer-2" } });
  },
  archives: async () => call("POST", `${MEMORY}/archive`, { body: { items: (await itemsOf()).slice(-1) } }),
  "says it again": () => add("the gate of stage 0 is open"),
  "says it in another section": () => add("the gate of stage 0 is open", "Finding", "implementer-2"),
  "brings back": async () => call("POST", `${MEMORY}/unarchive`, { body: { items: (await itemsOf()).slice(-1) } }),
  "rewords one": async (n) =>
    call("POST", `${MEMORY}/edit`, { body: { item: (await itemsOf())[70], newString: `the gate is reworded, ${n}` } }),
  "waits for what is said then": async (n) => {
    const text = await one.text();
    const ask = () => add(`what is behind gate ${n}?`, "Question", "implementer-2");
    const { item } = (await (await ask()).json()) as { item: { id: string } };
    await one.put(text);
    await add(`needs ${item.id} first`, "Dependency");
    for (const said of Object.values(callers)) await call("GET", MEMORY, said);
    await ask();
  },
  "edits outside": async (n) => one.put(`${await one.text()}\n- [Finding] by hand, ${n}\n`),
  "edits in the middle": async (n) => one.put((await one.text()).replace("gate 40 ", `gate 40, by hand ${n}, `)),
  "moves an item": async () => {
    const [line = "", ...rest] = /^- .*gate 3\d .*\n/m.exec(await one.text()) ?? [];
    expect(rest).toEqual([]);
    await one.put((await one.text()).replace(line, "").replace(/^## implementer-2.*\n/m, (heading) => heading + line));
  },
  redacts: () => call("POST", `${API}/redactions`, { body: { text: SECRET, reason: "a password" } }),
  publishes: (n) => call("PUT", `${API}/sessions/one/context`, { body: { text: `# Goal\n\nStage ${n}\n` } }),
  "gives a token": () => call("POST", `${API}/sessions/one/roles/implementer-2/tokens`),
  "questions a role": (n) =>
    call("POST", `${API}/sessions/one/questions`, { body: { role: "implementer-1", text: `and gate ${n}?` } }),
};

it("answers what is kept as if it were not, to whoever asks, whatever happened", async () => {
  const names = fc.constantFrom(...Object.keys(ACTS));
  // Everything once, and some again; in a memory that is longer than what is written out together.
  const each = fc.shuffledSubarray(Object.keys(ACTS), { minLength: Object.keys(ACTS).length });
  const acts = [...fc.sample(each, { numRuns: 1, seed: 51 }), fc.sample(names, { numRuns: 8, seed: 51 })].flat();
  const many = Array.from({ length: 150 }, (_, gate) => `- [Finding] gate ${gate} is watched\n`).join("");
  await one.put((await one.text()).replace(/^## implementer-1.*\n/m, (heading) => `${heading}${many}`));
  const kept = new Map<string, { tag: string; text: string }>();
  let same = 0;
  for (const [n, name] of acts.entries()) {
    serve(wardroom);
    await ACTS[name]?.(n);
    const asked = Object.entries(callers).flatMap(([who, said]) =>
      ADDRESSES.map(([address, form]) => ({ key: `${who} ${address} ${form?.["accept"]}`, address, said, form })),
    );
    // What the first reading leaves, such as a receipt, the second one reads.
    for (const said of Object.values(callers)) await call("GET", MEMORY, said);
    const now = new Map<string, string>();
    for (const { key, address, said, form } of asked) {
      const known = kept.get(key);
      const headers = { ...said.headers, ...form, ...(known && { "if-none-match": known.tag }) };
      const answer = await call("GET", address, { ...said, headers });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      if (answer.status === 304) same++;
      const text = answer.status === 304 ? (known?.text ?? "") : await answer.text();
      const tag = answer.headers.get("x-wardroom-view") ?? answer.headers.get("etag");
      if (tag !== null && answer.ok) kept.set(key, { tag, text });
      now.set(key, untimed(text));
    }
    const other = await wardroom.another();
    serve({ runtime: other });
    for (const { key, address, said, form } of asked) {
      const fresh = await call("GET", address, { ...said, headers: { ...said.headers, ...form } });
      expect(`${name} ${key} ${now.get(key)}`).toBe(`${name} ${key} ${untimed(await fresh.text())}`);
    }
    await other.close();
  }
  // Most are touched by few acts.
  expect(same).toBeGreaterThan(300);
});

it("says 304 to nobody with another's tag, and to nobody whose right has ended", async () => {
  await add("the gate is open");
  for (const [address, headers = {}] of ADDRESSES) {
    const tags: Record<string, string> = {};
    for (const [who, said] of Object.entries(callers)) {
      const answer = await call("GET", address, { ...said, headers: { ...said.headers, ...headers } });
      if (answer.ok) tags[who] = answer.headers.get("x-wardroom-view") ?? answer.headers.get("etag") ?? "";
    }
    for (const [who, said] of Object.entries(callers))
      for (const [whose, tag] of Object.entries(tags)) {
        const asked = { ...said, headers: { ...said.headers, ...headers, "if-none-match": tag } };
        const { status } = await call("GET", address, asked);
        expect(`${who} with the tag of ${whose} at ${address}: ${status === 304}`).toBe(
          `${who} with the tag of ${whose} at ${address}: ${who === whose}`,
        );
      }
  }
  const said = callers["implementer-1"] ?? {};
  const tag = (await call("GET", MEMORY, said)).headers.get("x-wardroom-view") ?? "";
  const { items } = await json<{ items: { id: string; role: string }[] }>("GET", `${API}/sessions/one/tokens`);
  for (const { id, role } of items) await call("DELETE", `${API}/sessions/one/roles/${role}/tokens/${id}`);
  expect((await call("GET", MEMORY, { ...said, headers: { "if-none-match": tag } })).status).toBe(401);
});

it("does not take the document's ETag for the answer, but for the file itself", async () => {
  await add("the gate is open");
  const before = await call("GET", MEMORY);
  const etag = before.headers.get("etag") ?? "";
  expect(etag).toBe(`"${await one.hash()}"`);
  await ACTS["confirms"]?.(0);
  const after = await call("GET", MEMORY, { headers: { "if-none-match": etag } });
  expect(after.status).toBe(200);
  expect(after.headers.get("etag")).toBe(etag);
  expect(await after.text()).toContain("alsoSeenBy");
  const markdown = (tag: string) =>
    call("GET", MEMORY, { headers: { accept: "text/markdown", "if-none-match": tag } }).then(({ status }) => status);
  expect([await markdown(etag), await markdown(`W/"other", W/${etag}`), await markdown("*")]).toEqual([304, 304, 200]);
  expect(
    (
      await call("GET", `${MEMORY}?role=Lead`, {
        headers: { "if-none-match": before.headers.get("x-wardroom-view") ?? "" },
      })
    ).status,
  ).toBe(200);
});

it("compresses a long answer for another machine that takes it, and its ETag still serves for a change", async () => {
  await add(`gate ${"after gate, ".repeat(900)}`);
  const ask = (encoding: string, from: string) =>
    call("GET", MEMORY, { headers: { "accept-encoding": encoding }, from });
  const plain = await call("GET", MEMORY);
  const packed = await ask("br, gzip;q=0.5", "203.0.113.7");
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text());
  for (const [encoding, from] of [
    ["gzip;q=0", "203.0.113.7"],
    ["identity", "203.0.113.7"],
    ["gzip", "127.0.0.1"],
    ["gzip", "::1"],
  ] as const)
    expect((await ask(encoding, from)).headers.get("content-encoding")).toBeNull();
  const etag = (packed.headers.get("etag") ?? "").replace(/"$/, '-gzip"');
  const changed = await call("POST", `${MEMORY}/items`, {
    body: { tag: "Finding", text: "the next one" },
    headers: { "if-match": etag },
  });
  expect(changed.status).toBe(201);
  const [item = ""] = await itemsOf();
  const stale = { body: { items: [item] }, headers: { "if-match": etag } };
  expect((await call("POST", `${MEMORY}/archive`, stale)).status).toBe(412);
});

/** When a session's runs last gave a sign is moved by the very calls that read it. */
function untimed(text: string): string {
  return text.replaceAll(/"lastSign":"[^"]*"/g, '"lastSign":""');
}
