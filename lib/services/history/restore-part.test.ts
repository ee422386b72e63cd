import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const { services } = wardroom;

const ONE = actingAs("implementer-1");
const TWO = actingAs("implementer-2");

async function say(session: TestSession, caller: typeof ONE, text: string) {
  const added = await services.memory.add(caller, session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  return "item" in added ? { id: added.item.id, revision: added.revision } : { id: "", revision: 0 };
}

const edit = (session: TestSession, item: string, newString: string) =>
  services.memory.edit(OWNER, session.params, { item, newString }, PLAIN_REQUEST);

const opened = (id: string) => wardroom.session(id, ["implementer-1", "implementer-2", "researcher-1"]);

describe("an item", () => {
  it("is restored through rewordings, from its id of now, and a colleague's newer line stays", async () => {
    const session = await opened("reworded");
    const first = await say(session, ONE, "fonts load twice");
    const second = await edit(session, first.id, "fonts load three times");
    const third = await edit(session, second.items?.[0]?.id ?? "", "fonts load three times\nin the card form");
    await say(session, TWO, "the ledger takes one currency");
    const before = await session.text();
    const id = third.items?.[0]?.id ?? "";
    const restored = await services.revisions.revert(
      ...[OWNER, session.params, { revision: first.revision, item: id }, PLAIN_REQUEST],
    );
    expect(restored.items).toMatchObject([{ id: first.id, text: "fonts load twice" }]);
    expect(await session.text()).toBe(before.replace("three times\n  in the card form", "twice"));
    expect(await session.last()).toMatchObject({ operation: "revert", actor: "Lead", source: "api" });

    const { changes } = await services.memory.life(OWNER, { ...session.params, item: first.id });
    expect(changes.map(({ revision }) => revision)).toContain(restored.revision);
    const { items } = await services.events.list(OWNER, { workspace: "demo" }, { limit: 1, format: "json" });
    expect(items).toMatchObject([{ action: "memory.reverted", payload: { to: first.revision, part: "item" } }]);
  });

  it("that is gone is put back by the id it had", async () => {
    const session = await opened("gone");
    const first = await say(session, ONE, "first");
    const kept = await say(session, ONE, "second");
    await services.curation.archive(OWNER, session.params, { items: [first.id] }, PLAIN_REQUEST);
    const text = await session.text();
    await session.put(text.replace(/- \[ARCHIVED\] \[Finding\] first\n/, ""));
    const body = { revision: kept.revision, item: first.id };
    await services.revisions.revert(ONE, session.params, body, PLAIN_REQUEST);
    expect(await session.text()).toBe(text.replace("[ARCHIVED] ", ""));
  });

  it("is not written over where it says something else than the caller knows of", async () => {
    const session = await opened("unknown");
    const first = await say(session, ONE, "first words of it");
    const changed = await edit(session, first.id, "second words of it");
    const body = { revision: first.revision, item: first.id, was: "first words of it" };
    const error = await refusal("conflict", services.revisions.revert(OWNER, session.params, body, PLAIN_REQUEST));
    expect(changed.items).toMatchObject([{ id: first.id }]);
    expect(error.details.current).toMatchObject({ item: first.id, text: "second words of it" });
    const again = { ...body, was: "second words of it" };
    await services.revisions.revert(OWNER, session.params, again, PLAIN_REQUEST);
    expect(await session.text()).toContain("- [Finding] first words of it\n");
  });

  it("of a revision it was not in, or of two that cannot be told apart, is not guessed", async () => {
    const session = await opened("guessed");
    const first = await say(session, ONE, "first");
    const later = await say(session, ONE, "later");
    const restore = (revision: number, item: string, caller = OWNER) =>
      services.revisions.revert(caller, session.params, { revision, item }, PLAIN_REQUEST);
    await refusal("not_found", restore(first.revision, later.id));
    await refusal("not_found", restore(first.revision, "0123456789ab"));
    await refusal("not_found", restore(99, first.id));
    await refusal("invalid_input", restore(later.revision, first.id));
    const twice = await session.text();
    await session.put(twice.replace("- [Finding] later", "- [Finding] same\n- [Finding] same"));
    await session.items();
    const revision = (await session.revisions()).length;
    await session.put((await session.text()).replace("- [Finding] same\n", "- [Finding] same but other\n"));
    await refusal("not_found", restore(revision, (await session.items())[1]?.id ?? ""));
  });

  it("is restored by its own role and the Lead alone", async () => {
    const session = await opened("rights");
    const { id, revision } = await say(session, ONE, "first");
    const item = (await edit(session, id, "second")).items?.[0]?.id ?? "";
    const restore = (caller: typeof ONE) =>
      services.revisions.revert(caller, session.params, { revision, item }, PLAIN_REQUEST);
    await refusal("forbidden", restore(VIEWER));
    await refusal("forbidden", restore(TWO));
    await refusal("forbidden", restore(actingAs("researcher-1")));
    await restore(ONE);
    expect(await session.last()).toMatchObject({ actor: "implementer-1", operation: "revert" });
  });
});

describe("a section", () => {
  it("comes back alone, with the ETag of the text it is brought into", async () => {
    const session = await opened("section");
    await say(session, ONE, "one");
    const { revision } = await say(session, TWO, "two");
    await say(session, ONE, "newer");
    await say(session, TWO, "newer too");
    const before = await session.text();
    const restore = (hash: string | null, caller = OWNER) => {
      const request = hash === null ? PLAIN_REQUEST : ifMatch(hash);
      return services.revisions.revert(caller, session.params, { revision, section: "implementer-1" }, request);
    };
    await refusal("invalid_input", restore(null));
    await refusal("stale", restore("0".repeat(64)));
    await refusal("forbidden", restore(await session.hash(), TWO));
    await restore(await session.hash(), ONE);
    expect(await session.text()).toBe(before.replace("- [Finding] newer\n", ""));
  });
});

describe("an item's words", () => {
  it("are edited where they stand, by who wrote them and the Lead, and never over newer ones", async () => {
    const session = await opened("edited");
    const { id } = await say(session, ONE, "one");
    await say(session, TWO, "two");
    const before = await session.text();
    const changed = await edit(session, id, "other words\nand a second line");
    expect(await session.text()).toBe(before.replace("one\n", "other words\n  and a second line\n"));
    expect(changed.items).toMatchObject([{ text: "other words", body: "and a second line" }]);
    const item = changed.items?.[0]?.id ?? "";
    expect(item).toBe(id);
    const late = { item, was: "one", newString: "mine" };
    await refusal("conflict", services.memory.edit(ONE, session.params, late, PLAIN_REQUEST));
    const as = (caller: typeof ONE) =>
      services.memory.edit(caller, session.params, { item, newString: "by me" }, PLAIN_REQUEST);
    await refusal("forbidden", as(TWO));
    await refusal("forbidden", as(VIEWER));
    await as(ONE);
    const { changes } = await services.memory.life(OWNER, {
      ...session.params,
      item: (await session.items())[0]?.id ?? "",
    });
    expect(changes.map(({ actor, operation }) => `${actor} ${operation}`)).toEqual([
      "implementer-1 edit",
      "Lead edit",
      "implementer-1 add",
    ]);
  });
});
