import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";
const KNOWLEDGE = ".microai/knowledge/shared/a.md";

let at: Runtime;
let copy: string;
const told: string[] = [];
beforeAll(async () => {
  const servers = await TeamServers.open();
  at = await servers.start("a");
  copy = servers.copyOf("a");
  await at.watch((error) => told.push(String(error)));
  const roles = [{ id: "implementer-1" }];
  await at.services.sessions.create(OWNER, DEMO, { id: "one", feature: "One", roles }, PLAIN_REQUEST);
  await at.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text: "recorded" }, PLAIN_REQUEST);
  const pushed = { path: KNOWLEDGE, text: "# Recorded\n", base: "", replica: "r", machine: "m" };
  await at.services.files.push(OWNER, DEMO, pushed, PLAIN_REQUEST);
});

const read = async (path: string) => (await at.services.files.read(OWNER, DEMO, { path })).text;
const list = async () => (await at.services.files.list(OWNER, DEMO, { limit: 100 })).items.map(({ path }) => path);

it("serves every line that was acknowledged to whoever reads while the copy is given another text, and tells of nothing", async () => {
  const over = new AbortController();
  const readAll = async () => {
    let last = "";
    while (!over.signal.aborted) {
      const text = await read(MEMORY);
      expect(text.startsWith(last)).toBe(true);
      expect(await list()).toContain(MEMORY);
      last = text;
    }
  };
  const reading = Promise.all([readAll(), readAll(), readAll()]);
  for (let count = 0; count < 60; count++) {
    const item = { tag: "Finding" as const, text: `줄 ${count} of many 😀` };
    await at.services.memory.add(actingAs("implementer-1"), params, item, PLAIN_REQUEST);
    expect(await read(MEMORY)).toContain(item.text);
  }
  over.abort();
  await reading;
  expect(told).toEqual([]);
});

it("serves what is recorded where somebody changed the copy, puts it back and tells of it", async () => {
  const recorded = await read(MEMORY);
  await writeFile(join(copy, MEMORY), "# Somebody's\n");
  expect(await read(MEMORY)).toBe(recorded);
  expect(await readFile(join(copy, MEMORY), "utf8")).toBe(recorded);
  expect(told.join()).toContain(
    `${MEMORY} of demo was changed in this server's copy, and was put back from the history.`,
  );
  await writeFile(join(copy, KNOWLEDGE), "# Somebody's\n");
  const { items } = await at.services.files.list(OWNER, DEMO, { limit: 100, hashes: "true" });
  expect(await readFile(join(copy, KNOWLEDGE), "utf8")).toBe("# Recorded\n");
  expect(items.map(({ path }) => path)).toContain(KNOWLEDGE);
});

it("serves what is recorded where somebody removed a file or a folder of the copy", async () => {
  const before = await list();
  await rm(join(copy, MEMORY));
  expect(await read(MEMORY)).toContain("recorded");
  await rm(join(copy, ".agent/teams/one"), { recursive: true });
  await rm(join(copy, ".microai"), { recursive: true });
  expect((await at.services.sessions.list(OWNER, DEMO)).items.map(({ id }) => id)).toEqual(["one"]);
  expect(await list()).toEqual(before);
  expect(await read(KNOWLEDGE)).toBe("# Recorded\n");
});

it("serves what is recorded where something else stands in a file's place, and says that it cannot be put back", async () => {
  const recorded = await read(MEMORY);
  await rm(join(copy, MEMORY));
  await mkdir(join(copy, MEMORY, "inside"), { recursive: true });
  expect(await read(MEMORY)).toBe(recorded);
  expect(told.at(-1)).toContain(`${MEMORY} of demo was changed in this server's copy, and cannot be put back.`);
  await rm(join(copy, MEMORY), { recursive: true });
  await symlink("/etc/hostname", join(copy, MEMORY));
  expect(await read(MEMORY)).toBe(recorded);
  await rm(join(copy, MEMORY));
  expect(await read(MEMORY)).toBe(recorded);
  expect(await readFile(join(copy, MEMORY), "utf8")).toBe(recorded);
});

it("shows nothing that somebody added to the copy", async () => {
  const before = await list();
  await mkdir(join(copy, ".agent/teams/theirs"));
  await writeFile(join(copy, ".agent/teams/theirs/TEAM-MEMORY.md"), "# Theirs\n");
  await writeFile(join(copy, ".microai/knowledge/shared/b.md"), "# Theirs\n");
  expect(await list()).toEqual(before);
  await expect(read(".microai/knowledge/shared/b.md")).rejects.toMatchObject({ code: "not_found" });
  expect((await at.services.sessions.list(OWNER, DEMO)).items.map(({ id }) => id)).toEqual(["one"]);
  await at.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text: "goes on" }, PLAIN_REQUEST);
  expect(await at.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
});
