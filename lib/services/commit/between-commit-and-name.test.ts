import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/core/errors";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { findLastEventOf } from "@/lib/db/events";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Intent } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { recordLateSaves } from "@/lib/services/commit/late-saves";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { fileChangesService } from "@/lib/services/files/files";
import { append } from "@/lib/services/testing/append.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { SessionDirectory } from "@/lib/services/workspace/session-directory";
import { openFileStore } from "@/lib/store/file-store";
import type { LateSave, Store } from "@/lib/store/store";

let folder: string;
let database: Database;
let store: Store;
const started: Committer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "between-"));
  await mkdir(join(folder, "files"));
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
});
afterEach(async () => {
  for (const committer of started.splice(0)) await committer.close();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process; `meanwhile` happens once, while it waits for the lock under which its files get their names. */
function start(meanwhile: () => Promise<unknown> = () => Promise.resolve(), through: Database = database): Committer {
  let isDue = true;
  const locked: Database["locked"] = async (work) => {
    if (isDue) {
      isDue = false;
      await meanwhile();
    }
    return database.locked(work);
  };
  const committer = new Committer(
    { ...through, locked },
    () => store,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
  );
  started.push(committer);
  return committer;
}

const read = (path: string) => readFile(join(folder, "files", path), "utf8");
const put = async (path: string, text: string) => {
  await mkdir(join(folder, "files", path, ".."), { recursive: true });
  await writeFile(join(folder, "files", path), text);
};

describe("between a commit and the file's name", () => {
  it("another process finishes the change, and no older text comes over what it adds", async () => {
    const path = ".agent/teams/between/a.md";
    await put(path, "base\n");
    const other = start();
    await other.current("demo", path);
    const first = start(() => other.submit(append([path], "second")));
    await first.submit(append([path], "first"));
    expect(await read(path)).toBe("base\nfirst\nsecond\n");
    await first.submit(append([path], "third"));
    expect(await read(path)).toBe("base\nfirst\nsecond\nthird\n");
    const left = await readdir(join(folder, "files/.agent/teams/between"));
    expect(left).toEqual(["a.md"]);
  });

  it("a save that comes then is kept, beside the line that was recorded", async () => {
    const path = ".agent/teams/saved-between/a.md";
    await put(path, "base\n");
    const first = start(() => put(path, "base\ntheirs\n"));
    await first.current("demo", path);
    const late: LateSave[] = [];
    await store.onLateSave((save) => Promise.resolve(late.push(save)));
    await first.submit(append([path], "mine"));
    expect(await read(path)).toBe("base\nmine\n");
    await vi.waitFor(() => expect(late.map(({ file }) => file.text)).toEqual(["base\ntheirs\n"]));
    await first.submit(recordLateSaves("demo", path, late, () => "late-between"));
    const lines = (await read(path)).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["base", "mine", "theirs"]));
    expect(lines).toHaveLength(4);
  });
});

it("who keeps a copy is told of a change once the file has it", async () => {
  const path = ".agent/teams/told/TEAM-MEMORY.md";
  await put(path, "base\n");
  const never = new AbortController().signal;
  const seen: string[] = [];
  let told: Promise<unknown> = Promise.resolve();
  const committer = start(async () => {
    const live = new LiveFeed(() => Promise.resolve([]));
    const sessions = new SessionDirectory(
      database,
      committer,
      () => store,
      live,
      () => new Date(),
    );
    const { changes } = fileChangesService({ committer, database, live, sessions, store: () => store });
    const { id: mark = 0 } = (await findLastEventOf(database.queries, "demo")) ?? {};
    const answers = [undefined, mark - 1].map((after) =>
      changes(OWNER, { workspace: "demo" }, { after, wait: 0 }, never),
    );
    told = Promise.all(answers.map((each) => each.then(async () => seen.push(await read(path)))));
    // Answers that waited for nothing would be here by then.
    for (let turn = 0; turn < 50; turn++) await database.queries.event.count();
  });
  await committer.current("demo", path);
  await committer.submit(append([path], "told"));
  await told;
  expect(seen).toEqual(["base\ntold\n", "base\ntold\n"]);
});

