// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import type { Conflict } from "@/components/shell/use-change";
import { showToasts, type ToastMessage } from "@/components/ui/toast-queue";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import { aMemory, anItem, aRelay, aSection } from "./memory.fixture";
import { useCuration, type Curation } from "./use-curation";

const SCOPE = { workspace: "w", session: "s" };
const ITEM = anItem({ id: "a" });
const RELAY = aRelay({ id: "r", role: "tester-1" });
const MEMORY = aMemory([aSection("Lead", [ITEM, anItem({ id: "b" })])]);
const RELAYS = { items: [RELAY], total: 1, nextCursor: null };

const shown: ToastMessage[] = [];
const conflicts: Conflict[] = [];
const onConflict = (conflict: Conflict) => void conflicts.push(conflict);
/** What was sent to change something, each with how to answer it. */
const sent: { address: string; answer: (response: Response) => void }[] = [];
const root = inPage();
let client: QueryClient;
let curation: Curation;
let relays: QueryObserver<typeof RELAYS>;
let stops: (() => void)[];

beforeEach(async () => {
  vi.stubGlobal("fetch", (address: string, { method }: { method: string }) => {
    if (method === "GET") return Promise.resolve(Response.json(address.includes("/relays") ? RELAYS : MEMORY));
    return new Promise<Response>((answer) => sent.push({ address, answer }));
  });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(memoryQuery(SCOPE).queryKey, MEMORY);
  relays = new QueryObserver(client, relaysQuery(SCOPE) as never);
  stops = [showToasts((message) => shown.push(message)), relays.subscribe(() => undefined)];
  act(() => {
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(relaysShown()).toEqual(["r"]));
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  for (const list of [shown, conflicts, sent]) list.splice(0);
});

function Probe() {
  const value = useCuration("w", onConflict);
  useLayoutEffect(() => {
    curation = value;
  });
  return null;
}

const states = () =>
  client
    .getQueryData(memoryQuery(SCOPE).queryKey)
    ?.sections.flatMap(({ items }) => items)
    .map(({ id, state }) => `${id} ${state}`);
const relaysShown = () => relays.getCurrentResult().data?.items.map(({ id }) => id);

const problem = (code: string, status: number) =>
  Response.json(
    {
      type: `/docs/api#${code}`,
      title: "Refused",
      status,
      detail: "Somebody was first.",
      code,
      hint: "Look again.",
      instance: "",
    },
    { status },
  );

/** Answers the change that was sent, once it was. */
async function answer(response: Response): Promise<void> {
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(response);
}

test("what is archived is shown so before the server has answered", async () => {
  await act(async () => {
    const done = curation.archive(SCOPE, [ITEM]);
    await vi.waitFor(() => expect(states()).toEqual(["a archived", "b active"]));
    await answer(Response.json({ revision: 2, etag: '"2"', changed: true }));
    await done;
  });
});

test("what was foreseen and refused is taken back, and says why", async () => {
  await act(async () => {
    const done = curation.archive(SCOPE, [ITEM]);
    await vi.waitFor(() => expect(states()).toEqual(["a archived", "b active"]));
    await answer(problem("unparseable", 422));
    expect(await done).toBe(false);
  });
  expect(states()).toEqual(["a active", "b active"]);
  expect(shown).toEqual([expect.objectContaining({ title: "Not archived", tone: "bad" })]);
  expect(conflicts).toEqual([]);
});

test("a conflict is shown as one, with both sides", async () => {
  await act(async () => {
    const done = curation.archive(SCOPE, [ITEM]);
    await answer(problem("conflict", 409));
    await done;
  });
  expect(states()).toEqual(["a active", "b active"]);
  expect(conflicts).toEqual([expect.objectContaining({ title: "Not archived", yours: "a" })]);
});

test("a relay leaves the list at once, and is back when its decision was refused", async () => {
  await act(async () => {
    const done = curation.reject(SCOPE, RELAY, "not now");
    await vi.waitFor(() => expect(relaysShown()).toEqual([]));
    await answer(problem("conflict", 409));
    await done;
    await vi.waitFor(() => expect(relaysShown()).toEqual(["r"]));
  });
});
