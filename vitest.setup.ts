import { afterEach, beforeEach, expect, vi } from "vitest";

/** Whatever the code under test reports as an error must be expected by its test: silence is the rule. */
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, "unexpected console.error").toEqual([]);
});
