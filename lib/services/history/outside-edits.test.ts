import { mkdir, open, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Event } from "@/lib/contracts/events";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const TEXT = "# T\n\n## implementer-1\n- [Finding] one\n\n## tester-1\n- [Question] two\n";
const item = (text: string) => ({ tag: "Finding", text }) as const;

async function add(session: { params: { workspace: string; session: string } }, text: string, role = "implementer-1") {
  return wardroom.services.memory.add(actingAs(role), session.params, item(text), PLAIN_REQUEST);
}

describe("an edit made outside", () => {
  it("is recorded before the next change, with the role whose section changed", async () => {
    const session = await wardroom.session("edited", [], TEXT);
    await session.put(TEXT.replace("two", "three"));
    await add(session, "mine");
    expect(await session.text()).toBe(TEXT.replace("two", "three").replace("one\n", "one\n- [Finding] mine\n"));
    expect((await session.revisions()).slice(2)).toMatchObject([
      { actor: "disk", actorKind: "disk", source: "disk", operation: "edited outside", roles: ["tester-1"] },
      { actor: "implementer-1", source: "api", operation: "add", roles: ["implementer-1"] },
    ]);
    expect((await session.story()).slice(-2)).toEqual([
      `disk: document.edited_outside .agent/teams/edited/TEAM-MEMORY.md`,
      "implementer-1: item.added implementer-1",
    ]);
  });

  it("names every role whose section changed, was added or went", async () => {
    const session = await wardroom.session("several", [], TEXT);
    await session.put("# T\n\n## implementer-1\n- [Finding] uno\n\n## architect-1\n- new\n");
    expect((await session.last()).roles.sort()).toEqual(["architect-1", "implementer-1", "tester-1"]);
  });

  it.each([
    ["in place", (path: string, text: string) => writeFile(path, text)],
    [
      "by truncating first",
      async (path: string, text: string) => {
        await truncate(path, 0);
        await writeFile(path, text);
      },
    ],
    [
      "by another file renamed over it",
      async (path: string, text: string) => {
        await writeFile(`${path}~`, text);
        await rename(`${path}~`, path);
      },
    ],
  ])("is found however it is written: %s", async (how, write) => {
    const session = await wardroom.session(`how-${how.replaceAll(" ", "-")}`, [], TEXT);
    await write(session.path, TEXT.replace("one", "uno"));
    expect((await session.items()).map(({ text }) => text)).toEqual(["uno", "two"]);
    expect(await session.last()).toMatchObject({ actor: "disk", roles: ["implementer-1"] });
    await add(session, "mine");
    expect(await session.items()).toHaveLength(3);
  });

  it("keeps CRLF and BOM that an editor put in", async () => {
    const session = await wardroom.session("crlf", [], TEXT);
    const dos = `\uFEFF${TEXT.replaceAll("\n", "\r\n")}`;
    await session.put(dos);
    await add(session, "mine");
    expect(await session.text()).toBe(dos.replace("one\r\n", "one\r\n- [Finding] mine\r\n"));
  });

  it("that overwrites acknowledged lines is told with the items lost, and each can be brought back", async () => {
    const { repairs } = wardroom.services;
    await repairs.configure(OWNER, { workspace: "demo" }, { mode: "observe" }, PLAIN_REQUEST);
    const session = await wardroom.session("lost", [], TEXT);
    await add(session, "acknowledged");
    await add(session, "also acknowledged");
    const lost = [await session.item("acknowledged"), await session.item("also acknowledged")];
    const full = await session.text();
    const stale = `${TEXT}- [Finding] of the script\n`;
    await session.put(stale);
    const outside = await session.last();
    expect(outside).toMatchObject({ operation: "edited outside", detail: { lost: 2, items: lost } });
    for (const id of lost) {
      const life = await wardroom.services.memory.life(OWNER, { ...session.params, item: id });
      expect(life.item).toBeNull();
      expect(life.revisions.map(({ operation }) => operation)).toEqual(["add", "edited outside"]);
    }
    const { revisions } = wardroom.services;
    await revisions.undo(OWNER, session.params, { revision: outside.revision }, PLAIN_REQUEST);
    expect(await session.text()).toBe(full);
    await revisions.revert(OWNER, session.params, { revision: outside.revision }, ifMatch(await session.hash()));
    expect(await session.text()).toBe(stale);
    await repairs.configure(OWNER, { workspace: "demo" }, { mode: "propose" }, PLAIN_REQUEST);
  });

  it("that gives an item other words is not told as a loss of it", async () => {
    const session = await wardroom.session("reworded", [], TEXT);
    await add(session, "a charge made at the end of the window counts for the next one");
    const id = await session.item("a charge made at the end of the window counts for the next one");
    await session.put((await session.text()).replace("counts for", "belongs to"));
    expect((await session.last()).detail).toMatchObject({ items: [id] });
    expect((await session.last()).detail).not.toHaveProperty("lost");
    expect(await session.text()).toContain("belongs to the next one");
  });

  it("that removes the file is recorded, is no end of its history, and a file may come back", async () => {
    const session = await wardroom.session("gone", [], TEXT);
    await rm(session.path);
    const { sections, diagnostics } = await wardroom.services.memory.read(OWNER, session.params);
    expect(sections).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "memory_removed" }]);
    await refusal("not_found", add(session, "x"));
    expect(await session.last()).toMatchObject({
      operation: "removed outside",
      hash: "",
      roles: ["implementer-1", "tester-1"],
      detail: { lost: 2 },
    });
    await session.put(TEXT);
    expect((await session.items()).map(({ text }) => text)).toEqual(["one", "two"]);
    expect((await session.revisions()).map(({ operation }) => operation)).toEqual([
      "create",
      "edited outside",
      "removed outside",
      "edited outside",
    ]);
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it("that leaves no text is shown as it is and never changed, until it is text again", async () => {
    const session = await wardroom.session("binary", [], TEXT);
    const garbage = Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]);
    await session.put(garbage);
    const { memory, curation, revisions, sessions, events } = wardroom.services;
    expect((await memory.readBytes(OWNER, session.params)).bytes).toEqual(garbage);
    const { warnings } = await sessions.get(OWNER, session.params);
    expect(warnings[0]).toMatchObject({ code: "not_utf8", severity: "error" });
    const { diagnostics, etag } = await memory.read(OWNER, session.params);
    expect(diagnostics[0]).toMatchObject({ code: "not_utf8", severity: "error" });
    expect(etag).toBe(`"${await session.hash()}"`);

    await refusal("unparseable", add(session, "x"));
    await refusal("unparseable", add(session, "x", "Lead"));
    await refusal(
      "unparseable",
      memory.edit(OWNER, session.params, { oldString: "#", newString: "##" }, PLAIN_REQUEST),
    );
    await refusal("unparseable", curation.archive(OWNER, session.params, { items: ["x"] }, PLAIN_REQUEST));
    await refusal("unparseable", sessions.addRole(OWNER, session.params, { id: "x-1" }, PLAIN_REQUEST));
    const { revision } = await session.last();
    await refusal("unparseable", revisions.undo(OWNER, session.params, { revision }, PLAIN_REQUEST));
    expect((await memory.readBytes(OWNER, session.params)).bytes).toEqual(garbage);
    expect(await events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });

    await session.put(TEXT);
    await add(session, "x");
    expect((await session.items()).map(({ text }) => text)).toEqual(["one", "x", "two"]);
    expect(await events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it("keeps the ids of the items it left alone, equal ones too", async () => {
    const session = await wardroom.session("ids", [], "# T\n\n## a\n- same\n- same\n- same\n");
    const [first, second, third] = (await session.items()).map(({ id }) => id);
    await session.put("# T\n\n## a\n- same\n- other\n- same\n");
    const ids = (await session.items()).map(({ id }) => id);
    expect([ids[0], ids[2]]).toEqual([first, third]);
    expect(ids[1]).not.toBe(second);
  });
});

