import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ServerFile } from "@/lib/contracts/server-file";
import { migrationsFolder } from "@/lib/db/open";
import { examine } from "@/lib/services/history/examine";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { serverFilePath } from "@/lib/store/server-file";

const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";

it("a server says by name what it serves from the history, with its copy", async () => {
  const servers = await TeamServers.open();
  const a = await servers.start("a");
  await a.announce("http://127.0.0.1:4100");
  const said = ServerFile.parse(JSON.parse(await readFile(serverFilePath(servers.dataOf("a")), "utf8")));
  expect(said.workspaces).toEqual([{ name: "demo", folder: servers.copyOf("a") }]);
});

it("says how many workspaces are in the history, whether their copies are in step, and what to do if not", async () => {
  const servers = await TeamServers.open();
  const look = async (server: string) => {
    const configuration = readConfiguration(servers.environmentOf(server), PROJECT);
    return (await examine(configuration, migrationsFolder(PROJECT))).filter(({ subject }) =>
      /workspace/i.test(subject),
    );
  };
  const a = await servers.start("a");
  await a.services.sessions.create(
    OWNER,
    { workspace: "demo" },
    { id: "one", feature: "One", roles: [] },
    PLAIN_REQUEST,
  );
  const [all, demo] = await look("a");
  expect(all).toMatchObject({
    subject: "Recorded workspaces",
    state: "ok",
    detail: expect.stringMatching(/^1: demo\./) as string,
  });
  expect(demo).toMatchObject({ subject: "Workspace demo", state: "ok", remedy: null });
  expect(demo?.detail).toMatch(/^\d+ documents?; the copy here is in step\.$/);

  await servers.stop(a);
  await writeFile(join(servers.copyOf("a"), MEMORY), "another text");
  const [, differing] = await look("a");
  expect(differing).toMatchObject({
    state: "warning",
    remedy: expect.stringContaining(`delete ${servers.copyOf("a")}`) as string,
  });
  expect(differing?.detail).toContain(`0 missing, 1 with another text, such as ${MEMORY}.`);
  await rm(join(servers.copyOf("a"), MEMORY));
  expect((await look("a"))[1]?.detail).toContain("1 missing, 0 with another text");

  // As it is told: the copy is made anew.
  await rm(servers.copyOf("a"), { recursive: true });
  await servers.stop(await servers.start("a"));
  expect((await look("a"))[1]).toEqual(demo);
});
