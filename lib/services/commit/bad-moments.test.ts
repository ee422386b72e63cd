import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import type { Database, Queries } from "@/lib/db/database";
import { findDocument } from "@/lib/db/history";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { listRepairs } from "@/lib/db/repairs";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Intent } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { LateSaves } from "@/lib/services/commit/late-saves";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { append, author } from "@/lib/services/testing/append.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { openFileStore } from "@/lib/store/file-store";
import { sha256 } from "@/lib/store/read-file";
import { Witness } from "@/lib/services/commit/witness";
import { LineFile } from "@/lib/store/line-file";
import type { Store } from "@/lib/store/store";

const PATH = ".agent/teams/s/a.md";

let folder: string;
let database: Database;
let store: Store;
const started: Committer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "moments-"));
  await mkdir(join(folder, "files"));
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  database = await openDatabase(join(folder, "wardroom.db"), migrationsFolder(PROJECT));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
  await put(PATH, "base\n");
});
afterEach(async () => {
  for (const committer of started.splice(0)) await committer.close();
  store.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

interface Fakes {
  database?: Partial<Database>;
  store?: Partial<Store>;
  witness?: Witness["note"];
}

/** A process whose disk or database fails as these say. */
function start(fakes: Fakes = {}): Committer {
  const files = { ...store, ...fakes.store };
  const committer = new Committer(
    { ...database, ...fakes.database },
    () => files,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
    { note: fakes.witness ?? (() => Promise.resolve()) },
  );
  started.push(committer);
  return committer;
}

/** A process that dies before it has synced its files. */
const startDoomed = () => start({ store: { sync: () => Promise.reject(new Error("the power is gone")) } });

const at = (path: string) => join(folder, "files", path);
const read = (path = PATH) => readFile(at(path), "utf8");
/** Writes a file as somebody did a while ago, who has finished. */
async function put(path: string, text: string) {
  await mkdir(join(at(path), ".."), { recursive: true });
  await writeFile(at(path), text);
  const before = new Date(Date.now() - 60_000);
  await utimes(at(path), before, before);
}
/** Whether what became of them was an error, and which. */
const told = (said: PromiseSettledResult<unknown>[]) =>
  said.map((each) => (each.status === "fulfilled" ? "done" : (each.reason as Error).message));

/** Opens it as the next start does, and lets everything come to its end. */
async function startAgain(): Promise<void> {
  const next = start();
  await next.recover();
  await next.current("demo", PATH);
  await next.close();
}

/** Holds the queue, so that what comes meanwhile shares the next round. */
function hold(committer: Committer): Promise<unknown> {
  return committer.submit({ workspace: "demo", author, alone: true, decide: () => Promise.resolve(null) });
}

const withKey = (key: string): Intent<string> => ({
  workspace: "demo",
  author,
  idempotency: { credentialId: "c", key, requestHash: "h" },
  decide: (draft) => {
    draft.event("item.added", "x", null);
    return Promise.resolve("answer");
  },
});

it("a database that is full in the middle of a round keeps all of it out, and nothing is done twice", async () => {
  const others = [".agent/teams/s/b.md", ".agent/teams/s/c.md"];
  for (const path of others) await put(path, "base\n");
  const committer = start();
  for (const path of [PATH, ...others]) await committer.submit(append([path], "before"));
  const [{ page_count: pages } = { page_count: 0 }] =
    await database.queries.$queryRawUnsafe<{ page_count: bigint }[]>("PRAGMA page_count");
  // The connection that writes has the limit.
  const limit = (queries: Queries, most: number) => queries.$queryRawUnsafe(`PRAGMA max_page_count=${most}`);
  const limited = ({ queries }: { queries: Queries }) => limit(queries, Number(pages) + 30);
  await committer.submit({ workspace: "demo", author, decide: limited });
  await put(PATH, Array.from({ length: 30_000 }, (_, line) => sha256(String(line))).join("\n"));
  const held = hold(committer);
  const said = await Promise.allSettled([PATH, ...others].map((path) => committer.submit(append([path], "after"))));
  await held;
  await database.transaction((queries) => limit(queries, 1_000_000));
  for (const [index, path] of others.entries()) {
    const isDone = told(said)[index + 1] === "done";
    expect((await committer.current("demo", path)).text).toBe(isDone ? "base\nbefore\nafter\n" : "base\nbefore\n");
  }
  const events = await database.queries.event.findMany({ orderBy: { id: "asc" } });
  expect(events.slice(1).map(({ previousHash }) => previousHash)).toEqual(events.slice(0, -1).map(({ hash }) => hash));
});

it("a record of the end that cannot be looked at has nothing decided again", async () => {
  const witness = new Witness(new LineFile(join(folder, "witness")), "secret", () => new Date());
  const committer = start({ witness: (queries, turn, events) => witness.note(queries, turn, events) });
  await symlink(join(folder, "witness"), join(folder, "witness"));
  const held = hold(committer);
  await Promise.allSettled([held, ...["one", "two"].map((line) => committer.submit(append([PATH], line)))]);
  expect((await read()).split("\n").sort()).toEqual(["", "base", "one", "two"]);
});

it("a transaction that is tried again leaves nothing of its first attempt", async () => {
  let tries = 0;
  const committer = start({
    database: {
      transaction: (work, options) =>
        database.transaction(async (queries, turn) => {
          const answer = await work(queries, turn);
          if (tries === 1) throw new Error("SQLITE_BUSY: database is locked");
          return answer;
        }, options),
    },
  });
  const saves: string[] = [];
  await store.onLateSave(({ file }) => Promise.resolve(saves.push(file.text ?? "")));
  await committer.submit({
    workspace: "demo",
    author,
    decide: async (draft) => {
      const { text } = await draft.document(PATH);
      draft.edit(PATH, { text: `${text}attempt ${++tries}\n`, operation: "add" });
      draft.event("item.added", "x", null);
    },
  });
  store.close();
  expect({ text: await read(), saves }).toEqual({ text: "base\nattempt 2\n", saves: [] });
});

it("a file that cannot get its name is told of to its own callers, as accepted", async () => {
  await put(".agent/teams/s/b.md", "base\n");
  let due = false;
  const committer = start({
    database: {
      locked: async (work) => {
        if (due) {
          await rm(at(".agent/teams/s/b.md"));
          await mkdir(at(".agent/teams/s/b.md"));
        }
        return database.locked(work);
      },
    },
  });
  const held = hold(committer);
  due = true;
  const said = await Promise.allSettled(
    [PATH, ".agent/teams/s/b.md"].map((path) => committer.submit(append([path], "line"))),
  );
  due = false;
  await held;
  expect(told(said)).toEqual(["done", expect.stringContaining("is accepted, but not finished")]);
  expect(await read()).toBe("base\nline\n");
  expect((await findDocument(database.queries, "demo", ".agent/teams/s/b.md"))?.head).toBe(2);
});

it("a link that takes the place of a file meanwhile is never read", async () => {
  await writeFile(join(folder, "secret"), "a secret\n");
  const committer = start({
    database: {
      locked: async (work) => {
        await rm(at(PATH));
        await symlink(join(folder, "secret"), at(PATH));
        return database.locked(work);
      },
    },
  });
  const saves = new LateSaves(committer, "demo", () => "id");
  await store.onLateSave((save) => saves.record(save));
  await committer.submit(append([PATH], "mine"));
  store.close();
  await committer.idle();
  const rows = await database.queries.revision.findMany();
  expect(rows.map(({ operation }) => operation)).toEqual(["found", "add"]);
  expect(await read()).toBe("base\nmine\n");
});

it("is not answered again before the first answer lasts", async () => {
  let fails = true;
  const settled = () => (fails ? Promise.reject(new AppError("busy", "The disk fails.")) : database.settled());
  const transaction: Database["transaction"] = async (work, options) => {
    const answer = await database.transaction(work, options);
    await settled();
    return answer;
  };
  const committer = start({ database: { settled, transaction } });
  const { idempotency } = withKey("k");
  const first = await Promise.allSettled([committer.submit(withKey("k"))]);
  const again = await Promise.allSettled([committer.submit(withKey("k")), committer.findAnswer(idempotency)]);
  fails = false;
  const last = await Promise.allSettled([committer.submit(withKey("k"))]);
  expect(told([...first, ...again, ...last])).toEqual([
    "The disk fails.",
    "The disk fails.",
    "The disk fails.",
    "done",
  ]);
});

it("a save from outside that a power cut takes does not take the lines before it", async () => {
  const first = start();
  await first.submit(append([PATH], "acknowledged"));
  await first.close();
  await put(PATH, "base\nacknowledged\nby hand\n");
  // The power goes before its file is synced: what is left is what the editor had emptied.
  await startDoomed().current("demo", PATH);
  await put(PATH, "");
  await startAgain();
  expect(await read()).toContain("acknowledged");
});

it("a clean stop leaves nothing behind, so an earlier text put back is somebody's wish", async () => {
  await startDoomed().submit(append([PATH], "one"));
  await put(PATH, "base\none\nby hand\n");
  await startAgain();
  await put(PATH, "base\none\n");
  await startAgain();
  expect(await read()).toBe("base\none\n");
});

it.each(["git", "an editor"])(
  "what %s writes after a power cut takes no acknowledged line without a word",
  async (who) => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=M", "-c", "user.email=m@example.org", ...args], {
        cwd: join(folder, "files"),
        stdio: "pipe",
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      });
    await put(PATH, "base\n\nend\n");
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "fix");
    await put(PATH, "base\nof fix\n\nend\n");
    git("commit", "-qam", "two");
    git("checkout", "-q", "main");
    await startDoomed().submit(append([PATH], "acknowledged"));
    await put(PATH, "base\n\nend\n");
    git("update-index", "-q", "--refresh");
    if (who === "git") git("checkout", "-q", "fix");
    else await put(PATH, "base\nof fix\n\nend\n");
    await startAgain();
    const text = await read();
    const repairs = await database.queries.repair.findMany();
    expect(text).toContain("of fix");
    expect(text.includes("acknowledged") || repairs.length > 0).toBe(true);
  },
);

