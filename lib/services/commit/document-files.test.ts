import fc from "fast-check";
import { AppError } from "@/lib/core/errors";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { findDocument } from "@/lib/db/history";
import { ensureWorkspace } from "@/lib/db/sessions";
import { Committer } from "@/lib/services/commit/committer";
import { recordLateSaves } from "@/lib/services/commit/late-saves";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { append } from "@/lib/services/testing/append.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

/** So long that nothing is written for it: what is written later is written when a test says so. */
const NEVER_DUE = 1_000_000_000;
const TEXT = "# T\n\n## editor\n- [Finding] first\n\n## implementer-1\n";

let folder: string;
let database: Database;
let store: Store;
let running: Committer[] = [];
let names = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "owed-"));
  await mkdir(join(folder, "files"));
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
});
afterEach(async () => {
  for (const committer of running.splice(0)) await committer.close();
});
afterAll(async () => {
  store.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process; the one that was last started hears of late saves. */
function start({ paceMs = NEVER_DUE, through = store }: { paceMs?: number; through?: Store } = {}): Committer {
  const committer = new Committer(
    database,
    () => through,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
    undefined,
    undefined,
    paceMs,
  );
  running.push(committer);
  return committer;
}

/** A memory with one line said in it a moment ago, so that what is said next by several may wait. */
async function begin(how: Parameters<typeof start>[0] = {}) {
  const path = `.agent/teams/s${String(names++)}/TEAM-MEMORY.md`;
  const file = join(folder, "files", path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, TEXT);
  await utimes(file, new Date(0), new Date(0));
  const committer = start(how);
  await store.onLateSave((save) =>
    (running.at(-1) ?? committer).submit(recordLateSaves("demo", save.path, [save], () => `late ${String(names++)}`)),
  );
  const say = (by: Committer, ...texts: string[]) =>
    Promise.all(texts.map((text) => by.submit(append([path], `- [Finding] ${text}`))));
  const read = () => readFile(file, "utf8");
  /** All that is going on has come to its end. */
  const rest = async () => {
    for (let round = 0; round < 4; round++) {
      await running.at(-1)?.filed();
      await running.at(-1)?.current("demo", path);
      await store.settleLateSaves();
      for (const each of running) await each.idle();
    }
  };
  await say(committer, "begun");
  return { path, file, committer, say, read, rest };
}

const countIn = (text: string, line: string) =>
  text.split("\n").filter((each) => each === `- [Finding] ${line}`).length;

it("writes a change that is alone before answering it, and with it the lines that waited", async () => {
  const { committer, say, read } = await begin();
  expect(countIn(await read(), "begun")).toBe(1);
  await say(committer, "one", "two");
  expect(await read()).not.toContain("one");
  await say(committer, "three");
  for (const line of ["one", "two", "three"]) expect(countIn(await read(), line)).toBe(1);
});

it("what several said is read at once, and in the file once it is asked for, or its time has come, or at the end", async () => {
  const { path, committer, say, read } = await begin();
  await say(committer, "one", "two");
  const before = await read();
  const text = (await committer.current("demo", path)).text ?? "";
  expect([countIn(text, "one"), countIn(text, "two")]).toEqual([1, 1]);
  expect((await committer.documents.files.readThrough("demo").read(path))?.text).toBe(text);
  expect(await read()).toBe(before);
  await committer.filed();
  expect(await read()).toBe(text);
  await say(committer, "three", "four");
  await committer.close();
  expect(countIn(await read(), "four")).toBe(1);
  const now = await begin({ paceMs: 0 });
  await now.say(now.committer, "five", "six");
  expect(countIn(await now.read(), "six")).toBe(1);
});

type Step =
  | { do: "say"; count: number }
  | { do: "save"; how: "rename" | "in place"; removes: boolean }
  | { do: "file" | "die" | "another" | "look" };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("say"), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("save"),
      how: fc.constantFrom("rename", "in place"),
      removes: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("file", "die", "another", "look") }) },
);

it("loses and doubles nothing acknowledged, through saves, deaths and other processes before the file is written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const { path, file, say, read, rest } = await begin();
      const said = ["begun"];
      const saved: string[] = [];
      let count = 0;
      for (const each of steps) {
        const committer = running.at(-1);
        if (committer === undefined) throw new Error("no process runs");
        if (each.do === "say") {
          const texts = Array.from({ length: each.count }, () => `said ${String(count++)}`);
          await say(committer, ...texts);
          said.push(...texts);
        } else if (each.do === "save") {
          const line = `saved ${String(count++)}`;
          const text = addLine(await read(), `- [Finding] ${line}`);
          saved.push(line);
          const copy = each.removes ? text.replace("- [Finding] first\n", "") : text;
          if (each.how === "in place") await writeFile(file, copy);
          else {
            await writeFile(`${file}~`, copy);
            await rename(`${file}~`, file);
          }
          // An editor that reads the file again before it saves: what it saved is known by then.
          await rest();
        } else if (each.do === "file") await committer.filed();
        else if (each.do === "look") {
          const text = (await committer.current("demo", path)).text ?? "";
          expect(said.filter((line) => countIn(text, line) !== 1)).toEqual([]);
        } else {
          if (each.do === "die") running = [];
          await start().recover();
        }
      }
      await rest();
      const text = await read();
      expect([...said, ...saved].filter((line) => countIn(text, line) !== 1)).toEqual([]);
      const row = await findDocument(database.queries, "demo", path);
      expect((await start().current("demo", path)).head).toBe(row?.head);
      for (const committer of running.splice(0)) await committer.close();
    }),
    { numRuns: 40 },
  );
});

