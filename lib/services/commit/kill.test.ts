import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { itemsWithAuthors } from "@/lib/services/testing/authors.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { startWorker } from "@/lib/services/testing/workers.fixture";

/** `npm run soak` makes a thousand of a whole server. */
const ROUNDS = 4;

it(`keeps whatever was acknowledged through ${String(ROUNDS)} rounds of kill -9 under load`, async () => {
  const wardroom = await TestWardroom.open();
  const roles = ["implementer-1", "implementer-2", "implementer-3"];
  const sessions = [await wardroom.session("a", roles), await wardroom.session("b", roles)];
  await wardroom.close();
  const callers = sessions.flatMap(({ id }) => roles.map((role) => ({ session: id, role })));
  const start = (round: number) => startWorker(wardroom, { prefix: `r${String(round)}`, callers, each: 1000 });

  const acknowledged: string[] = [];
  let next = start(0);
  for (let round = 0; round < ROUNDS; round++) {
    const worker = await next;
    // The next one loads its modules meanwhile; it opens nothing before it is let go.
    if (round + 1 < ROUNDS) next = start(round + 1);
    worker.go();
    await worker.reached(1 + ((round * 7) % 23));
    worker.kill();
    expect(await worker.ended).toBeNull();
    expect(worker.acknowledged.length).toBeGreaterThan(0);
    acknowledged.push(...worker.acknowledged);

    await wardroom.reopen();
    const state = async () =>
      Promise.all(sessions.map(async (session) => [await session.text(), await session.last()]));
    const recovered = await state();
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
    await wardroom.reopen();
    expect(await state()).toEqual(recovered);
    await wardroom.close();
  }

  await wardroom.reopen();
  const items = (await Promise.all(sessions.map((session) => itemsWithAuthors(wardroom, session)))).flat();
  const texts = items.map(({ text, role }) => `${role}: ${text}`);
  expect(acknowledged.filter((text) => !items.some((item) => item.text === text))).toEqual([]);
  // Two sessions have the same roles, and no caller's text comes twice.
  expect(new Set(texts).size).toBe(texts.length);
  expect(items.filter(({ text, role, authors }) => authors.join() !== role || !text.endsWith(` of ${role}`))).toEqual(
    [],
  );
  for (const session of sessions) {
    const left = await readdir(session.folder);
    expect(left.filter((name) => !name.endsWith(".wardroom-tmp"))).toEqual(["TEAM-MEMORY.md"]);
  }
});
