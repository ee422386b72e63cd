import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FILE, put, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import type { Runtime } from "@/lib/runtime";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const TEAM = { workspace: "team" };
const params = { ...TEAM, session: "checkout" };
const KNOWLEDGE = ".microai/knowledge/shared/a.md";

let team: ReplicaCommand;
/** Another server, which shares no file with the one that the replica asks. */
let other: Runtime;
beforeAll(async () => {
  const servers = await TeamServers.open();
  const { WARDROOM_DATA: _own, ...shared } = servers.environmentOf("here");
  const recorded = { ...shared, WARDROOM_WORKSPACES: "team" };
  team = await ReplicaCommand.open(recorded);
  await team.server.runtime.watch((error) => {
    throw error;
  });
  other = await servers.start("other", recorded);
});
afterAll(() => team.close());

/** What a document holds at the other server; nothing where there is none. */
async function there(path = FILE): Promise<string> {
  await TeamServers.enter(other);
  const found = other.services.files.read(OWNER, TEAM, { path });
  return found.then(({ text }) => text).catch(() => "");
}

it("keeps a checkout in step with what several servers record, both ways, whichever of them is asked", async () => {
  const folder = await team.checkout();
  const { said } = team.start(folder);
  await vi.waitFor(async () => expect(await read(folder)).toContain("## implementer-2"));
  const heading = "## implementer-2\n";
  await put(folder, (await read(folder)).replace(heading, `${heading}- [Finding] from the laptop\n`));
  await vi.waitFor(async () => expect(await there()).toContain("from the laptop"));
  const item = { tag: "Finding", text: "at the other server" } as const;
  await other.services.memory.add(actingAs("implementer-1"), params, item, PLAIN_REQUEST);
  await vi.waitFor(async () => expect(await read(folder)).toContain("at the other server"));
  expect(await read(folder)).toBe(await there());

  await put(folder, "# Known\n", KNOWLEDGE);
  await vi.waitFor(async () => expect(await there(KNOWLEDGE)).toBe("# Known\n"));
  await rm(join(folder, KNOWLEDGE));
  await vi.waitFor(async () => expect(await there(KNOWLEDGE)).toBe(""));

  await other.services.sessions.remove(OWNER, params, PLAIN_REQUEST);
  await vi.waitFor(async () => expect(await read(folder)).toBe(""));
  await other.services.sessions.restore(OWNER, params, PLAIN_REQUEST);
  await vi.waitFor(async () => expect(await read(folder)).toContain("from the laptop"));
  expect(said()).not.toContain("is not in step");
  expect(await other.services.events.verify(OWNER, TEAM)).toMatchObject({ ok: true, problems: [] });
});

it("joins what both changed while the checkout was away, once", async () => {
  const folder = await team.checkout();
  expect(await team.bring(folder)).toMatchObject({ code: 0 });
  const heading = "## implementer-2\n";
  await put(folder, (await read(folder)).replace(heading, `${heading}- [Finding] on the train\n`));
  const item = { tag: "Finding", text: "in the office" } as const;
  await other.services.memory.add(actingAs("implementer-1"), params, item, PLAIN_REQUEST);
  expect(await team.bring(folder)).toMatchObject({ code: 0 });
  expect(await team.bring(folder)).toMatchObject({ code: 0 });
  const text = await there();
  expect(text.split("\n").filter((line) => /on the train|in the office/.test(line))).toHaveLength(2);
  expect(await read(folder)).toBe(text);
});
