import { readdir, readFile, writeFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ["ghp_", "a1B2".repeat(9)].join("");
const S = "/api/v1/workspaces/demo/sessions/one";
const W = "/api/v1/workspaces/demo";

let wardroom: TestWardroom;
let session: TestSession;

beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  session = await wardroom.session("one", ["implementer-1", "tester-1"]);
  await call("PUT", `${S}/context`, { body: { text: CONTEXT } });
  await mkdir(join(wardroom.files, ".kaizen/agents/scout"), { recursive: true });
  await writeFile(join(wardroom.files, ".kaizen/agents/scout/memory.md"), "# scout\n\n## What Worked\n");
});
afterAll(() => wardroom.dispose());

/** Every file below the data folder and the workspace that holds the secret, a database's log included. */
async function placesOf(secret: string): Promise<string[]> {
  const found: string[] = [];
  for (const root of [wardroom.data, wardroom.files]) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if ((await readFile(path)).includes(secret)) found.push(path);
    }
  }
  return found;
}

test("no door stores one: the answer names the kind, and no file, row or answer holds the secret", async () => {
  const text = `the key is ${TOKEN}`;
  const heading = "## implementer-1\n";
  const [sent] = (
    (await (await call("GET", `${S}/context/updates?role=tester-1`)).json()) as { items: { id: string }[] }
  ).items;
  const plain = { tag: "Finding", text: "The key is in the vault", role: "implementer-1" };
  const { item } = (await (await call("POST", `${S}/memory/items`, { body: plain })).json()) as {
    item: { id: string };
  };
  const doors: [string, string, Record<string, unknown>, string?][] = [
    ["POST", `${S}/memory/items/${item.id}/comments`, { text }],
    ["POST", `${S}/memory/items`, { tag: "Finding", text, role: "implementer-1" }],
    ["POST", `${S}/memory/items`, { tag: "Finding", text }, "tester-1"],
    ["POST", `${S}/memory/edit`, { oldString: heading, newString: `${heading}- [Finding] ${text}\n` }, "implementer-1"],
    ["PUT", `${S}/context`, { text: `${CONTEXT}\n${text}\n` }],
    ["POST", `${S}/context/deliveries/${sent?.id ?? ""}/guidance`, { text }],
    [
      "POST",
      `${S}/context/acks`,
      { role: "tester-1", version: "GC-v1", applied: 1, total: 1, impact: text, action: "PAUSE" },
    ],
    ["POST", `${S}/state`, { text }, "implementer-1"],
    ["POST", `${S}/claims`, { what: text, minutes: 10 }, "implementer-1"],
    ["POST", `${S}/nudges`, { role: "tester-1", text }, "implementer-1"],
    ["PATCH", `${W}/agents/scout/memory`, { section: "What Worked", add: text }],
    ["POST", `${W}/agents/scout/memory-tool`, { command: "create", path: "/memories/notes.md", file_text: text }],
  ];
  for (const [method, path, body, role] of doors) {
    const headers = {
      "idempotency-key": `${path}-${role ?? ""}`,
      ...(role !== undefined && { "x-wardroom-role": role }),
    };
    const response = await call(method, path, { body, headers });
    const said = await response.text();
    expect(said, path).not.toContain(TOKEN);
    expect(said, path).toContain("looks like a secret (GitHub token)");
  }
  expect(await placesOf(TOKEN)).toEqual([]);
});

test("one completed across an edit is found too", async () => {
  const item = { tag: "Finding", text: `the key begins with ${TOKEN.slice(0, 12)}`, role: "implementer-1" };
  expect((await call("POST", `${S}/memory/items`, { body: item })).status).toBe(201);
  const body = { oldString: `with ${TOKEN.slice(0, 12)}`, newString: `with ${TOKEN}` };
  await problem("invalid_input", call("POST", `${S}/memory/edit`, { body }));
  expect(await placesOf(TOKEN)).toEqual([]);
});

