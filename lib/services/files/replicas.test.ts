import { afterAll, expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import type { Caller } from "@/lib/services/workspace/caller";

const at = { workspace: "demo" };
const STANDING = { mark: 0, waiting: 0, conflicts: [], pushedAt: null };

const wardroom = await TestWardroom.open();
afterAll(() => wardroom.dispose());

/** Somebody with a credential that may only look. */
const viewer = (name: string): Caller => ({ ...OWNER, kind: "viewer", credentialId: name, person: { id: name, name } });
const announce = (caller: Caller, replica: string, machine: string) =>
  wardroom.services.replicas.announce(caller, { ...at, replica }, { ...STANDING, machine });
const list = async () => (await wardroom.services.replicas.list(OWNER, at)).items;

it("is told by whoever made it, and by nobody else", async () => {
  await announce(viewer("mia"), "r1", "mias laptop");
  await announce(viewer("jon"), "r1", "mias laptop, says Jon");
  await announce(viewer("mia"), "r1", "mias new laptop");
  expect(await list()).toHaveLength(2);
  expect((await list()).find(({ person }) => person === "mia")).toMatchObject({ machine: "mias new laptop" });
});

it("takes the place of what a server of an earlier version has stored of it, and of nobody else's", async () => {
  const now = new Date().toISOString().replace("Z", "+00:00");
  const rows = ["'person:zoe', 'z1', 'zoe'", "'', 'z2', 'zoe'", "'', 'z3', 'mia'", "'person:mia', 'z4', 'mia'"];
  for (const row of rows) {
    await wardroom.sql(`INSERT INTO "Replica" ("workspaceId", "owner", "id", "person", "machine", "mark", "waiting",
      "conflicts", "seenAt", "since") VALUES ('demo', ${row}, 'before', 0, 0, '[]', '${now}', '${now}')`);
  }
  for (const replica of ["z1", "z2", "z3", "z4"]) await announce(viewer("zoe"), replica, "after");
  const listed = (await list()).filter(({ id }) => id.startsWith("z")).map(({ id, machine }) => `${id} ${machine}`);
  expect(listed.sort()).toEqual(["z1 after", "z2 after", "z3 after", "z3 before", "z4 after", "z4 before"]);
});

it("is one of fifty at most of one person; the one that was silent longest gives way, and a live one never", async () => {
  for (let count = 0; count < 50; count++) await announce(viewer("ada"), `r${String(count)}`, "sandbox");
  const error = await refusal("conflict", announce(viewer("ada"), "one more", "sandbox"));
  expect(error.message).toBe("50 checkouts of yours are listed as kept in step already, and all of them are live.");
  expect(error.details.hint).toBe(
    "This checkout is still kept in step, but is not listed. It will be once another one has been stopped for a few minutes.",
  );
  await announce(viewer("ada"), "r7", "sandbox");
  await announce(viewer("mia"), "r2", "another");
  const long = new Date(Date.now() - 3_600_000).toISOString().replace("Z", "+00:00");
  await wardroom.sql(`UPDATE "Replica" SET "seenAt" = '${long}' WHERE "id" = 'person:ada/r3'`);
  await announce(viewer("ada"), "one more", "sandbox");
  const own = (await list()).filter(({ person }) => person === "ada").map(({ id }) => id);
  expect(own).toHaveLength(50);
  expect(own).toContain("one more");
  expect(own).not.toContain("r3");
});
