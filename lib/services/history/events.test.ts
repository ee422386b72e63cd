import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

async function filled() {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  for (const text of ["a", "b", "c"]) {
    const body = { tag: "Finding", text } as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST);
  }
  return { wardroom, session };
}

it("lists a role's own events whatever else lies among the sessions", async () => {
  const { wardroom, session } = await filled();
  await mkdir(join(wardroom.files, ".agent/teams/ not an id"));
  const params = { ...session.params, role: "implementer-1" };
  const { token } = await wardroom.services.tokens.mint(OWNER, params, PLAIN_REQUEST);
  const caller = await wardroom.services.authentication.authenticate({ token, source: "api", role: null });
  const { items } = await wardroom.services.events.list(caller, DEMO, { limit: 10, format: "json" });
  expect(items).toHaveLength(5);
});
