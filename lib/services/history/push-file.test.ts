import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const TEXT = "# T\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const NEVER = new AbortController().signal;

const wardroom = await TestWardroom.open();
afterAll(() => wardroom.dispose());

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const at = { workspace: "demo" };
const push = (path: string, text: string | null, base: string | null, request = PLAIN_REQUEST) =>
  wardroom.services.files.push(OWNER, at, { path, text, base, replica: "r1", machine: "laptop" }, request);
const memory = (name: string) => `.agent/teams/${name}/TEAM-MEMORY.md`;
const read = (path: string) => readFile(join(wardroom.files, path), "utf8");

describe("what was edited in a checkout", () => {
  it("over the present text is its next revision, from outside, naming the replica", async () => {
    const session = await wardroom.session("over-head", [], TEXT);
    const path = memory("over-head");
    const mine = TEXT.replace("two", "two and a half");
    await wardroom.services.files.read(OWNER, at, { path });
    expect(await push(path, mine, hash(TEXT))).toMatchObject({ outcome: "written", hash: hash(mine), text: null });
    expect(await session.text()).toBe(mine);
    expect(await session.last()).toMatchObject({ actor: "disk", source: "disk", roles: ["implementer-2"] });
    const [event] = (await wardroom.services.events.list(OWNER, at, { limit: 1, format: "json" })).items;
    expect(event).toMatchObject({ action: "document.edited_outside", payload: { replica: "r1", machine: "laptop" } });
  });

  it("leaves an item that it reworded its id, names what it touched, and counts what is gone", async () => {
    const session = await wardroom.session("reworded", [], TEXT.replace("one", "fonts load twice in the card form"));
    const path = memory("reworded");
    const before = await session.text();
    const [first, second] = (await session.items()).map(({ id }) => id);
    const mine = before.replace("card form", "payment form");
    await push(path, mine, hash(before));
    expect((await session.items()).map(({ id }) => id)).toEqual([first, second]);
    expect((await session.last()).detail).toMatchObject({ items: [first], replica: "r1" });
    await push(path, null, hash(mine));
    expect(await session.last()).toMatchObject({
      operation: "removed outside",
      roles: ["implementer-1", "implementer-2"],
      detail: { lost: 2, items: [first, second] },
    });
  });

  it("over an older text is joined with what came since, once however often it is sent", async () => {
    const session = await wardroom.session("older-base", [], TEXT);
    const path = memory("older-base");
    await wardroom.services.files.read(OWNER, at, { path });
    await wardroom.services.memory.add(
      actingAs("implementer-1"),
      session.params,
      { tag: "Finding", text: "new" },
      PLAIN_REQUEST,
    );
    const mine = TEXT.replace("two\n", "two\n- [Finding] mine\n");
    const key = { ifMatch: null, idempotency: { credentialId: "owner", key: "k1", requestHash: "h" } };
    const first = await push(path, mine, hash(TEXT), key);
    expect(first).toMatchObject({ outcome: "merged", text: await session.text() });
    expect(await push(path, mine, hash(TEXT), key)).toEqual(first);
    expect(await push(path, mine, hash(TEXT))).toMatchObject({ outcome: "merged", hash: first.hash });
    const lines = (await session.text()).split("\n");
    for (const each of ["one", "two", "mine", "new"])
      expect(lines.filter((line) => line === `- [Finding] ${each}`)).toHaveLength(1);
  });

  it("over a text that was pushed before and joined there is joined as well", async () => {
    const session = await wardroom.session("joined-base", [], TEXT);
    const path = memory("joined-base");
    await wardroom.services.files.read(OWNER, at, { path });
    const theirs = { tag: "Finding", text: "said meanwhile" } as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, theirs, PLAIN_REQUEST);
    const mine = `${TEXT}- [Finding] mine\n`;
    expect(await push(path, mine, hash(TEXT))).toMatchObject({ outcome: "merged" });
    expect(await push(path, `${mine}- [Finding] saved late\n`, hash(mine))).toMatchObject({ outcome: "merged" });
    const lines = (await session.text()).split("\n");
    for (const line of ["said meanwhile", "mine", "saved late"])
      expect(
        lines.filter((each) => each.endsWith(` ${line}`)),
        line,
      ).toHaveLength(1);
  });

  it("in the same lines changes nothing, and is answered with the present text", async () => {
    const session = await wardroom.session("overlap", [], TEXT);
    const path = memory("overlap");
    await wardroom.services.files.read(OWNER, at, { path });
    const theirs = TEXT.replace("one", "uno");
    await session.put(theirs);
    expect(await session.text()).toBe(theirs);
    const error = await refusal("conflict", push(path, TEXT.replace("one", "eins"), hash(TEXT)));
    expect(error.details.current).toMatchObject({ hash: hash(theirs), text: theirs });
    expect(await read(path)).toBe(theirs);
  });

  it("is no edit where it is an earlier text and nobody knows what it was made from", async () => {
    const session = await wardroom.session("old-copy", [], TEXT);
    const path = memory("old-copy");
    await wardroom.services.files.read(OWNER, at, { path });
    await wardroom.services.memory.add(
      actingAs("implementer-1"),
      session.params,
      { tag: "Finding", text: "new" },
      PLAIN_REQUEST,
    );
    const present = await session.text();
    expect(await push(path, TEXT, null)).toMatchObject({ outcome: "older", hash: hash(present), text: present });
    expect(await session.text()).toBe(present);
    await refusal("conflict", push(path, `${TEXT}unknown\n`, null));
    await refusal("conflict", push(path, `${TEXT}unknown\n`, hash("of nothing")));
  });

  it("that lacks lines which its writer never read has them proposed, as a save on the server's disk has", async () => {
    const session = await wardroom.session("stale", [], TEXT);
    const path = memory("stale");
    await wardroom.services.files.read(OWNER, at, { path });
    const params = session.params;
    await wardroom.services.memory.add(
      actingAs("implementer-1"),
      params,
      { tag: "Finding", text: "unread" },
      PLAIN_REQUEST,
    );
    const present = await session.text();
    // An editor had opened it before the replica wrote the newer text.
    const mine = TEXT.replace("- [Finding] one\n", "- [Finding] mine\n- [Finding] one\n");
    expect(await push(path, mine, hash(present))).toMatchObject({ outcome: "written" });
    const { items } = await wardroom.services.repairs.list(OWNER, at, { state: "proposed" });
    expect(items.find((each) => each.path === path)?.lines).toEqual(["- [Finding] unread"]);
  });

  it("that is new begins a document, and one that was removed goes only as it was read", async () => {
    const path = ".microai/knowledge/shared/pushed.md";
    expect(await push(path, "# One\n", null)).toMatchObject({ outcome: "written", revision: 1 });
    expect(await read(path)).toBe("# One\n");
    await writeFile(join(wardroom.files, path), "# Two\n");
    await refusal("conflict", push(path, null, hash("# One\n")));
    expect(await push(path, null, hash("# Two\n"))).toMatchObject({ outcome: "written", hash: null });
    expect(await push(path, null, hash("# Two\n"))).toMatchObject({ outcome: "same", hash: null });
    // An undo brings back the text that it had, and is no older copy.
    expect(await push(path, "# Two\n", "")).toMatchObject({ outcome: "written", hash: hash("# Two\n") });
    expect(await read(path)).toBe("# Two\n");
    expect(await push(path, "# One\n", "")).toMatchObject({ outcome: "older", hash: hash("# Two\n") });
  });

  it("stays within the documents that a team shares", async () => {
    for (const path of [
      ".claude/agents/a.md",
      ".agent/teams/../x.md",
      "README.md",
      ".microai/.hidden/a.md",
      ".microai/a.sh",
    ])
      await refusal("invalid_input", push(path, "x", null));
  });
});

it("tells what changed after a mark, as soon as it does, and that a mark is of another history", async () => {
  const session = await wardroom.session("changes", [], TEXT);
  const { files, memory: items } = wardroom.services;
  const { mark, history } = await files.changes(OWNER, at, { wait: 0 }, NEVER);
  const waiting = files.changes(OWNER, at, { after: mark, wait: 20 }, NEVER);
  await items.add(actingAs("implementer-1"), session.params, { tag: "Finding", text: "news" }, PLAIN_REQUEST);
  const found = await waiting;
  expect(found).toMatchObject({ history, reset: false });
  const text = await session.text();
  expect(found.items).toContainEqual({ path: memory("changes"), hash: hash(text) });
  expect(found.mark).toBeGreaterThan(mark);
  expect(await files.changes(OWNER, at, { after: found.mark + 1000, wait: 0 }, NEVER)).toMatchObject({ reset: true });
  const listed = await files.list(OWNER, at, { limit: 1000, hashes: "true" });
  expect(listed.items).toContainEqual({ path: memory("changes"), hash: hash(text) });
});
