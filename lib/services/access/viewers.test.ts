import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const other = join(wardroom.folder, "other");
await mkdir(other);
await wardroom.reopen({ WARDROOM_WORKSPACES: `demo=${wardroom.files},other=${other}` });

it("a viewer of one workspace is neither listed nor ended by way of another", async () => {
  const { viewers, authentication } = wardroom.services;
  const { viewer, token } = await viewers.add(OWNER, { workspace: "demo" }, { label: "Board" }, PLAIN_REQUEST);
  expect((await viewers.list(OWNER, { workspace: "other" })).items).toEqual([]);
  await refusal("not_found", viewers.revoke(OWNER, { workspace: "other", viewer: viewer.id }, PLAIN_REQUEST));
  expect(await authentication.authenticate({ token, source: "api", role: null })).toMatchObject({ workspace: "demo" });
  await viewers.revoke(OWNER, { workspace: "demo", viewer: viewer.id }, PLAIN_REQUEST);
  await refusal("unauthenticated", authentication.authenticate({ token, source: "api", role: null }));
});
