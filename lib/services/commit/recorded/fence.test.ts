import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { exportContent } from "@/lib/move-content";
import type { Runtime } from "@/lib/runtime";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { serverFilePath, writeServerFile } from "@/lib/store/server-file";

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };

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
const inFolder = (PORT = "9") => servers.start("folder", { WARDROOM_WORKSPACES: `demo=${folder}`, PORT });
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

/** As a PostgreSQL that is restarted does: it lets go of whatever was claimed. */
const loseClaims = () =>
  runOnPostgresql(
    servers.address,
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`,
  );
const SERVED = expect.stringContaining("Workspace demo is served by another Wardroom on ") as string;

describe("a server that still runs", () => {
  it("on a folder keeps everybody else from it: another folder, the history and an import", async () => {
    const old = await inFolder();
    await create(old);
    const other = { WARDROOM_WORKSPACES: `other=${folder},demo=${servers.folder}` };
    for (const start of [
      () => servers.start("second", other),
      () => servers.start("second"),
      () => servers.takeIn(folder),
      () => servers.takeIn(folder),
    ])
      expect(await refusal("conflict", start())).toMatchObject({ message: SERVED });
    await say(old, "it goes on here");
    expect(await textsAt(old)).toEqual(["it goes on here"]);
    await servers.stop(old);
    await servers.takeIn(folder);
    expect(await textsAt(await servers.start("next"))).toEqual(["it goes on here"]);
  });

  it("on the history keeps a folder and an export from it, and no server of the history", async () => {
    const old = await servers.start("old");
    await create(old);
    expect(await refusal("conflict", inFolder())).toMatchObject({ message: SERVED });
    expect(await refusal("conflict", give(folder))).toMatchObject({ message: SERVED });
    await servers.start("other");
    await say(old, "it goes on here");
    expect(await textsAt(old)).toEqual(["it goes on here"]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("with another one that begins at the same moment: at most one of them serves", async () => {
    for (let round = 0; round < 5; round++) {
      const starts = ["first", "second", "third"].map((name) =>
        servers.start(name, { WARDROOM_WORKSPACES: `demo=${folder}` }),
      );
      const started = (await Promise.allSettled(starts)).flatMap((each) =>
        each.status === "fulfilled" ? [each.value] : [],
      );
      expect(started.length).toBeLessThan(2);
      for (const each of started) await servers.stop(each);
    }
  });

  it("on a folder keeps a second server of that folder from serving, until it has ended, and no command", async () => {
    const old = await inFolder();
    await create(old);
    await old.announce("http://127.0.0.1:9");
    // A command is not announced.
    await say(await inFolder(), "by a command");
    const second = await inFolder("10");
    const announced = second.announce("http://127.0.0.1:10");
    expect(await refusal("conflict", announced)).toMatchObject({
      message: expect.stringContaining(" is served by another Wardroom at ") as string,
    });
    const again = second.announce("http://127.0.0.1:10");
    await servers.stop(old);
    await again;
    await say(second, "once it had ended");
    expect(await textsAt(second)).toEqual(["by a command", "once it had ended"]);
  });

  it("claims its folder again when PostgreSQL let go of it, and writes nothing where another was faster", async () => {
    const old = await inFolder();
    await create(old);
    await loseClaims();
    await say(old, "claimed again");
    expect(await refusal("conflict", servers.start("second"))).toMatchObject({ message: SERVED });
    await loseClaims();
    const folderOfOther = join(servers.folder, "other");
    await cp(folder, folderOfOther, { recursive: true });
    const next = await servers.start("second", { WARDROOM_WORKSPACES: `demo=${folderOfOther}` });
    expect(await refusal("conflict", say(old, "too late"))).toMatchObject({ message: SERVED });
    expect(await old.fault()).toEqual(SERVED);
    await say(next, "at the faster one");
    expect(await textsAt(next)).toEqual(["claimed again", "at the faster one"]);
    await servers.stop(next);
    await say(old, "once that is gone");
  });

  it("refuses to write once its content was moved while PostgreSQL was away", async () => {
    const old = await inFolder();
    await create(old);
    await loseClaims();
    await servers.takeIn(folder);
    const error = await refusal("conflict", say(old, "too late"));
    expect(error.message).toContain("was imported or exported while this server ran");
    const next = await servers.start("next");
    await say(next, "after the import");
    await refusal("conflict", say(old, "too late again"));
    expect(await textsAt(next)).toEqual(["after the import"]);
    expect(await next.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  });

  it("an export that cannot write what is there leaves its folder empty, so that it can be repeated", async () => {
    const at = await servers.start("at");
    await create(at);
    await mkdir(join(servers.dataOf("a"), "trash"), { recursive: true });
    await at.services.sessions.remove(OWNER, params, PLAIN_REQUEST);
    await servers.stop(at);
    await writeFile(join(servers.dataOf("a"), "trash/demo"), "in the way");
    await expect(give(folder)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    const next = await servers.start("at");
    await next.services.sessions.restore(OWNER, params, PLAIN_REQUEST);
    expect(await textsAt(next)).toEqual([]);
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
