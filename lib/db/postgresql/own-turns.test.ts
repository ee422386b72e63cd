import { expect, it } from "vitest";
import { OwnTurns } from "@/lib/db/postgresql/own-turns";

it("counts a transaction from the moment on that others see it, whether or not its process has heard of that", () => {
  const own = new OwnTurns();
  const others = (seen: number) => seen - own.upTo(seen);
  expect(others(7)).toBe(7);
  own.ending(8);
  expect([others(7), others(8)]).toEqual([7, 7]);
  own.committed();
  // A look that began before it, and ends now.
  expect([others(7), others(8)]).toEqual([7, 7]);
  // Another's.
  expect(others(9)).toBe(8);
  own.ending(10);
  own.takenBack();
  expect(others(10)).toBe(9);
  own.committed();
  expect(others(10)).toBe(9);
});
