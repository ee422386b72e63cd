import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportContent } from "@/lib/move-content";
import type { Runtime } from "@/lib/runtime";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { aroundKeep } from "@/lib/services/testing/around-keep.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { serverFilePath, writeServerFile } from "@/lib/store/server-file";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";

let servers: TeamServers;
let folder: string;
beforeEach(async () => {
  servers = await TeamServers.open();
  folder = join(servers.folder, "shop");
  await mkdir(folder);
});
afterEach(() => servers.dispose());

const say = (at: Runtime, text: string) =>
  at.services.memory.add(actingAs("implementer-1"), params, { tag: "Finding", text }, PLAIN_REQUEST);
const inFolder = () => servers.start("folder", { WARDROOM_WORKSPACES: `demo=${folder}` });
const create = (at: Runtime) =>
  at.services.sessions.create(
    OWNER,
    DEMO,
    { id: "one", feature: "One", roles: [{ id: "implementer-1" }] },
    PLAIN_REQUEST,
  );
const textsAt = async (at: Runtime) =>
  (await at.services.memory.read(OWNER, params)).sections.flatMap(({ items }) => items.map(({ text }) => text));
const give = (to: string) => {
  const configuration = readConfiguration(servers.environmentOf("a"), PROJECT);
  return exportContent({ configuration, caller: OWNER, project: PROJECT }, { name: "demo", folder: to });
};

describe("a server that still runs", () => {
  it("on the folder of a workspace that was imported refuses, and writes nothing that nobody would find", async () => {
    const old = await inFolder();
    await create(old);
    await say(old, "before the import");
    await servers.takeIn(folder);
    const error = await refusal("busy", say(old, "too late"));
    expect(error.message).toContain("was imported into the history while this server ran");
    const next = await servers.start("next");
    await say(next, "after the import");
    await writeFile(join(folder, MEMORY), "# Edited where nobody looks\n");
    for (const read of [
      () => textsAt(old),
      () => say(old, "too late again"),
      () => old.services.sessions.list(OWNER, DEMO),
    ])
      await refusal("busy", read());
    expect((await old.services.workspaces.list(OWNER)).items).toEqual([{ name: "demo", sessions: 0, folder: "moved" }]);
    expect(await textsAt(next)).toEqual(["before the import", "after the import"]);
    expect(await readFile(join(folder, MEMORY), "utf8")).toBe("# Edited where nobody looks\n");
    expect(await next.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("on the folder refuses the first read after an import that nobody told it of", async () => {
    const old = await inFolder();
    await create(old);
    await say(old, "before the import");
    await servers.takeIn(folder);
    await TeamServers.enter(old);
    await refusal("busy", textsAt(old));
  });

  it("on the history of a workspace that was exported refuses, and the folder has all that was acknowledged", async () => {
    const old = await servers.start("old");
    await create(old);
    await say(old, "before the export");
    await give(folder);
    const error = await refusal("busy", say(old, "too late"));
    expect(error.message).toContain("was exported to a folder while this server ran");
    await refusal("busy", textsAt(old));
    const next = await inFolder();
    await say(next, "after the export");
    expect(await textsAt(next)).toEqual(["before the export", "after the export"]);
    await refusal("busy", say(old, "too late again"));
    expect(await next.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("and writes while the workspace is moved stops the move, which leaves nothing behind", async () => {
    const at = await servers.start("at");
    await create(at);
    aroundKeep({ before: () => say(at, "meanwhile") });
    const error = await refusal("conflict", give(folder));
    expect(error.message).toContain("was changed while it was being moved");
    expect(error.details.hint).toContain("The content of demo is in the history, as before.");
    expect(await readdir(folder)).toEqual([]);
    await say(at, "it goes on here");
    // An export that cannot write what is there leaves its folder empty, so that it can be repeated.
    await mkdir(join(servers.dataOf("a"), "trash"), { recursive: true });
    await at.services.sessions.remove(OWNER, params, PLAIN_REQUEST);
    await writeFile(join(servers.dataOf("a"), "trash/demo"), "in the way");
    await expect(give(folder)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    await at.services.sessions.restore(OWNER, params, PLAIN_REQUEST);
    expect(await textsAt(at)).toEqual(["meanwhile", "it goes on here"]);
  });

  it("on the same data folder, with whatever history, is to be stopped first", async () => {
    await servers.stop(await servers.start("a"));
    const data = servers.dataOf("a");
    // Of a process that lives, and is not this one.
    await writeServerFile(data, { url: "http://127.0.0.1:4100", pid: process.ppid, workspaces: [] });
    const error = await refusal("conflict", give(folder));
    expect(error.message).toBe("A server of this data folder is running at http://127.0.0.1:4100.");
    await refusal("conflict", servers.takeIn(folder));
    await rm(serverFilePath(data));
    await give(folder);
  });
});
