import { vi } from "vitest";

// A shared machine may be slow: what is waited for comes, or the test's own limit ends it. In a module of its own, which is run
// once however many files share it.
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 60_000, ...(typeof options === "number" ? { timeout: options } : options) });
