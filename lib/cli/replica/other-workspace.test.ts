import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { FILE, put, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

let team: ReplicaCommand;
beforeAll(async () => {
  team = await ReplicaCommand.open();
});
beforeEach(() => serveInstead(`team=${team.here}`));
afterEach(() => team.stop());
afterAll(() => team.close());

/** Has the same address serve something else from now on. */
async function serveInstead(workspaces: string, data = team.command.data): Promise<Runtime> {
  const before = await globalThis.wardroomRuntime;
  const token = team.server.runtime.ownerToken;
  const { port } = new URL(team.server.url);
  const environment = { WARDROOM_DATA: data, WARDROOM_WORKSPACES: workspaces, WARDROOM_TOKEN: token, PORT: port };
  const swap = async () => {
    before?.endConnections();
    await before?.close();
    return openRuntime(environment, PROJECT);
  };
  // Who asks meanwhile waits for it.
  globalThis.wardroomRuntime = swap();
  return globalThis.wardroomRuntime;
}

it("a workspace that was renamed or deleted is told, nothing changes, and it goes on once it is there again", async () => {
  const folder = await team.checkout();
  expect(await team.bring(folder)).toMatchObject({ code: 0 });
  const mine = `${await read(folder)}\nedited while it was away\n`;
  await serveInstead(`another-name=${team.here}`);
  await put(folder, mine);
  const once = await team.bring(folder);
  expect(once).toMatchObject({ code: 4, err: expect.stringContaining("There is no workspace team.") as string });
  const { said } = team.start(folder);
  const sentence = "The workspace is not at the server any more: There is no workspace team.";
  await vi.waitFor(() => expect(said()).toContain(sentence));
  const status = await team.command.run(["replica", "status"], { cwd: folder });
  expect(status.out).toContain(sentence);
  expect(await read(folder)).toBe(mine);
  expect(await read(team.here)).not.toContain("edited while it was away");
  await serveInstead(`team=${team.here}`);
  await vi.waitFor(async () => expect(await read(team.here)).toContain("edited while it was away"));
  await vi.waitFor(() => expect(said()).toContain("The server answers again."));
});

it("another workspace by the same name is refused: nothing is written here, and nothing is pushed there", async () => {
  const folder = await team.checkout();
  expect(await team.bring(folder)).toMatchObject({ code: 0 });
  const { child, said } = team.start(folder);
  await vi.waitFor(() => expect(said()).toContain("are kept in step"));
  const mine = `${await read(folder)}\nedited meanwhile\n`;
  const other = join(team.command.folder, "other");
  await mkdir(join(other, ".git"), { recursive: true });
  await put(other, "# Another project's\n");
  const runtime = await serveInstead(`team=${other}`, join(team.command.folder, "other-data"));
  await put(folder, mine);
  await vi.waitFor(() => expect(child.exitCode).toBe(5));
  expect(said()).toContain(
    "is another workspace than the one this checkout was kept in step with. Nothing was changed.",
  );
  expect(await team.bring(folder)).toMatchObject({ code: 5 });
  expect(await read(folder)).toBe(mine);
  expect((await runtime.services.files.read(OWNER, { workspace: "team" }, { path: FILE })).text).toBe(
    "# Another project's\n",
  );
});
