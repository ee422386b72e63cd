import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** The texts that tests make up are the same each time; `npm run fuzz` asks for others. */
fc.configureGlobal({ seed: Number(process.env["WARDROOM_SEED"] ?? 1) });

/** Whatever the code under test reports as an error must be expected by its test: silence is the rule. */
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, "unexpected console.error").toEqual([]);
});

// A shared machine may be slow: what is waited for comes, or the test's own limit ends it.
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 60_000, ...(typeof options === "number" ? { timeout: options } : options) });
