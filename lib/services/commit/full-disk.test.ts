import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { startDoomed } from "@/lib/services/testing/doomed.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Blocks of a file at most, for a process whose disk is to be full: its log of commits reaches this after a few changes. */
const BLOCKS = 1024;

it("goes on reading on a full disk, outside edits too, and loses nothing that was acknowledged", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("full", ["implementer-1"]);
  await wardroom.close();
  const process = await startDoomed(
    wardroom.environment,
    async (open, print) => {
      const { appendFile } = globalThis.process.getBuiltinModule("node:fs/promises");
      const { services } = await open();
      const params = { workspace: "demo", session: "full" };
      const role = {
        kind: "owner",
        role: "implementer-1",
        sessionKey: null,
        workspace: null,
        credentialId: "o",
        source: "api",
      } as const;
      const plain = { ifMatch: null, idempotency: undefined };
      const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
      for (let n = 0; ; n++) {
        const text = `acknowledged ${n} ${"x".repeat(2000)}`;
        const code = await services.memory.add(role, params, { tag: "Finding", text }, plain).then(() => null, codeOf);
        if (code === null) print(`added ${n}`);
        else {
          print(`refused ${code}`);
          break;
        }
      }
      const path = `${String(globalThis.process.env["WARDROOM_WORKSPACES"]).slice("demo=".length)}/.agent/teams/full/TEAM-MEMORY.md`;
      await appendFile(path, "- [Finding] by hand\n");
      const read = await services.memory
        .read(role, params)
        .then(
          (memory) => String(memory.sections.flatMap(({ items }) => items).some(({ text }) => text === "by hand")),
          codeOf,
        );
      print(`read ${read}`);
      const sessions = await services.sessions
        .list(role, { workspace: "demo" })
        .then(({ items }) => items.length, codeOf);
      print(`sessions ${String(sessions)}`);
      const created = { id: "new", feature: "new", roles: [] };
      const lead = { ...role, role: null };
      const create = await services.sessions
        .create(lead, { workspace: "demo" }, created, plain)
        .then(() => "made", codeOf);
      print(`create ${create}`);
      print("over");
    },
    { blocks: BLOCKS },
  );
  await process.until("over");
  const said = process.printed();
  await process.kill();
  expect(said.slice(said.findIndex((line) => line.startsWith("refused")))).toEqual([
    "refused busy",
    "read true",
    "sessions 1",
    "create busy",
    "over",
  ]);
  const added = said.filter((line) => line.startsWith("added ")).map((line) => line.slice("added ".length));
  expect(added.length).toBeGreaterThan(0);

  // Killed on its full disk, and started where there is room again.
  await wardroom.reopen();
  const texts = (await session.items()).map(({ text }) => text);
  for (const n of added) expect(texts.filter((text) => text.startsWith(`acknowledged ${n} `))).toHaveLength(1);
  expect(texts).toContain("by hand");
  // The session that was refused is there wholly, where only its record had no room, or not at all.
  for (const folder of await readdir(dirname(session.folder)))
    expect(await readdir(join(dirname(session.folder), folder))).toEqual(["TEAM-MEMORY.md"]);
  expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
});
