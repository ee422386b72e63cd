import { rm } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
// Of many changes at once a file holds what it did a moment ago.
await wardroom.reopen({ WARDROOM_FILE: "now" });
const { revisions } = wardroom.services;

const IMPLEMENTER = actingAs("implementer-1");

async function add(session: TestSession, text: string) {
  const body = { tag: "Finding", text } as const;
  return wardroom.services.memory.add(IMPLEMENTER, session.params, body, PLAIN_REQUEST);
}

const textAt = async (session: TestSession, revision: number) =>
  (await revisions.get(VIEWER, { ...session.params, revision })).text;

describe("the history", () => {
  it("lists revisions newest first, in pages, each the child of the one before", async () => {
    const session = await wardroom.session("list", ["implementer-1"]);
    for (const text of ["a", "b", "c"]) await add(session, text);
    const first = await revisions.list(VIEWER, session.params, { limit: 3 });
    expect(first.items.map(({ revision }) => revision)).toEqual([4, 3, 2]);
    const second = await revisions.list(VIEWER, session.params, { limit: 3, cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ items: [{ revision: 1, operation: "create", parentHash: "" }], nextCursor: null });
    const all = [...first.items, ...second.items];
    all.slice(1).forEach((older, index) => {
      expect(all[index]?.parentHash).toBe(older.hash);
    });
    await refusal("invalid_input", revisions.list(VIEWER, session.params, { limit: 3, cursor: "x" }));
  });

  it("gives the text of every revision, past the snapshots too", async () => {
    const session = await wardroom.session("texts", ["implementer-1"]);
    const texts = [await session.text()];
    for (let round = 0; round < 14; round++) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => add(session, `line ${String(round)} ${String(index)}`)),
      );
      texts.push(await session.text());
    }
    for (const [index, text] of texts.entries()) expect(await textAt(session, 1 + index * 10)).toBe(text);
    await refusal("not_found", textAt(session, 142));
    await refusal("not_found", textAt(session, 2 ** 31));
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it("gives the text where several snapshots fall into one round", async () => {
    const session = await wardroom.session("round", ["implementer-1"]);
    await Promise.all(Array.from({ length: 280 }, (_, index) => add(session, `line ${String(index)}`)));
    const lines = (text: string) => text.split("\n").length;
    const last = lines(await textAt(session, 281));
    for (const revision of [128, 129, 256, 257])
      expect(lines(await textAt(session, revision))).toBe(last + revision - 281);
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it("folds to any text there ever was, whoever wrote it", async () => {
    const session = await wardroom.session("any");
    const written = [await session.text()];
    const file = fc.string({ unit: "binary", minLength: 1, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const before = written.at(-1);
        await session.put(text);
        await wardroom.services.memory.read(OWNER, session.params);
        if (text !== before) written.push(text);
      }),
      { numRuns: 20 },
    );
    for (const [index, text] of written.entries()) expect(await textAt(session, index + 1)).toBe(text);
    expect(await session.revisions()).toHaveLength(written.length);
  });

  it("shows what changed between any two", async () => {
    const session = await wardroom.session("diff", ["implementer-1"]);
    await add(session, "a");
    await add(session, "b");
    const diff = await revisions.diff(VIEWER, session.params, { from: 1, to: 3 });
    expect(diff).toMatchObject({ from: 1, to: 3, added: 2, removed: 0 });
    const lines = diff.hunks.flatMap((hunk) => hunk.lines).filter(({ kind }) => kind === "added");
    expect(lines.map(({ after, segments }) => [after, segments.map(({ text }) => text).join("")])).toEqual([
      [11, "- [Finding] a"],
      [12, "- [Finding] b"],
    ]);
    expect(await revisions.diff(VIEWER, session.params, { from: 3, to: 1 })).toMatchObject({ added: 0, removed: 2 });
    expect((await revisions.diff(VIEWER, session.params, { from: 0, to: 1 })).added).toBe(10);
    await refusal("not_found", revisions.diff(VIEWER, session.params, { from: 1, to: 99 }));
  });
});

