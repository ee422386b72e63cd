import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

async function blame({ wardroom, params }: TestSession) {
  const { lines } = await wardroom.services.memory.blame(OWNER, params, { from: 1 });
  return lines.filter(({ text }) => text.startsWith("- ["));
}

const say = (session: TestSession, role: string, text: string) =>
  session.wardroom.services.memory.add(actingAs(role), session.params, { tag: "Finding", text }, PLAIN_REQUEST);

it("names who wrote each line, and says that an edit outside was by nobody knows whom", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1", "implementer-2"]);
  await say(session, "implementer-1", "Fonts load twice in the card form");
  await say(session, "implementer-2", "The ledger takes one currency");
  await session.put((await session.text()).replace("one currency", "one currency only"));

  expect(await blame(session)).toMatchObject([
    { actor: "implementer-1", source: "api", certainty: "certain", said: null, changes: 1 },
    {
      certainty: "unknown",
      source: "disk",
      said: "- [Finding] The ledger takes one currency",
      text: "- [Finding] The ledger takes one currency only",
      changes: 2,
    },
  ]);
});

it("is certain of what was archived and brought back with its section", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  await say(session, "implementer-1", "Fonts load twice in the card form");
  const { curation } = wardroom.services;
  await curation.archive(OWNER, session.params, { role: "implementer-1" }, PLAIN_REQUEST);
  await curation.unarchive(OWNER, session.params, { role: "implementer-1" }, PLAIN_REQUEST);
  const { lines } = await wardroom.services.memory.blame(OWNER, session.params, { from: 1 });
  const back = lines.filter(({ text }) => text.includes("implementer-1") || text.includes("Fonts"));
  expect(back.map(({ actor, operation, certainty }) => [actor, operation, certainty])).toEqual([
    ["Lead", "unarchive section", "certain"],
    ["Lead", "unarchive section", "certain"],
  ]);
});

it("an item's life goes back to its first word, through doors, editors and other words", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  const { memory } = wardroom.services;
  await say(session, "implementer-1", "Fonts load twice in the card form");
  for (const [oldString, newString] of [
    ["twice", "two times"],
    ["card form", "payment form"],
  ] as const) {
    await memory.edit(actingAs("implementer-1"), session.params, { oldString, newString }, PLAIN_REQUEST);
  }
  await session.put((await session.text()).replace("Fonts load", "The fonts load"));

  const [item] = await session.items();
  const { changes } = await memory.life(OWNER, { ...session.params, item: item?.id ?? "" });
  expect(changes.map(({ actor, operation, certainty, said }) => [actor, operation, certainty, said])).toEqual([
    ["disk", "edited outside", "unknown", "- [Finding] Fonts load two times in the payment form"],
    ["implementer-1", "edit", "certain", "- [Finding] Fonts load two times in the card form"],
    ["implementer-1", "edit", "certain", "- [Finding] Fonts load twice in the card form"],
    ["implementer-1", "add", "certain", null],
  ]);
});

it("an item that was reworded in an editor keeps its id, and was probably written by who wrote it first", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  await say(session, "implementer-1", "Fonts load twice in the card form");
  const first = await session.item("Fonts load twice in the card form");
  const { memory } = wardroom.services;
  const edit = { oldString: "twice", newString: "two times" };
  await memory.edit(actingAs("implementer-1"), session.params, edit, PLAIN_REQUEST);
  const written = async () => {
    const { sections } = await memory.read(OWNER, session.params);
    return sections.flatMap(({ items }) =>
      items.map(({ id, written: by }) => ({ id, by: by?.by, probably: by?.probably })),
    );
  };
  expect(await written()).toEqual([{ id: first, by: "implementer-1", probably: undefined }]);
  await session.put((await session.text()).replace("card form", "payment form"));
  expect(await written()).toEqual([{ id: first, by: "implementer-1", probably: true }]);
});

it("goes on from what it knew, and reads a history that was rewritten anew", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  await say(session, "implementer-1", "the password is hunter2");
  await blame(session);
  await say(session, "implementer-1", "something else");
  expect((await blame(session)).map(({ text }) => text)).toEqual([
    "- [Finding] the password is hunter2",
    "- [Finding] something else",
  ]);
  await wardroom.services.redactions.redact(OWNER, { workspace: "demo" }, { text: "hunter2", reason: "a password" });
  const after = JSON.stringify(await wardroom.services.memory.blame(OWNER, session.params, { from: 1 }));
  expect(after).not.toContain("hunter2");
  expect(after).toContain("something else");
});