describe("a watching process", () => {
  it("records an edit made outside, and a folder made by hand, without being asked, and tells it once", async () => {
    const own = await TestWardroom.open();
    const session = await own.session("watched", [], TEXT);
    await own.runtime.watch((error) => {
      throw error;
    });
    const heard: Event[] = [];
    let notify = () => {};
    await own.services.events.subscribe(OWNER, { workspace: "demo" }, (event) => {
      heard.push(event);
      notify();
    });
    const until = (action: string) =>
      new Promise<void>((resolve) => {
        notify = () => {
          if (heard.some((event) => event.action === action && !seen.has(event.id))) resolve();
        };
        notify();
      });
    const seen = new Set<number>();
    await session.put(TEXT.replace("one", "uno"));
    await until("document.edited_outside");
    expect(heard.map(({ action, actor, session: id }) => [action, actor, id])).toEqual([
      ["document.edited_outside", "disk", "watched"],
    ]);
    await rm(join(own.files, ".agent/teams/watched/TEAM-MEMORY.md"));
    await until("document.removed_outside");
    expect(heard).toHaveLength(2);
  });

  it("hears what another process does, in order and each event once", async () => {
    const own = await TestWardroom.open();
    const session = await own.session("two", ["implementer-1"]);
    const other = await own.another();
    await own.runtime.watch((error) => {
      throw error;
    });
    const heard: number[] = [];
    const all = new Promise<void>((resolve, reject) => {
      own.services.events
        .subscribe(OWNER, { workspace: "demo" }, ({ id }) => {
          if (heard.push(id) === 20) resolve();
        })
        .catch(reject);
    });
    for (let index = 0; index < 10; index++) {
      await Promise.all(
        [own.runtime, other].map(({ services }) =>
          services.memory.add(actingAs("implementer-1"), session.params, item(String(index)), PLAIN_REQUEST),
        ),
      );
    }
    await all;
    expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => (heard[0] ?? 0) + index));
  });
});