it("a save of an old copy tells all that it lacks, also where the file may have been behind the history", async () => {
  const first = start();
  for (const line of ["one", "two"]) await first.submit(append([PATH], line));
  await first.settleFiles();
  const doomed = startDoomed();
  await doomed.submit(append([PATH], "three"));
  await put(PATH, "mine\nbase\n");
  await startAgain();
  expect((await read()).split("\n")).toEqual(expect.arrayContaining(["mine", "base", "three"]));
  const found = await listRepairs(database.queries, "demo", { folder: "", states: null, skip: 0, limit: 10 });
  expect(found.map(({ state, base, missing }) => ({ state, base, missing }))).toEqual(
    expect.arrayContaining([
      { state: "applied", base: 3, missing: 4 },
      { state: "proposed", base: 1, missing: 3 },
    ]),
  );
});

it("a file that is away when files are made durable counts as behind the history until it is back and is", async () => {
  let isThere = false;
  const committer = start({ store: { sync: () => Promise.resolve(isThere) } });
  await committer.submit(append([PATH], "one"));
  const synced = async () => (await findDocument(database.queries, "demo", PATH))?.synced;
  await committer.settleFiles();
  expect(await synced()).toBeLessThan(2);
  isThere = true;
  await committer.settleFiles();
  expect(await synced()).toBe(2);
});

it("a file is made durable for the document that has its name, not for the one that had it before", async () => {
  const committer = start({
    store: {
      sync: async () => {
        await database.transaction(({ direct }) =>
          direct.run(`UPDATE "Document" SET "path" = 'trash/.agent/teams/s/a.md'`, []),
        );
        return true;
      },
    },
  });
  await committer.submit(append([PATH], "one"));
  await committer.settleFiles();
  expect((await findDocument(database.queries, "demo", "trash/.agent/teams/s/a.md"))?.synced).toBeLessThan(2);
});
