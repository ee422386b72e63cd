import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import "./vitest.patience";
import { opened } from "@/lib/services/testing/opened.fixture";
import "@/lib/services/testing/set-time.fixture";

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

// Here and not beside what opens them: a module that several files of tests share is run once, this is run for each.
afterAll(async () => {
  for (const each of opened) await each.dispose();
});
