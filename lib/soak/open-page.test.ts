import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answer } from "@/app/api/answer";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { Changed } from "@/lib/contracts/changed";
import type { Memory } from "@/lib/contracts/memory";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OpenPage } from "@/lib/soak/open-page.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { sendTo } from "@/lib/soak/send.fixture";
import { Truth } from "@/lib/soak/truth.fixture";

const SESSIONS = "/api/v1/workspaces/demo/sessions";
const { fetch } = globalThis;

let wardroom: TestWardroom;
const pages: OpenPage[] = [];
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
  globalThis.fetch = fetch;
  globalThis.wardroomRuntime = undefined;
});

async function openPage(session: string): Promise<OpenPage> {
  const page = await OpenPage.open(wardroom, session);
  pages.push(page);
  return page;
}

/** The memory and the list of sessions as a program is given them: of what it reads, no page is told. */
async function fresh(session: string) {
  const read = async <T>(path: string) => (await (await call("GET", path)).json()) as T;
  return { memory: await read<Memory>(`${SESSIONS}/${session}/memory`), sessions: await read(`${SESSIONS}?limit=500`) };
}

/** The list without what no event tells of: what was read, and when somebody called. */
const untold = (sessions: unknown) =>
  JSON.parse(
    JSON.stringify(sessions, (name, value: unknown) =>
      ["readAt", "readRevision", "lastSign"].includes(name) ? undefined : value,
    ),
  ) as unknown;

/** Holds once a page keeps what a program is given. */
async function equals(page: OpenPage, session: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { memory, sessions } = await fresh(session);
      expect(page.memory).toEqual(memory);
      expect(untold(page.sessions)).toEqual(untold(sessions));
    },
    { interval: 20 },
  );
}

const DEMO = { workspace: "demo" };
const params = { ...DEMO, session: "one" };
const add = (text: string, role = "implementer-1") =>
  wardroom.services.memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);

it("what is added, archived, brought back and edited shows on an open page, which asks for nothing", async () => {
  await wardroom.session("one", ["implementer-1", "implementer-2"]);
  const page = await openPage("one");
  page.asked.length = 0;
  const added = await add("hostile </script> \u2028 \n\nevent: reset\ndata: {}\n\n", "implementer-2");
  await add("first");
  await equals(page, "one");
  const items = "item" in added ? [added.item.id] : [];
  const { curation, memory } = wardroom.services;
  for (const act of [
    () => curation.archive(OWNER, params, { items }, PLAIN_REQUEST),
    () => curation.unarchive(OWNER, params, { items }, PLAIN_REQUEST),
    () => memory.edit(OWNER, params, { oldString: "hostile", newString: "harmless" }, PLAIN_REQUEST),
  ]) {
    await act();
    await equals(page, "one");
  }
  expect(page.asked).toEqual([]);
  const changed = page.frames.filter(({ name }) => name === "changed").map(({ data }) => JSON.parse(data) as unknown);
  for (const each of changed) Changed.parse(each);
  expect(JSON.stringify(changed.at(-1)).length).toBeLessThan(4000);
});

it("a burst is told in few frames", async () => {
  await wardroom.session("one", ["implementer-1"]);
  const page = await openPage("one");
  page.asked.length = 0;
  await Promise.all(Array.from({ length: 300 }, (_, index) => add(`burst ${index}`)));
  await equals(page, "one");
  expect(page.frames.filter(({ name }) => name === "changed").length).toBeLessThan(60);
  expect(page.asked.filter((each) => each.endsWith("/memory")).length).toBeLessThanOrEqual(3);
});

it("a text that is redacted is in no frame from then on, whenever its line was written", async () => {
  const one = await wardroom.session("one", ["implementer-1"]);
  const page = await openPage("one");
  await add("the door opens with hunter2-hunter2");
  await equals(page, "one");
  await page.cut();
  await add("between");
  await wardroom.services.redactions.redact(OWNER, DEMO, { text: "hunter2-hunter2", reason: "leaked" });
  page.frames.length = 0;
  await page.listen(true);
  await add("after");
  await equals(page, "one");
  expect(JSON.stringify([page.memory, page.frames])).not.toContain("hunter2");
  // An edit past Wardroom, and code that changed without any event, show as well.
  await one.put((await one.text()).replace("between", "by hand"));
  await wardroom.services.events.verify(OWNER, DEMO);
  await equals(page, "one");
  expect(JSON.stringify(page.memory)).toContain("by hand");
});

it("who is no page of the workspace is told of no change", async () => {
  const { params } = await wardroom.session("one", ["implementer-1"]);
  const page = await openPage("one");
  const { token } = await wardroom.services.tokens.mint(OWNER, { ...params, role: "implementer-1" }, PLAIN_REQUEST);
  const heard = await Promise.all([undefined, token].map((each) => listenAs(each)));
  await add("heard");
  await equals(page, "one");
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const stop of heard) expect(await stop()).toMatch(/event: item\.added(?![^]*event: changed)/);
});

/** Listens as a program; what it answers ends that and gives what was heard. */
async function listenAs(token: string | undefined): Promise<() => Promise<string>> {
  const { body } = await call("GET", "/api/v1/workspaces/demo/events/stream", token === undefined ? {} : { token });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let heard = "";
  const hear = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      heard += new TextDecoder().decode(part.value);
  };
  const hearing = hear();
  return async () => {
    await reader.cancel();
    await hearing;
    return heard;
  };
}

it.each([1, 2, 3])("whatever a team does, an open page keeps what a program is given, story %i", async (seed) => {
  const send = sendTo(answer, OWNER_TOKEN);
  const command = async (words: string[]) => (await wardroomCli(wardroom, words)).out;
  const random = new Random(seed);
  const truth = new Truth({ send, command }, random, wardroom.files);
  await truth.prepare();
  const page = await openPage("truth");
  for (let act = 0; act < 80; act++) {
    if (random.chance(0.1))
      await page
        .cut()
        .then(() => truth.act())
        .then(() => page.listen(true));
    await truth.act();
    if (random.chance(0.5)) await equals(page, "truth");
  }
  await equals(page, "truth");
});
