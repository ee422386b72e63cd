import { expect, it } from "vitest";
import { actingAs, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();
const { finishing } = wardroom.services;

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

it("takes nothing while it is finished: no relay, no role, no version and no gate", async () => {
  const { memory, sessions, context, gates } = wardroom.services;
  const session = await wardroom.session("closed", ["implementer-1", "researcher-1"]);
  const { params } = session;
  const open = (phase: number) => gates.open(OWNER, params, { phase }, PLAIN_REQUEST);
  const finish = (finished: boolean) => finishing.finish(OWNER, params, { finished }, PLAIN_REQUEST);
  const { id: gate } = await open(1);
  await refusal("gate_open", finish(true));
  await gates.abandon(OWNER, { ...params, gate }, PLAIN_REQUEST);
  await finish(true);
  const text = await session.text();
  const late = { tag: "Finding", text: "said too late" } as const;
  const replacement = { role: "implementer-1", by: "implementer-2" };
  await refusal("conflict", memory.add(actingAs("researcher-1"), params, late, PLAIN_REQUEST));
  await refusal("conflict", sessions.addRole(OWNER, params, { id: "tester-1" }, PLAIN_REQUEST));
  await refusal("conflict", wardroom.services.curation.replaceRole(OWNER, params, replacement, PLAIN_REQUEST));
  await refusal("conflict", context.publish(OWNER, params, { text: "# late\n" }, { dryRun: false }, PLAIN_REQUEST));
  await refusal("conflict", open(2));
  expect(await session.text()).toBe(text);
  expect((await sessions.get(VIEWER, params)).counts.pendingRelays).toBe(0);
  await finish(false);
  await memory.add(actingAs("researcher-1"), params, late, PLAIN_REQUEST);
});
