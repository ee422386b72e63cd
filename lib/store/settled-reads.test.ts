import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { SettledReads } from "@/lib/store/read-file";

let path: string;
let clock: number;
/** Whether another program writes the file while it is waited for. */
let isWritten: boolean;
let settled: SettledReads;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "settled-"));
  path = join(folder, "a.md");
  clock = Date.now();
  isWritten = true;
  settled = new SettledReads({
    now: () => clock,
    passed: () => clock,
    wait: (milliseconds) => {
      clock += milliseconds;
      if (isWritten) touch();
      return Promise.resolve();
    },
  });
  return () => rmSync(folder, { recursive: true });
});

function touch(text = "text\n") {
  writeFileSync(path, text);
  utimesSync(path, clock / 1000, clock / 1000);
}

/** How long a read takes, in milliseconds. */
async function timeOf(formerSize = 0): Promise<number> {
  const began = clock;
  expect((await settled.read(path, "a.md", formerSize))?.text).toBeDefined();
  return clock - began;
}

it("waits once for a file that never rests, and briefly from then on", async () => {
  touch();
  expect(await timeOf()).toBeGreaterThanOrEqual(600);
  for (let attempt = 0; attempt < 50; attempt++) expect(await timeOf()).toBeLessThan(200);
});

it("gives a restless file that was emptied the time to be filled again", async () => {
  touch();
  await timeOf();
  isWritten = false;
  touch("");
  expect(await timeOf()).toBeGreaterThanOrEqual(100);
});

it("has its patience back when the file has rested for a while", async () => {
  touch();
  await timeOf();
  clock += 2_000;
  touch();
  expect(await timeOf()).toBeGreaterThanOrEqual(600);
});

it("does not wait for a file that rests", async () => {
  touch();
  clock += 1_000;
  expect(await timeOf()).toBe(0);
  expect(await settled.read(`${path}-none`, "none.md")).toBeNull();
});
