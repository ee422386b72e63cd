import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { put, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";

const THEIRS = ".microai/knowledge/shared/theirs.md";
const MINE = ".microai/knowledge/shared/mine.md";
/** More than the disk takes. */
const LONG = `# Long\n\n${"A line of a document.\n".repeat(2000)}`;

let team: ReplicaCommand;
beforeAll(async () => {
  team = await ReplicaCommand.open();
});
afterAll(() => team.close());

it("a full disk is told, loses nothing at either end, and what waited is done once there is room", async () => {
  const folder = await team.checkout("full");
  const { child, said } = team.start(folder);
  await vi.waitFor(async () => expect(await read(folder)).toContain("## implementer-2"));
  // To it, the disk is full: no file may grow beyond that.
  const limit = (value: string) => execFileSync("prlimit", ["--pid", String(child.pid), `--fsize=${value}:unlimited`]);
  limit("8192");
  await put(team.here, LONG, THEIRS);
  const file = { path: THEIRS };
  await team.server.runtime.services.files.read(OWNER, { workspace: "team" }, file);
  await vi.waitFor(() => expect(said()).toContain(`There is no space left on the disk to write ${THEIRS}.`));
  expect(said()).toContain("Free some space and try again; the file is as it was. It is tried again.");
  expect(await read(folder, THEIRS)).toBe("");
  await put(folder, LONG, MINE);
  const status = await team.command.run(["replica", "status"], { cwd: folder });
  expect(status.out).toContain("There is no space left on the disk");
  expect(await read(team.here, MINE)).toBe("");
  limit("unlimited");
  await vi.waitFor(async () => expect(await read(folder, THEIRS)).toBe(LONG));
  await vi.waitFor(async () => expect(await read(team.here, MINE)).toBe(LONG));
  await vi.waitFor(() => expect(said()).toContain("The checkout can be written again."));
  expect(await read(folder, MINE)).toBe(LONG);
  expect(JSON.parse(readFileSync(join(team.state(folder), "standing.json"), "utf8"))).toMatchObject({
    said: null,
  });
});
