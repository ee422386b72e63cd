import { mkdir, readdir, rename, rmdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

it("makes nothing in the place of a workspace that is away, and goes on once it is back", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("away", ["implementer-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await add("before");
  const before = await session.story();
  await rename(wardroom.files, `${wardroom.files}-away`);
  await refusal("busy", add("while it is away"));
  await refusal("busy", wardroom.services.memory.read(OWNER, session.params));
  expect(await readdir(wardroom.folder)).not.toContain("files");
  // An unmounted disk leaves the empty folder it was mounted on.
  await mkdir(wardroom.files);
  await refusal("busy", add("over an empty folder"));
  expect(await readdir(wardroom.files)).toEqual([]);
  await rmdir(wardroom.files);
  await rename(`${wardroom.files}-away`, wardroom.files);
  expect(await session.story()).toEqual(before);
  await add("after");
  expect((await session.items()).map(({ text }) => text)).toEqual(["before", "after"]);
});
