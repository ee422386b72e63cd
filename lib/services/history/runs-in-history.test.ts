import { expect, it } from "vitest";
import { lifeSteps, sayDoer, sayWriter, signatureIn } from "@/lib/core/history/signed-by";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { sha256 } from "@/lib/store/read-file";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const RUN = "claude:7f0c8d9e-1d5e";
const BY = "implementer-1 · claude 7f0c8d9e";

it("names the run that wrote a line, at each place that names who did", async () => {
  const wardroom = await TestWardroom.open();
  const demo = await ContextSession.open(wardroom, "checkout", ["implementer-1"]);
  const { memory, revisions, events, context } = wardroom.services;
  const caller: Caller = { ...actingAs("implementer-1"), run: RUN };
  await memory.add(caller, demo.params, { tag: "Finding", text: "Fonts load twice" }, PLAIN_REQUEST);
  const id = await demo.session.item("Fonts load twice");

  const { lines } = await memory.blame(OWNER, demo.params, { from: 1 });
  expect(lines.filter(({ text }) => text.includes("Fonts")).map(sayWriter)).toEqual([BY]);
  expect(lifeSteps(await memory.life(OWNER, { ...demo.params, item: id })).map(sayWriter)).toEqual([BY]);
  const { items } = await revisions.list(OWNER, demo.params, { limit: 1 });
  expect(items.map(sayDoer)).toEqual([BY]);
  const written = await events.list(OWNER, { workspace: "demo" }, { action: "item.added", limit: 1, format: "json" });
  expect(written.items.map((event) => sayDoer({ ...event, ...signatureIn(event.payload) }))).toEqual([BY]);

  const lead: Caller = { ...OWNER, source: "mcp", run: "mcp:a1b2" };
  await context.publish(lead, demo.params, { text: CONTEXT }, { dryRun: false }, PLAIN_REQUEST);
  expect((await context.list(OWNER, demo.params)).items.map(sayDoer)).toEqual(["Lead · mcp a1b2"]);
});

it("finds what a person did in a conversation by their name", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  const ada: Caller = { ...OWNER, person: { id: "0123456789abcdef", name: "Ada" }, source: "cli", run: RUN };
  await wardroom.services.memory.add(
    ada,
    session.params,
    { tag: "Decision", text: "Fonts load once", role: "Lead" },
    PLAIN_REQUEST,
  );
  const { items } = await wardroom.services.events.list(
    OWNER,
    { workspace: "demo" },
    { actor: "Ada", action: "item.added", limit: 5, format: "json" },
  );
  expect(items.map((event) => signatureIn(event.payload))).toMatchObject([{ person: { name: "Ada" }, run: RUN }]);
  expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
});

it("names the run that announced an edit of the file", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("checkout", ["implementer-1"]);
  const before = sha256(await session.text());
  await session.put(`${await session.text()}- [Finding] Fonts load twice\n`);
  const caller: Caller = { ...actingAs("implementer-1"), run: RUN };
  const body = { role: "implementer-1", before, after: sha256(await session.text()) };
  const given = await wardroom.services.attributions.attribute(caller, session.params, body, PLAIN_REQUEST);
  expect(given.attributed).toBe(true);
  const { lines } = await wardroom.services.memory.blame(OWNER, session.params, { from: 1 });
  expect(lines.filter(({ text }) => text.includes("Fonts")).map(sayWriter)).toEqual([BY]);
  expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
});
