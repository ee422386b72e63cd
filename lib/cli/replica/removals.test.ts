import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Checkout, hashOf } from "@/lib/cli/replica/checkout";
import { KeptFiles, type Outgoing } from "@/lib/cli/replica/kept-files";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { Replica } from "@/lib/cli/replica/replica";

const NAMES = Array.from({ length: 12 }, (_, index) => `.microai/knowledge/shared/${String(index)}.md`);
const [FIRST = "", SECOND = ""] = NAMES;
const HASH = hashOf("text\n");

let root: string;
let now: number;
let kept: KeptFiles;
let checkout: Checkout;
let replica: Replica;
let removed: string[];
let said: string[];

const put = async (path: string, text = "text\n") => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const take = (path: string) => rm(join(root, path), { recursive: true });

/** A server that holds what both held last, and takes what it gets. */
const server = {
  list: () => Promise.resolve(new Map(NAMES.map((path) => [path, HASH]))),
  read: (path: string) => Promise.resolve({ path, text: "text\n", hash: HASH, isUtf8: true, problem: null }),
  push: ({ path, text, hash }: Outgoing) => {
    if (text === null) removed.push(path);
    return Promise.resolve({ path, outcome: "written" as const, hash, text: null, revision: 2 });
  },
};

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "removals-")));
  for (const path of NAMES) await put(path);
  await mkdir(join(root, ".git/logs"), { recursive: true });
  now = Date.now();
  [removed, said] = [[], []];
  kept = new KeptFiles(root);
  await kept.load();
  for (const path of NAMES) kept.note(path, HASH);
  checkout = await Checkout.open(root, kept.folder);
  begin(now);
});
afterEach(async () => {
  checkout.close();
  await rm(root, { recursive: true, force: true });
});

/** A replica that ran before until then. */
function begin(lastRun: number): void {
  const looks = {
    known: () => kept.held(),
    missing: (paths: readonly string[]) => checkout.missing(paths),
    isGitAtWork: () => checkout.isGitAtWork(),
    now: () => now,
  };
  const gone = new MissingFiles(looks, lastRun);
  replica = new Replica({ kept, checkout, server, gone, say: (sentence) => said.push(sentence), missing: "ask" });
}

/** What a look that many milliseconds later does; answers how long to wait for the next. */
async function look(later = 0): Promise<number | null> {
  now += later;
  await replica.lookAtAll();
  return replica.work();
}

describe("a missing file", () => {
  it("is removed at the server once it was missing for two seconds, and not before", async () => {
    await take(FIRST);
    expect(await look()).toBe(2000);
    expect(await look(1900)).toBe(100);
    expect(removed).toEqual([]);
    expect(await look(200)).toBeNull();
    expect(removed).toEqual([FIRST]);
  });

  it("that an editor creates again is no removal", async () => {
    await take(FIRST);
    await look();
    await put(FIRST, "saved anew\n");
    await look(2500);
    expect(removed).toEqual([]);
  });

  it("waits until no other goes or comes back", async () => {
    await take(FIRST);
    await look();
    await take(SECOND);
    expect(await look(1900)).toBe(2000);
    await put(SECOND);
    expect(await look(1900)).toBe(2000);
    expect(removed).toEqual([]);
    await look(2000);
    expect(removed).toEqual([FIRST]);
  });

  it("waits while git holds its index, and what git took comes back", async () => {
    await writeFile(join(root, ".git/index"), `DIRC${FIRST}\0`);
    await writeFile(join(root, ".git/index.lock"), "");
    await take(FIRST);
    await look();
    expect(await look(60_000)).toBe(2000);
    await writeFile(join(root, ".git/index"), "DIRC");
    await take(".git/index.lock");
    await look(1900);
    // The log of HEAD is the last that git writes.
    const line = `${"1".repeat(40)} ${"2".repeat(40)} Mia <mia@example.org> ${Math.floor(Date.now() / 1000)} +0100`;
    await writeFile(join(root, ".git/logs/HEAD"), `${line}\tcheckout: moving from main to old\n`);
    await look(2000);
    expect(removed).toEqual([]);
    expect(await checkout.missing(NAMES)).toEqual([]);
  });

  it("that git took while no replica ran comes back", async () => {
    const hour = 3_600_000;
    await take(FIRST);
    await writeFile(join(root, ".git/index"), "DIRC");
    const at = Math.floor((Date.now() - hour) / 1000);
    const line = `${"1".repeat(40)} ${"2".repeat(40)} Mia <mia@example.org> ${String(at)} +0100`;
    await writeFile(join(root, ".git/logs/HEAD"), `${line}\tcheckout: moving from main to old\n`);
    begin(Date.now() - 2 * hour);
    await look();
    await look(2000);
    expect(removed).toEqual([]);
    expect(await checkout.missing(NAMES)).toEqual([]);
  });
});

it("a folder that goes file by file is asked about as a whole, once for each set", async () => {
  for (const path of NAMES.slice(0, 4)) await take(path);
  await look();
  for (const path of NAMES.slice(4, 8)) await take(path);
  await look(1900);
  await look(2000);
  expect(removed).toEqual([]);
  expect(said).toEqual([expect.stringContaining("8 files of 12 are missing here.") as string]);
  await look(30_000);
  expect(said).toHaveLength(1);
  await take(NAMES[8] ?? "");
  await look(30_000);
  await look(2000);
  expect(said).toHaveLength(2);
  expect(removed).toEqual([]);
});
