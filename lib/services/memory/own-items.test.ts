import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const { memory } = wardroom.services;

const TEXT = `# TEAM-MEMORY — x

## Lead

## implementer-1
- [Finding] one
  - its own bullet
- [Pattern] two

## tester-1
- [Question] why?
`;

it("is withdrawn by its own role, as an archived item that comes back without a trace", async () => {
  const session = await wardroom.session("withdraw-item", [], TEXT);
  const item = await session.item("one");
  const params = { ...session.params, item };
  for (const caller of [actingAs("implementer-2"), actingAs("tester-1"), VIEWER])
    await refusal("forbidden", memory.withdraw(caller, params, PLAIN_REQUEST));
  const { items } = await memory.withdraw(actingAs("implementer-1"), params, PLAIN_REQUEST);
  expect(items).toMatchObject([{ id: item, state: "archived", text: "one" }]);
  expect(await session.text()).toBe(TEXT.replace("- [Finding]", "- [ARCHIVED] [Finding]"));
  expect(await session.last()).toMatchObject({ operation: "withdraw", actor: "implementer-1" });
  expect((await session.story()).at(-1)).toBe("implementer-1: item.withdrawn implementer-1");
  await refusal("conflict", memory.withdraw(actingAs("implementer-1"), params, PLAIN_REQUEST));
  await wardroom.services.curation.unarchive(OWNER, session.params, { items: [item] }, PLAIN_REQUEST);
  expect(await session.text()).toBe(TEXT);
});

it("is withdrawn by the Lead in any section, and never by a role that writes through the Lead", async () => {
  const session = await wardroom.session("withdraw-any", [], TEXT);
  const params = { ...session.params, item: await session.item("why?") };
  await refusal("forbidden", memory.withdraw(actingAs("tester-1"), params, PLAIN_REQUEST));
  expect((await memory.withdraw(OWNER, params, PLAIN_REQUEST)).items).toMatchObject([{ state: "archived" }]);
  await refusal("conflict", memory.withdraw(OWNER, { ...params, item: "000000000000" }, PLAIN_REQUEST));
});