describe("reverting", () => {
  it("brings back a whole earlier text as a new revision", async () => {
    const session = await wardroom.session("revert", ["implementer-1"]);
    await add(session, "a");
    const wanted = await session.text();
    await add(session, "b");
    const changed = await revisions.revert(OWNER, session.params, { revision: 2 }, ifMatch(await session.hash()));
    expect(await session.text()).toBe(wanted);
    expect(changed).toEqual({ revision: 4, etag: `"${await session.hash()}"` });
    expect(await session.last()).toMatchObject({ operation: "revert", actor: "Lead", detail: { to: 2 } });
    const again = await revisions.revert(OWNER, session.params, { revision: 2 }, ifMatch(await session.hash()));
    expect(again.revision).toBe(4);
  });

  it("needs the text it replaces to be known, and the Lead", async () => {
    const session = await wardroom.session("no-revert", ["implementer-1"]);
    const seen = await session.hash();
    await add(session, "a");
    const now = await session.hash();
    await refusal("invalid_input", revisions.revert(OWNER, session.params, { revision: 1 }, PLAIN_REQUEST));
    await refusal("stale", revisions.revert(OWNER, session.params, { revision: 1 }, ifMatch(seen)));
    await refusal("not_found", revisions.revert(OWNER, session.params, { revision: 9 }, ifMatch(now)));
    await refusal("forbidden", revisions.revert(IMPLEMENTER, session.params, { revision: 1 }, ifMatch(now)));
    await refusal("forbidden", revisions.undo(IMPLEMENTER, session.params, { revision: 2 }, PLAIN_REQUEST));
    await refusal("forbidden", revisions.undo(VIEWER, session.params, { revision: 2 }, PLAIN_REQUEST));
    expect(await session.hash()).toBe(now);
  });

  it("brings back a file that somebody removed", async () => {
    const session = await wardroom.session("removed", ["implementer-1"]);
    await add(session, "a");
    const wanted = await session.text();
    await rm(session.path);
    expect(await session.last()).toMatchObject({ operation: "removed outside", hash: "" });
    const changed = await revisions.revert(OWNER, session.params, { revision: 2 }, ifMatch(""));
    expect(changed).toMatchObject({ revision: 4 });
    expect(await session.text()).toBe(wanted);

    await rm(session.path);
    await revisions.undo(OWNER, session.params, { revision: (await session.last()).revision }, PLAIN_REQUEST);
    expect(await session.text()).toBe(wanted);
    expect((await session.items()).map(({ text }) => text)).toEqual(["a"]);
  });
});

describe("undoing", () => {
  it("takes one revision back and leaves all that came later", async () => {
    const session = await wardroom.session("undo", ["implementer-1"]);
    await add(session, "a");
    await add(session, "b");
    const id = await session.item("b");
    const before = await session.text();
    await revisions.undo(OWNER, session.params, { revision: 2 }, once("undo-1"));
    expect(await session.text()).toBe(before.replace("- [Finding] a\n", ""));
    expect(await session.item("b")).toBe(id);
    expect(await session.last()).toMatchObject({ operation: "undo", detail: { undone: 2, of: "add" } });
    expect(await revisions.undo(OWNER, session.params, { revision: 2 }, once("undo-1"))).toMatchObject({ revision: 4 });
    await revisions.undo(OWNER, session.params, { revision: 4 }, PLAIN_REQUEST);
    expect(await session.text()).toBe(before);
  });

  it("is a conflict when what it wrote has changed since", async () => {
    const session = await wardroom.session("undo-late", ["implementer-1"]);
    await add(session, "a");
    const body = { oldString: "a\n", newString: "a, really\n" };
    await wardroom.services.memory.edit(OWNER, session.params, body, PLAIN_REQUEST).catch(() => null);
    await session.put((await session.text()).replace("[Finding] a", "[Finding] a, really"));
    const before = await session.text();
    await refusal("conflict", revisions.undo(OWNER, session.params, { revision: 2 }, PLAIN_REQUEST));
    await refusal("not_found", revisions.undo(OWNER, session.params, { revision: 99 }, PLAIN_REQUEST));
    expect(await session.text()).toBe(before);
  });
});
