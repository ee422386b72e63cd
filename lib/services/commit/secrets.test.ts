import { readdir, readFile, writeFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { findSecrets } from "@/lib/services/commit/find-secrets";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ["ghp_", "a1B2".repeat(9)].join("");
const KEY = [
  "-----BEGIN RSA PRIVATE",
  " KEY-----\nMIIEowIBAAKCAQEA",
  "abcd".repeat(40),
  "\n-----END RSA PRIVATE",
  " KEY-----",
];
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

test.each([
  ["a service's token", `the key is ${TOKEN}`, "github token"],
  ["a private key over several lines", KEY.join(""), "privatekey, private key"],
  [
    "a login in an address",
    ["postgres://app:", "hunter22", "@db.example.org/shop"].join(""),
    "database-connection-string",
  ],
])("%s is found", async (_, text, kind) => {
  const [found] = await findSecrets(`- [Finding] ${text}`);
  expect(found?.kind).toContain(kind);
});

test.each([
  "- [Finding] the ledger refuses a batch with two currencies (src/ledger/batch-of-several-currencies.ts)",
  `- [Pattern] the file's sha256 is ${"9f86d081884c7d65".repeat(4)}`,
  "- [Decision] see https://example.org/wiki/Ledger#a-rather-long-anchor-in-the-page, id 3f9a1c07-be42-4c58-a1ff-0d4c2f7a9b11",
])("ordinary text is none: %s", async (text) => {
  expect(await findSecrets(text)).toEqual([]);
});

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

test("looking through many texts leaves nothing behind", async () => {
  const { secretLintProfiler } = await import("@secretlint/profiler");
  for (let each = 0; each < 50; each++) await findSecrets(`the build id is 3f9a1c07be424c58a1ff${each}`);
  await new Promise((done) => setImmediate(done));
  expect(await secretLintProfiler.getEntries()).toEqual([]);
});

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
    expect(said, path).toContain("looks like a secret (github token)");
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
