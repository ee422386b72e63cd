import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Assignment } from "@/lib/contracts/remarks";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const ROLES = ["implementer-1", "implementer-2"];

const wardroom = await TestWardroom.open();
const dana: Caller = await join("Dana");
const robin: Caller = await join("Robin");

async function join(name: string): Promise<Caller> {
  const { people, authentication } = wardroom.services;
  const { token } = await people.add(OWNER, DEMO, { name, role: "curator" }, PLAIN_REQUEST);
  return authentication.authenticate({ token, source: "ui", role: null });
}

async function add({ params }: ContextSession, text: string, tag: "Finding" | "Question" = "Finding"): Promise<string> {
  const done = await wardroom.services.memory.add(actingAs("implementer-1"), params, { tag, text }, PLAIN_REQUEST);
  return "item" in done ? done.item.id : "";
}

const keyOf = ({ params }: ContextSession, item: string) => `item:${params.session}:${item}`;
const assign = (caller: Caller, about: string, to: string | null) =>
  wardroom.services.assignments.assign(caller, DEMO, { about, to }, PLAIN_REQUEST);
const listed = async (caller: Caller, to?: string) =>
  (await wardroom.services.assignments.list(caller, DEMO, { to, session: undefined })).items;
const waiting = async (caller: Caller) => (await wardroom.services.needs.list(caller, DEMO)).items;

describe("a comment", () => {
  it("stays with its item through other words, the archive and the end of it, and stands in no file", async () => {
    const demo = await ContextSession.open(wardroom, "remarked", ROLES);
    const { comments, memory, curation } = wardroom.services;
    const item = await add(demo, "Rates are rounded down");
    const of = { ...demo.params, item };
    const said = await comments.add(dana, of, { text: "Since *when*?" }, PLAIN_REQUEST);
    expect(said).toMatchObject({ author: "Dana", own: true });
    const words = { item, was: "Rates are rounded down", newString: "Rates are rounded up" };
    await memory.edit(actingAs("implementer-1"), demo.params, words, PLAIN_REQUEST);
    await curation.archive(OWNER, demo.params, { items: [item] }, PLAIN_REQUEST);
    await curation.prune(OWNER, demo.params, { dryRun: true, target: 1 }, PLAIN_REQUEST);
    expect((await comments.list(robin, of)).items).toMatchObject([{ text: "Since *when*?", own: false }]);
    const { items } = await wardroom.services.events.list(OWNER, DEMO, {
      action: "comment.added",
      limit: 1,
      format: "json",
    });
    expect(items[0]).toMatchObject({ person: { name: "Dana" }, payload: { item } });
    expect(JSON.stringify(items[0])).not.toContain("Since");
    expect(await demo.session.text()).not.toContain("Since");
  });

  it("is its author's to delete, and a lead's", async () => {
    const demo = await ContextSession.open(wardroom, "deleted", ROLES);
    const { comments } = wardroom.services;
    const of = { ...demo.params, item: await add(demo, "One") };
    const first = await comments.add(dana, of, { text: "first" }, PLAIN_REQUEST);
    const second = await comments.add(dana, of, { text: "second" }, PLAIN_REQUEST);
    await refusal("forbidden", comments.remove(robin, { ...demo.params, comment: first.id }, PLAIN_REQUEST));
    await comments.remove(dana, { ...demo.params, comment: first.id }, PLAIN_REQUEST);
    await comments.remove(OWNER, { ...demo.params, comment: second.id }, PLAIN_REQUEST);
    expect((await comments.list(dana, of)).items).toEqual([]);
    await refusal("not_found", comments.remove(dana, { ...demo.params, comment: first.id }, PLAIN_REQUEST));
    await refusal("forbidden", comments.add(VIEWER, of, { text: "x" }, PLAIN_REQUEST));
    await refusal("not_found", comments.add(dana, { ...of, item: "none" }, { text: "x" }, PLAIN_REQUEST));
  });
});

describe("a comment that names somebody", () => {
  it("waits for them alone until they see it or answer, and is a plain text where nobody has the name", async () => {
    const demo = await ContextSession.open(wardroom, "named", ROLES);
    const { comments, needs } = wardroom.services;
    const of = { ...demo.params, item: await add(demo, "Rates are rounded down", "Question") };
    const say = (caller: Caller, text: string) => comments.add(caller, of, { text }, PLAIN_REQUEST);
    const named = async (caller: Caller) =>
      (await waiting(caller)).flatMap((need) => (need.kind === "mention" ? [need.comment.text] : []));
    const said = await say(dana, "@robin and @Stranger, look at `@Dana`");
    expect(said.mentions).toEqual([{ written: "@robin", name: "Robin", me: false }]);
    expect([await named(robin), await named(dana), await named(OWNER)]).toEqual([[said.text], [], []]);
    expect(await waiting(dana)).toMatchObject([{ kind: "question", comments: 1 }]);

    const keys = [`mention:${said.id}`];
    await needs.mark(robin, DEMO, { keys, read: true }, PLAIN_REQUEST);
    expect(await named(robin)).toEqual([]);
    await needs.mark(robin, DEMO, { keys, read: false }, PLAIN_REQUEST);
    expect(await named(robin)).toEqual([said.text]);
    await say(robin, "@Owner decides");
    expect([await named(robin), await named(OWNER)]).toEqual([[], ["@Owner decides"]]);
    await wardroom.services.curation.archive(OWNER, demo.params, { items: [of.item] }, PLAIN_REQUEST);
    expect(await named(OWNER)).toEqual(["@Owner decides"]);
    await say(OWNER, "Up");
    expect(await named(OWNER)).toEqual([]);
  });
});