describe("between acknowledgement and the file", () => {
  it("a link that takes the file's place is not written through", async () => {
    const { file, committer, say, rest } = await begin();
    await say(committer, "one", "two");
    const other = join(folder, "files", "notes.md");
    await writeFile(other, "notes of a person\n");
    await unlink(file);
    await symlink(other, file);
    await committer.filed();
    await rest();
    const text = await readFile(other, "utf8");
    expect(text).toContain("notes of a person\n");
    // Nobody can have read them there and decided against them.
    expect([countIn(text, "one"), countIn(text, "two")]).toEqual([1, 1]);
    const outside = join(folder, "outside.md");
    await writeFile(outside, "elsewhere\n");
    await say(committer, "three", "four").catch(() => undefined);
    await unlink(file);
    await symlink(outside, file);
    await committer.filed();
    expect(await readFile(outside, "utf8")).toBe("elsewhere\n");
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
  });

  it("a file that was removed stays removed, in the history with all that was said before", async () => {
    const { path, file, committer, say } = await begin();
    await say(committer, "one", "two");
    await unlink(file);
    await committer.filed();
    expect((await committer.current("demo", path)).hash).toBe("");
    const { head = 0 } = (await findDocument(database.queries, "demo", path)) ?? {};
    expect(head).toBeGreaterThanOrEqual(5);
    await expect(lstat(file)).rejects.toThrow("ENOENT");
  });

  it("bytes that are no text are recorded, and nothing is written over them", async () => {
    const { path, file, committer, say } = await begin();
    await say(committer, "one", "two");
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x61]);
    await writeFile(file, bytes);
    await committer.filed();
    expect((await committer.current("demo", path)).binary).toBe(true);
    expect(await readFile(file)).toEqual(bytes);
  });

  it("what cannot be written is read all the same, is written as soon as it can be, and who comes then is told", async () => {
    let isFull = false;
    const through: Store = {
      ...store,
      prepare: (...args) => (isFull ? Promise.reject(fullDisk()) : store.prepare(...args)),
      replace: (...args) => (isFull ? Promise.reject(fullDisk()) : store.replace(...args)),
    };
    const { path, committer, say, read } = await begin({ through });
    await say(committer, "one", "two");
    isFull = true;
    await committer.filed();
    expect(countIn((await committer.current("demo", path)).text ?? "", "two")).toBe(1);
    expect(await read()).not.toContain("two");
    await expect(say(committer, "three", "four")).rejects.toMatchObject({ code: "busy" });
    isFull = false;
    await committer.filed();
    for (const line of ["one", "two"]) expect(countIn(await read(), line)).toBe(1);
  });

  it("what a round staged is written although another of its files could not be", async () => {
    let isFull = false;
    const refused = (name: string) => isFull && name.includes("refused");
    const through: Store = {
      ...store,
      prepare: (name, ...args) => (refused(name) ? Promise.reject(fullDisk()) : store.prepare(name, ...args)),
    };
    const { path, committer, say, read } = await begin({ through });
    const other = ".agent/teams/refused/TEAM-MEMORY.md";
    await mkdir(join(folder, "files", other, ".."), { recursive: true });
    await writeFile(join(folder, "files", other), TEXT);
    isFull = true;
    const round = await Promise.allSettled([
      ...["one", "two"].map((text) => committer.submit(append([path], `- [Finding] ${text}`))),
      committer.submit(append([other], "- [Finding] nowhere")),
    ]);
    await committer.filed();
    const said = ["one", "two"].filter((_, index) => round[index]?.status === "fulfilled");
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(countIn(await read(), line)).toBe(1);
    await say(committer, "three");
  });

  it("an act that edits its file twice is alone all the same", async () => {
    const { path, committer, read } = await begin();
    await committer.submit(append([path, path], "- [Finding] twice"));
    expect(countIn(await read(), "twice")).toBe(2);
    await committer.submit(append([path, path], "- [Finding] again", { alone: false }));
    expect(countIn(await read(), "again")).toBe(2);
  });

  it("a folder that may not be written any more keeps what it owes", async () => {
    const { file, committer, say, read } = await begin();
    await say(committer, "one", "two");
    await chmod(join(file, ".."), 0o500);
    await committer.filed();
    await chmod(join(file, ".."), 0o700);
    await committer.filed();
    expect(countIn(await read(), "two")).toBe(1);
  });
});

function fullDisk(): AppError {
  return new AppError("busy", "There is no space left on the disk.", { hint: "Free some space." });
}
