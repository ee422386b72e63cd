import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keptFor } from "@/lib/services/workspace/kept-for";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("repeats an answer for its time, and no failure", async () => {
  const read = vi.fn((key: string) => Promise.resolve(`${key} ${read.mock.calls.length}`));
  const ask = keptFor(1_000, read);
  expect(await ask("a")).toBe("a 1");
  expect(await ask("b")).toBe("b 2");
  vi.advanceTimersByTime(999);
  expect(await ask("a")).toBe("a 1");
  vi.advanceTimersByTime(1);
  read.mockRejectedValueOnce(new Error("away"));
  await expect(ask("a")).rejects.toThrow("away");
  expect(await ask("a")).toBe("a 4");
});
