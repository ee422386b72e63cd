import { utimes, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { RepairSettings } from "@/lib/contracts/repairs";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

const TEXT =
  "# T\n\n## editor\n- [Finding] first\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const DEMO = { workspace: "demo" };

const wardroom = await TestWardroom.open();

function add(session: TestSession, role: string, text: string) {
  return wardroom.services.memory.add(actingAs(role), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
}

/** The session's repairs, once the file was looked at and what follows from it is done. */
async function repairsOf(session: TestSession) {
  await wardroom.services.memory.read(OWNER, session.params);
  // Alone in its batch, after the repairs that the look asked for.
  await add(session, "implementer-2", `afterwards ${Math.random()}`);
  return (await wardroom.services.repairs.list(OWNER, DEMO, { session: session.id })).items;
}

function configure(mode: RepairSettings["mode"]) {
  return wardroom.services.repairs.configure(OWNER, DEMO, { mode }, PLAIN_REQUEST);
}

/** Agents add lines while an editor holds the text as it was; then the editor saves what `change` makes of it. */
async function saveOld(id: string, change: (old: string) => string, roles = ["implementer-1", "implementer-2"]) {
  const session = await wardroom.session(id, [], TEXT);
  await wardroom.services.memory.read(OWNER, session.params);
  const old = await session.text();
  for (const role of roles) await add(session, role, `by ${role}`);
  await writeFile(session.path, change(old));
  return session;
}

describe("a save made from an older text", () => {
  it("gets the lines back that it left out, at once, where it changed another section", async () => {
    const session = await saveOld("at-once", (old) => addLine(old, "- [Finding] mine"));
    const [repair] = await repairsOf(session);
    expect(repair).toMatchObject({
      kind: "stale",
      state: "applied",
      actor: "disk",
      authors: ["implementer-2", "implementer-1"],
      lines: ["- [Finding] by implementer-1", "- [Finding] by implementer-2"],
      decidedBy: "disk",
    });
    expect(await session.text()).toMatch(/mine\n[^]*by implementer-1\n[^]*by implementer-2\n/);
    const found = (await session.revisions()).find(({ operation }) => operation === "repair");
    expect(found).toMatchObject({ actor: "disk", detail: { reason: expect.stringContaining("older text") as string } });
  });

  it("gets them back however old it is, and keeps what it deleted and changed itself", async () => {
    const session = await saveOld("aged", (old) => addLine(old.replace("- [Finding] first\n", ""), "- [Finding] mine"));
    const before = Date.now() / 1000 - 3600; // as if the editor had been open for an hour
    await utimes(session.path, before, before);
    expect(await repairsOf(session)).toMatchObject([{ state: "applied", lineCount: 2 }]);
    const text = await session.text();
    expect(text).toMatch(/mine\n[^]*by implementer-1\n[^]*by implementer-2\n/);
    expect(text).not.toContain("first");
  });

  it("is left alone where both changed one section, and the lines are proposed", async () => {
    const session = await saveOld("overlap", (old) => addLine(old, "- [Finding] mine", "## implementer-2"), [
      "implementer-2",
    ]);
    const [repair] = await repairsOf(session);
    expect(repair).toMatchObject({
      state: "proposed",
      lines: ["- [Finding] by implementer-2"],
      authors: ["implementer-2"],
    });
    expect(await session.text()).not.toContain("by implementer-2");
    const applied = await wardroom.services.repairs.apply(OWNER, { ...DEMO, repair: repair?.id ?? "" }, PLAIN_REQUEST);
    expect(applied).toMatchObject({ state: "applied", decidedBy: "Lead" });
    expect(await session.text()).toContain("by implementer-2\n");
    expect(await session.text()).toContain("- [Finding] mine\n");
  });

  it("gets the lines back also where it was found empty in between, as scripts truncate a file first", async () => {
    let old = "";
    const session = await saveOld("emptied", (text) => {
      old = text;
      return "";
    });
    await wardroom.services.memory.read(OWNER, session.params);
    expect(await session.last()).toMatchObject({ operation: "edited outside", lines: 0 });
    await session.put(addLine(old, "- [Finding] mine"));
    expect(await repairsOf(session)).toMatchObject([
      { state: "applied", lines: ["- [Finding] by implementer-1", "- [Finding] by implementer-2"] },
    ]);
    expect(await session.text()).toMatch(/mine\n[^]*by implementer-1\n[^]*by implementer-2\n/);
  });

  it("is undone with one call, and only that", async () => {
    const session = await saveOld("undone", (old) => addLine(old, "- [Finding] mine"));
    const [repair] = await repairsOf(session);
    await add(session, "implementer-1", "later");
    const undone = await wardroom.services.repairs.undo(OWNER, { ...DEMO, repair: repair?.id ?? "" }, PLAIN_REQUEST);
    expect(undone.state).toBe("undone");
    const text = await session.text();
    expect(text).not.toContain("by implementer-1");
    expect(text).toContain("later");
    expect(text).toContain("mine");
  });

  it("that holds nothing of its own is an older text brought back: nothing returns without a word", async () => {
    const session = await saveOld("backup", (old) => old);
    const [repair] = await repairsOf(session);
    expect(repair).toMatchObject({ state: "proposed", lineCount: 2 });
    expect(await session.text()).not.toContain("by implementer-1");
    const { repairs } = wardroom.services;
    const params = { ...DEMO, repair: repair?.id ?? "" };
    await repairs.dismiss(OWNER, params, PLAIN_REQUEST);
    expect((await repairs.list(OWNER, DEMO, { session: session.id, state: "proposed" })).items).toEqual([]);
    expect(await session.text()).not.toContain("by implementer-1");
    expect(await repairs.undo(OWNER, params, PLAIN_REQUEST)).toMatchObject({ state: "proposed" });
    expect(await session.text()).not.toContain("by implementer-1");
  });

  it("is in the history as left, also where its lines are there again when somebody asks for them", async () => {
    const { repairs, revisions } = wardroom.services;
    const session = await saveOld("back-by-hand", (old) => old);
    const [{ id: repair, saved } = { id: "", saved: 0 }] = await repairsOf(session);
    await revisions.undo(OWNER, session.params, { revision: saved }, PLAIN_REQUEST);
    expect(await repairs.apply(OWNER, { ...DEMO, repair }, PLAIN_REQUEST)).toMatchObject({ state: "dismissed" });
    expect((await session.story()).at(-1)).toBe(`Lead: repair.dismissed ${memoryPath(session.id)}`);
  });

  it("is only listed while observing, and put back at once in one section too while repairing", async () => {
    await configure("observe");
    const observed = await saveOld("observed", (old) => addLine(old, "- [Finding] mine"));
    expect(await repairsOf(observed)).toMatchObject([{ state: "proposed", lineCount: 2 }]);
    await configure("repair");
    const repaired = await saveOld("repaired", (old) => addLine(old, "- [Finding] mine", "## implementer-2"));
    expect(await repairsOf(repaired)).toMatchObject([{ state: "applied" }]);
    expect(await repaired.text()).toContain("- [Finding] by implementer-2\n");
    await configure("propose");
  });
});

describe("a save made from the current text", () => {
  it.each([
    ["one line of an agent", (text: string) => text.replace("- [Finding] by implementer-1\n", "")],
    ["a whole section", (text: string) => text.replace(/## implementer-1\n[^#]*/, "")],
    ["everything but the newest line", (text: string) => text.replace(/- \[Finding\] (?!by implementer-2).*\n/g, "")],
  ])("may delete %s, and nothing of it returns", async (what, change) => {
    const session = await wardroom.session(`deleted-${what.replaceAll(" ", "-")}`, [], TEXT);
    for (const role of ["implementer-1", "implementer-2"]) await add(session, role, `by ${role}`);
    const wanted = addLine(change(await session.text()), "- [Finding] mine");
    await writeFile(session.path, wanted);
    expect(await repairsOf(session)).toEqual([]);
    expect((await session.text()).replace(/- \[Finding\] afterwards .*\n/, "")).toBe(wanted);
  });
});

describe("a save that only deletes", () => {
  it("gets nothing back by itself, whichever lines it deletes and however fresh they are", async () => {
    const random = seeded(7);
    for (let round = 0; round < 5; round++) {
      const session = await wardroom.session(`subset-${round}`, [], TEXT);
      // Equal lines, of which the text alone cannot tell when they came, are the hard case.
      for (const text of ["new", "one", "newer", "new"])
        await add(session, random() < 0.5 ? "implementer-1" : "implementer-2", text);
      const lines = (await session.text()).split(/(?<=\n)/);
      const wanted = lines.filter((line) => line.startsWith("#") || random() < 0.6).join("");
      await writeFile(session.path, wanted);
      const repairs = await repairsOf(session);
      expect(repairs.filter(({ state }) => state !== "proposed")).toEqual([]);
      expect((await session.text()).replace(/- \[Finding\] afterwards .*\n/, "").replace(/\n+$/, "")).toBe(
        wanted.replace(/\n+$/, ""),
      );
    }
  });
});

/** Numbers between 0 and 1, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe("deciding about a repair", () => {
  it("is the Lead's", async () => {
    const session = await saveOld("rights", (old) => old);
    const [repair] = await repairsOf(session);
    const params = { ...DEMO, repair: repair?.id ?? "" };
    const { repairs } = wardroom.services;
    for (const caller of [VIEWER, actingAs("implementer-2")]) {
      await refusal("forbidden", repairs.apply(caller, params, PLAIN_REQUEST));
      await refusal("forbidden", repairs.dismiss(caller, params, PLAIN_REQUEST));
      await refusal("forbidden", repairs.undo(caller, params, PLAIN_REQUEST));
      await refusal("forbidden", repairs.configure(caller, DEMO, { mode: "repair" }, PLAIN_REQUEST));
    }
    await refusal("conflict", repairs.undo(OWNER, params, PLAIN_REQUEST));
    await refusal("not_found", repairs.apply(OWNER, { ...DEMO, repair: "none" }, PLAIN_REQUEST));
  });
});
