import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { KnownFolders } from "@/lib/store/mark-files";
import type { StoredEntry } from "@/lib/store/store";

afterEach(() => vi.useRealTimers());

it("reads a folder once for all who ask, however many names it has", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "known-"));
  // What changed a moment ago has a mark like no other.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const folders = new KnownFolders();
  const entries: StoredEntry[] = Array.from({ length: 200_000 }, (_, index) => ({ name: `s${index}`, kind: "folder" }));
  const read = vi.fn(() => Promise.resolve(entries));
  const ask = (name: string) => folders.list(root, name, read);
  expect(await Promise.all([ask(""), ask("")])).toEqual([entries, entries]);
  expect(await ask("")).toBe(entries);
  expect(read).toHaveBeenCalledTimes(1);
});