it("leaves what it has not recorded when it is closed to the next one", async () => {
  const own = await TestWardroom.open();
  const names = Array.from({ length: 150 }, (_, index) => `left-${index}`);
  for (const name of names) {
    await mkdir(join(own.files, ".agent/teams", name), { recursive: true });
    await writeFile(join(own.files, ".agent/teams", name, "TEAM-MEMORY.md"), TEXT);
  }
  const { services } = own.runtime;
  const first = new Promise<void>((resolve, reject) => {
    services.events.subscribe(OWNER, { workspace: "demo" }, () => resolve()).catch(reject);
  });
  const watching = own.runtime.watch(() => undefined);
  await first;
  await own.reopen();
  await watching;
  const rows = await own.sql('SELECT "path" FROM "Document"');
  const recorded = new Set(rows.map(({ path }) => path));
  const left = names.filter((name) => !recorded.has(`.agent/teams/${name}/TEAM-MEMORY.md`));
  expect(left).not.toEqual([]);
  await own.runtime.watch(() => undefined);
  const { count } = (await own.sql('SELECT COUNT(*) AS "count" FROM "Document"'))[0] ?? {};
  expect(Number(count)).toBeGreaterThanOrEqual(names.length);
});

it("records what was edited while nobody ran", async () => {
  const own = await TestWardroom.open();
  const session = await own.session("asleep", [], TEXT);
  await own.close();
  await session.put(TEXT.replace("two", "three"));
  await own.reopen();
  expect(await session.last()).toMatchObject({ actor: "disk", roles: ["tester-1"] });
});

it.runIf(!isOnPostgresql())("a late save that cannot be recorded is recorded once that is possible again", async () => {
  const own = await TestWardroom.open();
  const session = await own.session("late", [], TEXT);
  const reports: string[] = [];
  await own.runtime.watch((error) => reports.push(String(error)));
  const path = own.runtime.configuration.databasePath;
  const handle = await open(session.path, "a");
  await own.services.memory.add(actingAs("implementer-1"), session.params, item("mine"), PLAIN_REQUEST);
  await rename(path, `${path}-away`);
  await handle.writeFile("- [Question] late\n");
  await handle.close();
  await vi.waitFor(() => expect(reports.join()).toContain("No change is accepted"));
  await rename(`${path}-away`, path);
  await vi.waitFor(async () => expect(await session.text()).toContain("- [Question] late\n"));
  expect(await session.text()).toContain("mine");
  expect((await session.revisions()).filter(({ detail }) => detail["late"] === true)).toHaveLength(1);
});
