import { afterAll, expect, it } from "vitest";
import { type Happening, wakes } from "@/lib/core/inbox/entry";
import { mayWake } from "@/lib/core/inbox/item-news";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { Database } from "@/lib/db/database";
import { listHappenings } from "@/lib/db/readings";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { readerOf } from "@/lib/services/inbox/whose";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const LEAD: Caller = { ...OWNER, source: "cli" };
const OTHER = { ...actingAs("implementer-2"), run: "claude:other" };
const WAITING = { ...actingAs("implementer-1"), run: "claude:waiting" };
/** The same agent at another door, and the conversation that shares its seat. */
const SAME = actingAs("implementer-1");
const BESIDE = { ...actingAs("implementer-1"), run: "mcp:beside" };
const NOW = { wait: 0, again: "false", all: "true" } as const;
let texts = 0;
afterAll(() => database.close());

async function read(caller: Caller) {
  const answer = await wardroom.services.inbox.read(caller, demo.params, NOW, new AbortController().signal);
  await wardroom.services.inbox.seen(caller, demo.params, { mark: answer.mark ?? "" });
  return answer;
}

/** Whether who waits looks up because of what is done meanwhile, and whether there is anything then that it does not sleep on. */
async function isWoken(waiting: Caller, act: () => Promise<unknown>): Promise<{ looks: boolean; wakes: boolean }> {
  await read(waiting);
  const { session } = demo.params;
  const list = () => listHappenings(database.queries, { workspaceId: "demo", session }, 0);
  const before = (await list()).length;
  await act();
  const whose = readerOf(waiting, undefined);
  const happened = (await list())
    .slice(before)
    .map((row) => ({ ...row, at: row.at.toISOString(), payload: JSON.parse(row.payload) as object }) as Happening);
  const { updates, entries } = await read(waiting);
  return {
    looks: happened.some((each) => mayWake(each, whose, memoryPath(session))),
    wakes: updates.length > 0 || entries.some((entry) => wakes(entry, whose.role)),
  };
}

type Services = TestWardroom["services"];
const services = (): Services => wardroom.services;
async function say(caller: Caller, tag: "Finding" | "Question" | "Warning", more = "") {
  const body = { tag, text: `Line ${texts++} of the ledger${more}`, anyway: true };
  const said = await services().memory.add(caller, demo.params, body, PLAIN_REQUEST);
  return "item" in said ? said.item.id : "";
}
const ask = (role: string) =>
  services().questions.ask(OTHER, demo.params, { role, text: `Which one, ${texts++}?` }, PLAIN_REQUEST);
const archive = (id: string) => services().curation.archive(LEAD, demo.params, { items: [id] }, PLAIN_REQUEST);
const publish = () => demo.publish(CONTEXT.replace("six hours", `${texts++} hours`));

const wardroom = await TestWardroom.open();
let demo = await ContextSession.open(wardroom, "one", ["implementer-1", "implementer-2", "tester-1"]);
const database: Database = await wardroom.openDatabase();
await demo.publish(CONTEXT);
for (const caller of [BESIDE, SAME, OTHER, WAITING, LEAD]) await read(caller);

it.each<[string, () => Promise<unknown>]>([
  ["its own line", () => say(WAITING, "Warning")],
  ["its own line, through another door", () => say(SAME, "Warning")],
  ["a finding that shares its seat", () => say(BESIDE, "Finding")],
  ["its own state", () => services().presence.state(WAITING, demo.params, { text: "half way" })],
  ["its own claim", () => services().presence.claim(WAITING, demo.params, { what: "parser.ts", minutes: 5 })],
  ["its own result", () => services().presence.report(WAITING, demo.params, { outcome: "pass", text: "all" })],
  ["a line of its own that the Lead archives", async () => archive(await say(WAITING, "Finding"))],
  ["a finding of another", () => say(OTHER, "Finding")],
  ["the state of another", () => services().presence.state(OTHER, demo.params, { text: "half way" })],
  ["what another tests", () => services().presence.report(OTHER, demo.params, { outcome: "fail", text: "one" })],
  ["a line of another that the Lead archives", async () => archive(await say(OTHER, "Finding"))],
])("a role that waits sleeps on: %s", async (_, act) => {
  expect(await isWoken(WAITING, act)).toMatchObject({ wakes: false });
});

it.each<[string, () => Promise<unknown>]>([
  ["a question put to it", () => ask("implementer-1")],
  ["a warning", () => say(OTHER, "Warning")],
  ["a line that names it", () => say(OTHER, "Finding", ", implementer-1")],
  ["a nudge", () => services().presence.nudge(OTHER, demo.params, { role: "implementer-1", text: "Look" })],
  ["a version", publish],
])("a role that waits is woken by: %s", async (_, act) => {
  expect(await isWoken(WAITING, act)).toEqual({ looks: true, wakes: true });
});

it("the Lead is woken by a tester's result, and by the last confirmation alone", async () => {
  const report = { outcome: "fail", text: "3 of 72" } as const;
  expect(await isWoken(LEAD, () => services().presence.report(actingAs("tester-1"), demo.params, report))).toEqual({
    looks: true,
    wakes: true,
  });
  demo = await ContextSession.open(wardroom, "two", ["implementer-1", "implementer-2", "tester-1"]);
  await demo.publish(CONTEXT);
  for (const role of ["tester-1", "implementer-2"])
    expect(await isWoken(LEAD, () => demo.ack(role, 1)), role).toMatchObject({ wakes: false });
  expect(await isWoken(LEAD, () => demo.ack("implementer-1", 1))).toEqual({ looks: true, wakes: true });
});
