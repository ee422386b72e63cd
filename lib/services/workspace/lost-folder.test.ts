import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

/** A session in the trash, and one created after it under the same id whose folder was removed outside. */
async function trashedAndLost(id: string) {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session(id, ["implementer-1"]);
  await wardroom.services.sessions.remove(OWNER, session.params, PLAIN_REQUEST);
  await wardroom.session(id, ["tester-1"]);
  await rm(session.folder, { recursive: true });
  await wardroom.reopen();
  return { wardroom, session, sessions: wardroom.services.sessions };
}

describe("a session whose folder was removed outside", () => {
  it("refuses a restore under its id, and everything else goes on", async () => {
    const { wardroom, session, sessions } = await trashedAndLost("lost");
    const error = await refusal("conflict", sessions.restore(OWNER, session.params, PLAIN_REQUEST));
    expect(error.details.hint).toContain("{session.delete}");
    await wardroom.session("other", ["implementer-1"]);
    await wardroom.reopen();
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it("can be deleted, and then the one before it comes back with its history", async () => {
    const { session, sessions, wardroom } = await trashedAndLost("lost");
    expect(await sessions.remove(OWNER, session.params, PLAIN_REQUEST)).toEqual({ done: true });
    expect((await sessions.listDeleted(OWNER, DEMO)).items).toHaveLength(1);
    const { roles } = await sessions.restore(OWNER, session.params, PLAIN_REQUEST);
    expect(roles.map(({ id }) => id)).toEqual(["Lead", "implementer-1"]);
    expect((await session.revisions()).map(({ operation }) => operation)).toEqual(["create"]);
    await refusal("not_found", sessions.remove(OWNER, { ...DEMO, session: "never-was" }, PLAIN_REQUEST));
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });
});

it("restores a session over a file that stood in its place for a while", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("visited", ["implementer-1"]);
  await wardroom.services.sessions.remove(OWNER, session.params, PLAIN_REQUEST);
  await mkdir(session.folder);
  await writeFile(join(session.folder, "TEAM-MEMORY.md"), "# Somebody else's\n");
  await wardroom.services.events.verify(OWNER, DEMO);
  await rm(session.folder, { recursive: true });
  await wardroom.services.sessions.restore(OWNER, session.params, PLAIN_REQUEST);
  expect((await session.revisions()).map(({ operation }) => operation)).toEqual(["create"]);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
});

it("moves the history of the deleted session alone, not that of one whose name looks alike to SQL", async () => {
  const wardroom = await TestWardroom.open();
  const kept = await wardroom.session("a-b", ["implementer-1"]);
  const gone = await wardroom.session("a_b", ["implementer-1"]);
  await wardroom.services.sessions.remove(OWNER, gone.params, PLAIN_REQUEST);
  await wardroom.reopen();
  expect((await kept.revisions()).map(({ operation }) => operation)).toEqual(["create"]);
});