test("one put in by hand is warned about with its line, keeps nobody from working, and can be taken out", async () => {
  const before = await session.text();
  await session.put(before.replace("## tester-1\n", `## tester-1\n- [Finding] the key is ${TOKEN}\n`));
  const memory = (await (await call("GET", `${S}/memory`)).json()) as {
    diagnostics: { code: string; message: string }[];
  };
  const line = (await session.text()).split("\n").findIndex((each) => each.includes(TOKEN)) + 1;
  expect(memory.diagnostics).toMatchObject([{ code: "secret", severity: "warning", range: { start: { line } } }]);
  expect(memory.diagnostics[0]?.message).not.toContain(TOKEN);

  const item = { tag: "Finding", text: "something else", role: "tester-1" };
  expect((await call("POST", `${S}/memory/items`, { body: item })).status).toBe(201);
  const body = { oldString: `the key is ${TOKEN}`, newString: "the key is in the vault" };
  expect((await call("POST", `${S}/memory/edit`, { body })).status).toBe(200);
  expect(await session.text()).not.toContain(TOKEN);
});

test("a context and an agent's memory that hold one are warned about as well", async () => {
  const context = join(wardroom.files, ".agent/teams/one/global-context.md");
  await writeFile(context, `${await readFile(context, "utf8")}\nkey: ${TOKEN}\n`);
  const memory = join(wardroom.files, ".kaizen/agents/scribe/memory.md");
  await mkdir(dirname(memory), { recursive: true });
  await writeFile(memory, `# scribe\n\n## What Worked\n- ${TOKEN}\n`);
  for (const path of [`${S}/context`, `${W}/agents/scribe/memory`]) {
    const { diagnostics } = (await (await call("GET", path)).json()) as { diagnostics: { code: string }[] };
    expect(
      diagnostics.map(({ code }) => code),
      path,
    ).toContain("secret");
  }
});

test("a teammate is sent everything but the line that holds one, over every door, and confirms the rest", async () => {
  const open = (name: string) => ContextSession.open(wardroom, name, ["implementer-1", "tester-1"]);
  const demo = await open("held");
  await demo.publish(CONTEXT);
  await demo.ack("tester-1", 1);
  const held = CONTEXT.replace("- the queue and its leases", `- the queue and its leases, ${TOKEN}`);
  await demo.put("global-context.md", held);
  const memory = await demo.session.text();
  await demo.session.put(memory.replace("## tester-1\n", `## tester-1\n- [Warning] key: ${TOKEN}\n`));
  await demo.publishOver(held);
  await wardroom.services.context.reportLost(
    actingAs("implementer-1"),
    demo.params,
    { role: "implementer-1", status: "CONTEXT_LOST" },
    PLAIN_REQUEST,
  );

  const stored = (await demo.file("global-context.md")) ?? "";
  const line = stored.split("\n").findIndex((each) => each.includes(TOKEN)) + 1;
  const [delta, full] = [await demo.update("tester-1"), await demo.update("implementer-1")];
  expect(full.text).toContain(`- [line ${line} is held back: it looks like a secret (GitHub token)]`);
  expect(full.text.split("\n").slice(-20)).toEqual(held.split("\n").slice(-20));
  expect(delta.text).toContain("is held back: it looks like a secret (GitHub token)]");
  const inbox = await wardroom.services.inbox.read(
    actingAs("implementer-1"),
    demo.params,
    { wait: 0, again: "false", all: "true" },
    new AbortController().signal,
  );
  expect(JSON.stringify(inbox.entries)).toContain("[a line is held back: it looks like a secret (GitHub token)]");
  for (const told of [delta, full, inbox]) expect(JSON.stringify(told)).not.toContain(TOKEN);

  expect((await demo.ack("implementer-1", 2)).ack.confirmed).toBe(true);
  const filter = { session: "held", limit: 500, format: "json" } as const;
  const { items } = await wardroom.services.events.list(OWNER, { workspace: "demo" }, filter);
  const given = items.find(({ action }) => action === "context.acknowledged");
  expect(given?.payload).toMatchObject({ confirmed: true, heldBack: 1 });
});