describe("an assignment", () => {
  it("waits for whom it is assigned to, and for nobody else, until the item is settled or given on", async () => {
    const demo = await ContextSession.open(wardroom, "mine", ROLES);
    const item = await add(demo, "Look at the rounding");
    const about = keyOf(demo, item);
    const { assignment, before } = await assign(dana, about, "robin");
    expect([assignment?.assignee.name, assignment?.by, before]).toEqual(["Robin", "Dana", null]);
    expect(await waiting(robin)).toMatchObject([
      { kind: "assigned", key: about, item: { id: item }, assignee: { me: true } },
    ]);
    expect(await waiting(dana)).toEqual([]);
    expect(await wardroom.services.needs.count(robin, DEMO)).toMatchObject({ waiting: 1, unread: 1 });
    const given = await assign(robin, about, "me");
    expect(given).toMatchObject({ before: { assignee: { name: "Robin" } } });
    await assign(robin, about, "Dana");
    expect(await waiting(robin)).toEqual([]);
    await wardroom.services.curation.archive(dana, demo.params, { items: [item] }, PLAIN_REQUEST);
    expect(await waiting(dana)).toEqual([]);
    await assign(dana, about, "nobody");
    expect(await listed(dana)).toEqual([]);
  });

  it("to a role is told to it, and one to nobody who is here is refused", async () => {
    const demo = await ContextSession.open(wardroom, "roles", ROLES);
    const about = keyOf(demo, await add(demo, "Measure it"));
    expect(await assign(dana, about, "Implementer-2")).toMatchObject({
      assignment: { assignee: { kind: "role", id: "implementer-2" } },
    });
    const { nudges } = await wardroom.services.inbox.waiting(actingAs("implementer-2"), demo.params);
    expect(nudges.map(({ text }) => text)).toEqual([expect.stringContaining("Dana assigned an item to you") as string]);
    await refusal("not_found", assign(dana, about, "tester-9"));
    const { people } = wardroom.services;
    const { person } = await people.add(OWNER, DEMO, { name: "Sam", role: "curator" }, PLAIN_REQUEST);
    await people.end(OWNER, { ...DEMO, person: person.id }, PLAIN_REQUEST);
    for (const ended of ["Sam", person.id]) await refusal("not_found", assign(dana, about, ended));
    await refusal("not_found", assign(dana, keyOf(demo, "none"), "me"));
    await refusal("not_found", assign(dana, "gate:none", "me"));
    await refusal("forbidden", assign(VIEWER, about, "owner"));
  });

  it("is answered alike by the list, each inbox and the item, whatever was assigned, given on and settled", async () => {
    const step = fc.record({
      item: fc.nat(3),
      by: fc.constantFrom("dana", "robin", "owner"),
      to: fc.constantFrom("Dana", "Robin", "owner", "implementer-1", null, "me"),
      then: fc.constantFrom("stays", "stays", "is archived", "is unarchived", "has other words"),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const demo = await ContextSession.open(wardroom, `assigned-${++runs}`, ROLES);
        const callers: Record<string, Caller> = { dana, robin, owner: OWNER };
        const names: Record<string, string> = { dana: "Dana", robin: "Robin", owner: "Owner" };
        const items = [];
        for (const each of [0, 1, 2, 3])
          items.push(await add(demo, `Thing ${each}`, each === 0 ? "Question" : "Finding"));
        const expected = new Map<string, string>();
        const closed = new Set<string>();
        let words = 0;
        for (const { item: index, by, to, then } of steps) {
          const item = items[index] ?? "";
          await assign(callers[by] ?? OWNER, keyOf(demo, item), to);
          if (to === null) expected.delete(item);
          else expected.set(item, to === "me" ? (names[by] ?? "") : to === "owner" ? "Owner" : to);
          const { curation, memory } = wardroom.services;
          if (then === "is archived" && !closed.has(item)) {
            await curation.archive(dana, demo.params, { items: [item] }, PLAIN_REQUEST);
            closed.add(item);
          }
          if (then === "is unarchived" && closed.delete(item))
            await curation.unarchive(dana, demo.params, { items: [item] }, PLAIN_REQUEST);
          if (then === "has other words" && !closed.has(item)) {
            const { sections } = await memory.read(OWNER, demo.params, {});
            const was = sections.flatMap((section) => section.items).find(({ id }) => id === item)?.text ?? "";
            await memory.edit(OWNER, demo.params, { item, was, newString: `Reworded ${++words}` }, PLAIN_REQUEST);
          }
        }
        const ofSession = (all: Assignment[]) => all.filter(({ session }) => session === demo.params.session);
        for (const [who, caller] of Object.entries(callers)) {
          const all = ofSession(await listed(caller));
          expect(new Map(all.map((each) => [each.item, each.assignee.name]))).toEqual(expected);
          const own = [...expected].flatMap(([item, name]) => (name === names[who] ? [item] : [])).toSorted();
          expect(all.flatMap(({ assignee, item }) => (assignee.me ? [item] : [])).toSorted()).toEqual(own);
          expect(
            ofSession(await listed(caller, "me"))
              .map(({ item }) => item)
              .toSorted(),
          ).toEqual(own);
          const needs = (await waiting(caller)).filter(({ session }) => session === demo.params.session);
          const assigned = needs.flatMap((need) => (need.assignee?.me && "item" in need ? [need.item.id] : []));
          expect(assigned.toSorted()).toEqual(own.filter((item) => !closed.has(item)));
          for (const need of needs) if ("item" in need) expect(need.assignee?.name).toBe(expected.get(need.item.id));
        }
      }),
      { numRuns: 8 },
    );
  });
});
