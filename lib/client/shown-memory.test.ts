import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { Memory } from "@/lib/contracts/memory";
import { changeOf } from "@/lib/core/json-change";
import { memoryQuery } from "./memory";
import { createQueryClient } from "./query-client";
import { followMemories } from "./shown-memory";

const SCOPE = { workspace: "w", session: "s" };
const { queryKey } = memoryQuery(SCOPE);

const view = (revision: number, title = `title ${revision}`, tag = `v${revision}`): Memory => ({
  etag: `"${revision}"`,
  revision,
  title,
  meta: {},
  preface: [],
  sections: [],
  lines: revision,
  diagnostics: [],
  view: tag,
});
const change = (from: Memory, to: Memory) => ({
  from: from.view ?? "",
  view: to.view ?? "",
  revision: to.revision,
  change: changeOf(from, to),
});

function follow() {
  const client = createQueryClient();
  const asked = vi.fn<(session: string) => void>();
  return { client, asked, memories: followMemories(client, "w", asked), kept: () => client.getQueryData(queryKey) };
}

test("a change is applied to the view that it leads from, and to no other", () => {
  const { client, asked, memories, kept } = follow();
  client.setQueryData(queryKey, view(1));
  memories.onChange("s", change(view(1), view(2)));
  expect(kept()).toEqual(view(2));
  expect(asked).not.toHaveBeenCalled();
  memories.onChange("s", change(view(1, "another", "x1"), view(3)));
  expect(kept()).toEqual(view(2));
  expect(asked).toHaveBeenCalledTimes(1);
});

test("an answer that was overtaken on its way is brought up to what was told meanwhile", async () => {
  const { client, asked, memories, kept } = follow();
  let answer: (memory: Memory) => void = () => undefined;
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<Memory>((resolve) => (answer = resolve)),
  }).subscribe(() => undefined);
  await vi.waitFor(() => expect(client.isFetching()).toBe(1));
  memories.onChange("s", change(view(1), view(2)));
  memories.onChange("s", change(view(2), view(3)));
  answer(view(1));
  await vi.waitFor(() => expect(kept()).toEqual(view(3)));
  expect(asked).not.toHaveBeenCalled();
  stop();
});

test("what is foreseen is no view: a change is applied to what the server said last, and what is taken back is brought up to it", () => {
  const { client, asked, memories, kept } = follow();
  client.setQueryData(queryKey, view(1));
  memories.onChange("s", change(view(1), view(2)));
  client.setQueryData(queryKey, { ...view(2, "foreseen"), view: undefined });
  expect(kept()?.title).toBe("foreseen");
  memories.onChange("s", change(view(2), view(3)));
  expect(kept()).toEqual(view(3));
  client.setQueryData(queryKey, view(2));
  expect(kept()).toEqual(view(3));
  expect(asked).not.toHaveBeenCalled();
});

test("views that come back lead nowhere in a circle", () => {
  const { client, memories, kept } = follow();
  const [one, other] = [view(1), view(1, "other", "w1")];
  client.setQueryData(queryKey, one);
  for (const [from, to] of [
    [one, other],
    [other, one],
    [one, other],
  ] as const)
    memories.onChange("s", change(from, to));
  expect(kept()).toEqual(other);
  memories.onChange("s", change(view(5), view(6)));
  expect(kept()).toEqual(other);
});

test("a memory of which only that it changed is told is asked for", () => {
  const { client, asked, memories } = follow();
  client.setQueryData(queryKey, view(1));
  expect(memories.onChange("s", null)).toEqual({ open: true, faults: true });
  expect(asked).toHaveBeenCalledWith("s");
});