describe("a read while a round is carried out", () => {
  const eventsOf = (path: string) => database.queries.event.findMany({ where: { target: path } });
  const isTold = async (line: string) => (await eventsOf(line)).length > 0;
  const outsideEdits = async (path: string) =>
    (await eventsOf(path)).filter(({ action }) => action === "document.edited_outside").length;

  it("answers what was there, without waiting, until the round is committed", async () => {
    const path = ".agent/teams/during/a.md";
    await put(path, "base\n");
    const seen: unknown[] = [];
    const transaction: Database["transaction"] = (work, options) =>
      database.transaction(async (queries, turn) => {
        const answer = await work(queries, turn);
        if (isWatched) seen.push((await committer.current("demo", path)).text, await isTold("during"));
        return answer;
      }, options);
    let isWatched = false;
    const committer = start(undefined, { ...database, transaction });
    await committer.current("demo", path);
    isWatched = true;
    await committer.submit(append([path], "during"));
    isWatched = false;
    expect(seen).toEqual(["base\n", false]);
    expect((await committer.current("demo", path)).text).toBe("base\nduring\n");
  });

  it("answers what was decided from then on, before the file has it, and takes that for nobody's edit", async () => {
    const path = ".agent/teams/after/a.md";
    await put(path, "base\n");
    await start().current("demo", path);
    const seen: unknown[] = [];
    const committer = start(async () => {
      seen.push(await isTold("after"), (await committer.current("demo", path)).text, await read(path));
    });
    const found = await outsideEdits(path);
    await committer.submit(append([path], "after"));
    expect(seen).toEqual([true, "base\nafter\n", "base\n"]);
    expect((await committer.current("demo", path)).text).toBe("base\nafter\n");
    expect(await outsideEdits(path)).toBe(found);
  });

  it("answers so of a file that the round makes, and of several", async () => {
    const paths = [".agent/teams/made/a.md", ".agent/teams/made/b.md"];
    const texts = () => Promise.all(paths.map(async (path) => (await committer.current("demo", path)).text));
    const seen: unknown[] = [];
    const inside: unknown[] = [];
    const transaction: Database["transaction"] = async (work, options) => {
      if (isWatched) seen.push(await texts());
      const answer = await database.transaction(async (queries, turn) => {
        const decided = await work(queries, turn);
        // What could still be taken back is shown to nobody.
        if (isWatched) inside.push(await texts());
        return decided;
      }, options);
      if (isWatched) seen.push(await texts());
      return answer;
    };
    let isWatched = true;
    const committer = start(undefined, { ...database, transaction });
    await committer.submit(append(paths, "made"));
    isWatched = false;
    const [none, made] = [
      [null, null],
      ["made\n", "made\n"],
    ];
    // Two transactions: what is to be done is noted in the first.
    expect(seen).toEqual([none, none, none, made]);
    expect(inside).toEqual([none, none]);
  });

  it("never answers a text without a save from outside that it came after", async () => {
    const path = ".agent/teams/saved-during/a.md";
    await put(path, "base\n");
    let reading: Promise<{ text: string | null }> = Promise.reject(new Error("not read"));
    reading.catch(() => undefined);
    let isAnswered = false;
    const committer = start(async () => {
      await put(path, "base\ntheirs\n");
      reading = committer.current("demo", path);
      void reading.then(() => (isAnswered = true));
      await new Promise((heard) => setImmediate(heard));
      expect(isAnswered).toBe(false);
    });
    const late: LateSave[] = [];
    await store.onLateSave((save) => Promise.resolve(late.push(save)));
    await committer.current("demo", path);
    await committer.submit(append([path], "mine"));
    // It waits, as the save is recorded first: here as one that came after the change.
    expect((await reading).text).toContain("mine");
    await vi.waitFor(() => expect(late).toHaveLength(1));
  });
});

it("answers nobody before the transaction that decided has ended", async () => {
  const path = ".agent/teams/answered/a.md";
  await put(path, "base\n");
  let isOpen = false;
  const transaction: Database["transaction"] = (work, options) =>
    database.transaction(async (queries, turn) => {
      isOpen = true;
      const answer = await work(queries, turn);
      // Whoever is answered within it would be heard by now.
      await new Promise((heard) => setImmediate(heard));
      isOpen = false;
      return answer;
    }, options);
  const committer = start(undefined, { ...database, transaction });
  const idempotency = { credentialId: "owner", key: "once", requestHash: "x" };
  const heard = async (intent: Intent<unknown>) => {
    await committer.submit(intent).catch(() => undefined);
    return isOpen;
  };
  expect(await heard(append([path], "once", { idempotency }))).toBe(false);
  const refused = { ...append([path], "no"), decide: () => Promise.reject(new AppError("conflict", "no")) };
  expect(await Promise.all([heard(append([path], "once", { idempotency })), heard(refused)])).toEqual([false, false]);
  expect(await read(path)).toBe("base\nonce\n");
});
