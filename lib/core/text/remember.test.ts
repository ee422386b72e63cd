import { expect, it, vi } from "vitest";
import { remember } from "@/lib/core/text/remember";

it("computes once for a value, and again for an equal one that is another", () => {
  const compute = vi.fn(({ text }: { text: string }) => text.length);
  const lengths = remember(compute);
  const value = { text: "four" };
  expect([lengths.get(value), lengths.get(value), lengths.get({ text: "four" })]).toEqual([4, 4, 4]);
  expect(compute).toHaveBeenCalledTimes(2);
});

it("gives what was given in place of computing it, until it is forgotten", () => {
  const lengths = remember(({ text }: { text: string }) => text.length);
  const value = { text: "four" };
  expect(lengths.known(value)).toBeUndefined();
  lengths.give(value, 40);
  expect([lengths.known(value), lengths.get(value)]).toEqual([40, 40]);
  lengths.forget(value);
  expect([lengths.known(value), lengths.get(value)]).toEqual([undefined, 4]);
});

it("passes on the whole that a value is part of", () => {
  const slices = remember(({ end }: { end: number }, whole: string) => whole.slice(0, end));
  expect(slices.get({ end: 3 }, "wardroom")).toBe("war");
});
