import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

it("mints a token for each role in one act, and adds those that are missing", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const roles = [
    { id: "implementer-1" },
    { id: "Tester-1" },
    { id: "tester-1" },
    { id: "scribe", type: "implementer" },
  ];
  const { items } = await wardroom.services.tokens.mintForAll(OWNER, session.params, { roles }, PLAIN_REQUEST);
  expect(items.map(({ role, added }) => [role.id, role.access, added])).toEqual([
    ["implementer-1", "direct", false],
    ["tester-1", "relay", true],
    ["scribe", "direct", true],
  ]);
  expect(new Set(items.map(({ token }) => token)).size).toBe(3);
  expect((await wardroom.services.sessions.get(OWNER, session.params)).roles.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["implementer-1", "tester-1", "scribe"]),
  );
  const bad = wardroom.services.tokens.mintForAll(OWNER, session.params, { roles: [{ id: "a\nb" }] }, PLAIN_REQUEST);
  await expect(bad).rejects.toMatchObject({ code: "invalid_input" });
});
