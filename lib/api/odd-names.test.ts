import fc from "fast-check";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { teamName } from "@/lib/core/knowledge/knowledge-model";
import { foldName } from "@/lib/core/text/fold-name";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = "/api/v1/workspaces/demo";
const PIECES = [
  "a",
  "B",
  "1",
  "한글",
  "é",
  "é",
  "🧪",
  "&",
  "'",
  "+",
  " ",
  "(1)",
  "%",
  "#",
  "?",
  '"',
  ":",
  "<",
  ".",
  "~",
  "@",
];

/** Names as people and tools give them to folders. */
const KNOWN = [
  "a&b",
  "o'neil",
  "a+b",
  "with space",
  "emoji-🧪",
  "s1 (1)",
  "Übung",
  "x\\y",
  "%2e%2e",
  "100%",
  "a;b",
  "-x",
];
const made = fc
  .array(fc.constantFrom(...PIECES, "\\"), { minLength: 1, maxLength: 5 })
  .map((parts) => `n${parts.join("")}`);
const unique = (names: string[]) => [...new Map(names.map((name) => [foldName(name), name.trimEnd()])).values()];
const NAMES = unique([...KNOWN, ...fc.sample(made, { numRuns: 20, seed: 53 })]);
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
};
const idsIn = async (path: string, key: string) => {
  const answer = await call("GET", `${WORKSPACE}/${path}?limit=500`);
  const { items } = (await answer.json()) as { items: Record<string, string>[] };
  return items.map((item) => item[key] ?? "");
};

const wardroom = await TestWardroom.open();
serve(wardroom);
for (const name of NAMES) {
  await put(`.agent/teams/${name}/TEAM-MEMORY.md`, "# T\n\n## Lead\n- [Finding] a\n");
  await put(`.kaizen/agents/${name}/memory.md`, "# M\n\n## Watch Points\n- calm\n");
  await put(`.microai/agents/teams/${name}/knowledge/knowledge-index.yaml`, "files: []\n");
}
await put(".kaizen/agents/group/nested/memory.md", "# M\n\n## Watch Points\n- calm\n");

it("lists every session, agent and team that is there, and opens and changes what it lists", async () => {
  const [sessions, agents, teams] = [
    await idsIn("sessions", "id"),
    await idsIn("agents", "name"),
    await idsIn("teams", "id"),
  ];
  const sorted = (names: readonly string[]) => names.map((name) => name.normalize("NFC")).sort();
  expect(sorted(sessions)).toEqual(sorted(NAMES));
  expect(sorted(agents)).toEqual(sorted([...NAMES, "group/nested"]));
  expect(sorted(teams.map(teamName))).toEqual(sorted(NAMES));
  const item = { tag: "Finding", text: "Opened" };
  const leads = (name: string) => /[\\:]|%2e|[. ]$/.test(name);
  for (const [method, path, body, status] of [
    ...sessions.map((id) => ["GET", `sessions/${encodeURIComponent(id)}/memory`, undefined, 200] as const),
    // A name that leads elsewhere on some disk opens; a change of it is refused, and says why.
    ...sessions.map(
      (id) => ["POST", `sessions/${encodeURIComponent(id)}/memory/items`, item, leads(id) ? 403 : 201] as const,
    ),
    ...agents.map((name) => ["GET", `agents/${encodeURIComponent(name)}/memory`, undefined, 200] as const),
    ...agents.map((name) => ["POST", `agents/${encodeURIComponent(name)}/sessions`, {}, 201] as const),
    ...teams.map((id) => ["GET", `teams/${encodeURIComponent(id)}/knowledge`, undefined, 200] as const),
  ]) {
    const answer = await call(method, `${WORKSPACE}/${path}`, body === undefined ? {} : { body });
    const said = await answer.text();
    expect(`${path} ${answer.status} ${answer.status === status ? "" : said}`).toBe(`${path} ${status} `);
    if (status === 403) expect(JSON.parse(said)).toMatchObject({ hint: expect.stringMatching(/\w/) as string });
  }
});

it("restores the older of two sessions deleted under one id", async () => {
  const remove = async (text: string) => {
    await put(".agent/teams/twice/TEAM-MEMORY.md", `# T\n\n## Lead\n- [Finding] ${text}\n`);
    await call("GET", `${WORKSPACE}/sessions/twice/memory`);
    expect((await call("DELETE", `${WORKSPACE}/sessions/twice`)).status).toBe(200);
  };
  await remove("older");
  await remove("newer");
  const trash = (await (await call("GET", `${WORKSPACE}/trash`)).json()) as { items: { deletedAt: string }[] };
  const older = encodeURIComponent(trash.items.at(-1)?.deletedAt ?? "");
  expect((await call("POST", `${WORKSPACE}/sessions/twice/restore?deletedAt=${older}`, { body: {} })).status).toBe(200);
  const memory = await call("GET", `${WORKSPACE}/sessions/twice/memory`);
  expect(await memory.text()).toContain("older");
});

it("answers as many faults and repairs as were asked for", async () => {
  for (const name of ["one", "two", "three"])
    await put(`.agent/teams/f-${name}/global-context.md`, "---\na: b: c\n---\n");
  const first = (await (await call("GET", `${WORKSPACE}/faults?limit=2`)).json()) as { items: []; nextCursor: string };
  expect(first.items).toHaveLength(2);
  const rest = await call("GET", `${WORKSPACE}/faults?limit=2&cursor=${first.nextCursor}`);
  expect(rest.status).toBe(200);
  expect((await call("GET", `${WORKSPACE}/repairs?limit=2`)).status).toBe(200);
});
