import { beforeAll, expect, it } from "vitest";
import type { Services } from "@/lib/services/services";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

let wardroom: TestWardroom;
let finishing: Services["finishing"];
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  ({ finishing } = wardroom.services);
});

it("finishes a session in its file, keeps it readable and searchable, and reopens it", async () => {
  const { sessions, memory, search } = wardroom.services;
  const session = await wardroom.session("over", ["implementer-1"]);
  const add = { tag: "Finding", text: "Parquet rows carry a checksum" } as const;
  await memory.add(actingAs("implementer-1"), session.params, add, PLAIN_REQUEST);
  const before = await session.text();

  await finishing.finish(OWNER, session.params, { finished: true }, PLAIN_REQUEST);
  const { finished } = await sessions.get(VIEWER, session.params);
  expect(finished).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/);
  expect(await session.text()).toContain(`- Finished: ${finished ?? ""}\n`);
  expect(await session.last()).toMatchObject({ operation: "finish session", actor: "Lead" });

  const { sections } = await memory.read(VIEWER, session.params);
  expect(sections.flatMap(({ items }) => items.map(({ text }) => text))).toEqual([add.text]);
  const { workspace } = session.params;
  const found = await search.find(VIEWER, { workspace }, { q: "checksum", limit: 10 });
  expect(JSON.stringify(found)).toContain("Parquet");
  await refusal("conflict", memory.add(actingAs("implementer-1"), session.params, add, PLAIN_REQUEST));
  await refusal("conflict", finishing.finish(OWNER, session.params, { finished: true }, PLAIN_REQUEST));

  await finishing.finish(OWNER, session.params, { finished: false }, PLAIN_REQUEST);
  expect(await session.text()).toBe(before);
  expect(await session.last()).toMatchObject({ operation: "reopen session" });
  await memory.add(actingAs("implementer-1"), session.params, add, PLAIN_REQUEST);
});

it("is no source of briefs while it is finished", async () => {
  const { memory, agents } = wardroom.services;
  const session = await wardroom.session("brief-source", ["implementer-1"]);
  const add = {
    tag: "Warning",
    text: "The implementer must never retry `src/parquet/writer.ts` without a lock",
  } as const;
  await memory.add(actingAs("implementer-1"), session.params, add, PLAIN_REQUEST);
  const told = async () =>
    JSON.stringify(await agents.briefs.orient(OWNER, { workspace: "demo", agent: "implementer" })).includes(
      "parquet/writer",
    );
  expect(await told()).toBe(true);
  await finishing.finish(OWNER, session.params, { finished: true }, PLAIN_REQUEST);
  expect(await told()).toBe(false);
  await finishing.finish(OWNER, session.params, { finished: false }, PLAIN_REQUEST);
  expect(await told()).toBe(true);
});

it("is the Lead's alone", async () => {
  const session = await wardroom.session("not-over", ["implementer-1"]);
  for (const caller of [actingAs("implementer-1"), VIEWER]) {
    await refusal("forbidden", finishing.finish(caller, session.params, { finished: true }, PLAIN_REQUEST));
  }
});
