// @vitest-environment jsdom
import { act, useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import type { Event } from "@/lib/contracts/events";
import { anEvent } from "./history.fixture";
import { useHeldEvents } from "@/components/history/use-timeline-rows";

const root = inPage();
let held: ReturnType<typeof useHeldEvents>;

function Probe({ events, atTop }: { events: Event[] | undefined; atTop: boolean }) {
  const value = useHeldEvents(events, atTop);
  useLayoutEffect(() => {
    held = value;
  });
  return null;
}

function show(ids: number[] | undefined, atTop: boolean) {
  act(() => root.render(<Probe events={ids?.map((id) => anEvent({ id }))} atTop={atTop} />));
  return held.shown.map((event) => event.id);
}

test("at the top, what is new comes in at once, and is known to be new", () => {
  expect(show([2, 1], true)).toEqual([2, 1]);
  expect(show([3, 2, 1], true)).toEqual([3, 2, 1]);
  expect(held.shown.map(held.isFresh)).toEqual([true, false, false]);
});

test("further down it waits, while older pages go on coming, until it is asked for", () => {
  show([3, 2], true);
  expect(show([3, 2], false)).toEqual([3, 2]);
  expect(show([5, 4, 3, 2, 1], false)).toEqual([3, 2, 1]);
  expect(held.waiting).toBe(2);
  act(() => held.showLatest());
  expect(held.shown.map((event) => event.id)).toEqual([5, 4, 3, 2, 1]);
});

test("going back to the top asks for it", () => {
  show([1], true);
  show([2, 1], false);
  expect(show([2, 1], true)).toEqual([2, 1]);
});

test("the first answer is shown wherever the reader is, and nothing in it is new", () => {
  expect(show(undefined, false)).toEqual([]);
  expect(show([2, 1], false)).toEqual([2, 1]);
  expect(held.shown.map(held.isFresh)).toEqual([false, false]);
});
