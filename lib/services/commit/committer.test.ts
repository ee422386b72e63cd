import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findDocument } from "@/lib/db/history";
import { listPendingJournals } from "@/lib/db/journal";
import { listEvents } from "@/lib/db/events";
import { listRevisions } from "@/lib/db/revisions";
import { AppError } from "@/lib/core/errors";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Intent } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { append, author } from "@/lib/services/testing/append.fixture";
import { Mortal } from "@/lib/services/testing/mortal.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";
import { TEMPORARY_SUFFIX } from "@/lib/store/write-file";

let folder: string;
let database: Database;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "committer-"));
  await mkdir(join(folder, "files"));
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const started: Committer[] = [];

/** Has all processes end, so that none of them does anything by itself any more. */
async function end(): Promise<void> {
  for (const committer of started.splice(0)) await committer.close();
}
afterEach(end);

/** The process as it starts: nothing is remembered. It dies at that step, and has the files of these workspaces. */
function start(
  diesAt = Number.POSITIVE_INFINITY,
  serves: (workspace: string) => boolean = () => true,
): { committer: Committer; mortal: Mortal } {
  const mortal = new Mortal(diesAt);
  const committer = new Committer(
    mortal.database(database),
    () => mortal.store(store),
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    serves,
    new Metrics(),
  );
  started.push(committer);
  return { committer, mortal };
}

const read = (path: string) => readFile(join(folder, "files", path), "utf8").catch(() => null);
const put = async (path: string, text: string) => {
  await mkdir(join(folder, "files", path, ".."), { recursive: true });
  await writeFile(join(folder, "files", path), text);
};

async function recorded(path: string) {
  const row = await findDocument(database.queries, "demo", path);
  if (row === null) return [];
  const rows = await listRevisions(database.queries, row.id, { limit: 100, below: null });
  return rows.reverse().map(({ actor, operation }) => `${actor} ${operation}`);
}

async function told(target: string): Promise<number> {
  const wanted = { workspaceId: "demo", targets: [target] };
  return (await listEvents(database.queries, wanted, { limit: 100, below: null })).length;
}

const nothingPends = async () => {
  expect(await listPendingJournals(database.queries)).toEqual([]);
};

describe("a death at any point", () => {
  const SCENARIOS = [
    { name: "one file", files: 1, exists: true },
    { name: "a new file", files: 1, exists: false },
    { name: "three files in one act", files: 3, exists: true },
    { name: "three new files in one act", files: 3, exists: false },
  ];

  it.each(SCENARIOS)(
    "leaves an act on $name wholly there or not at all, through a death of the recovery too",
    async (scenario) => {
      let seen = 0;
      for (let step = 1; ; step++) {
        let died = { act: true, recovery: true };
        for (let again = 1; died.recovery; again++) died = await dieAndRecover(scenario, step, again);
        seen++;
        if (!died.act) break;
      }
      // Two commits and each file, or one commit and a file beside its own, before and after: fewer would mean that steps are not seen.
      expect(seen).toBe(1 + 4 + 2 * scenario.files);
    },
  );

  /** Answers whether the act, and the recovery from it, reached the step at which they were to die. */
  async function dieAndRecover(
    { name, files, exists }: (typeof SCENARIOS)[number],
    step: number,
    again: number,
  ): Promise<{ act: boolean; recovery: boolean }> {
    const id = `${name.replaceAll(" ", "-")}-${String(step)}-${String(again)}`;
    const paths = ["a.md", "b.md", "c.md"].slice(0, files).map((path) => `.agent/teams/${id}/${path}`);
    if (exists) {
      for (const path of paths) await put(path, `# ${path}\n`);
      for (const path of paths) await start().committer.current("demo", path);
    }
    const first = start(step);
    const acknowledged = await first.committer.submit(append(paths, id)).then(
      () => true,
      () => false,
    );
    await first.committer.idle();
    const second = start(again);
    await second.committer.recover().catch(() => undefined);
    await start().committer.recover();
    await nothingPends();

    const before = exists ? ["disk found"] : [];
    const there = (await told(id)) === 1;
    if (acknowledged) expect(there).toBe(true);
    for (const path of paths) {
      const old = exists ? `# ${path}\n` : "";
      expect(await read(path)).toBe(there ? `${old}${id}\n` : exists ? old : null);
      expect(await recorded(path)).toEqual(there ? [...before, "implementer-1 add"] : before);
    }
    const left = await readdir(join(folder, "files/.agent/teams", id)).catch((): string[] => []);
    expect(left.filter((file) => !file.endsWith(TEMPORARY_SUFFIX))).toHaveLength(there || exists ? files : 0);
    const died = { act: first.mortal.dead, recovery: second.mortal.dead };
    await end();
    return died;
  }

  it("is left to a process that has the files", async () => {
    await database.transaction((queries) => ensureWorkspace(queries, "elsewhere"));
    const path = ".agent/teams/left-alone/a.md";
    const dying = start(2);
    await dying.committer.submit(append([path], "left-alone")).catch(() => undefined);

    const other = start(Number.POSITIVE_INFINITY, (workspace) => workspace === "elsewhere");
    await other.committer.recover();
    await other.committer.submit({ ...append([".agent/teams/other/a.md"], "of the other"), workspace: "elsewhere" });
    expect(await read(path)).toBeNull();
    expect(await listPendingJournals(database.queries)).toHaveLength(1);

    await start().committer.recover();
    expect(await read(path)).toBe("left-alone\n");
    expect(await recorded(path)).toEqual(["implementer-1 add"]);
    await nothingPends();
  });

  it("leaves a folder that was moved at one end, with its rows", async () => {
    const before = await database.queries.document.count({ where: { path: { startsWith: "trash/" } } });
    let moved = 0;
    for (let step = 1; ; step++) {
      const id = `moved-${String(step)}`;
      const path = `.agent/teams/${id}/TEAM-MEMORY.md`;
      await put(path, "# T\n");
      await start().committer.current("demo", path);
      const key = await newSession(id);
      const { committer, mortal } = start(step);
      await committer.submit(moveOut(id, key)).catch(() => undefined);
      await start(2)
        .committer.recover()
        .catch(() => undefined);
      await start().committer.recover();
      await nothingPends();
      const gone = (await read(path)) === null;
      if (gone) moved++;
      expect((await findDocument(database.queries, "demo", path)) === null).toBe(gone);
      expect(await told(id)).toBe(gone ? 1 : 0);
      expect((await readdir(join(folder, "trash")).catch((): string[] => [])).includes(id)).toBe(gone);
      if (!mortal.dead) break;
    }
    expect(moved).toBeGreaterThan(3);
    const trashed = await database.queries.document.count({ where: { path: { startsWith: "trash/" } } });
    expect(trashed - before).toBe(moved);
  });

  async function newSession(id: string): Promise<number> {
    const data = { workspaceId: "demo", id, createdAt: new Date() };
    return (await database.transaction((queries) => queries.session.create({ data }))).key;
  }

  function moveOut(id: string, key: number): Intent<null> {
    const at = { folder: `.agent/teams/${id}`, trash: id };
    return {
      workspace: "demo",
      author,
      alone: true,
      decide: (draft) => {
        draft.move({ ...at, direction: "out" });
        draft.effect({ type: "trash-session", key, workspace: "demo", ...at });
        draft.event("session.deleted", id, id);
        return Promise.resolve(null);
      },
    };
  }
});

describe("an edit made outside before the recovery", () => {
  it("stands, beside the line of the act that was in the history before it", async () => {
    await put(".agent/teams/edited/a.md", "base\n");
    await start().committer.current("demo", ".agent/teams/edited/a.md");
    // Dies with the commit: the file never got its name.
    await start(4)
      .committer.submit(append([".agent/teams/edited/a.md"], "edited"))
      .catch(() => undefined);
    await put(".agent/teams/edited/a.md", "outside\n");
    const { committer } = start();
    await committer.recover();
    await committer.idle();
    await nothingPends();
    expect(await read(".agent/teams/edited/a.md")).toBe("outside\nedited\n");
    expect((await start().committer.current("demo", ".agent/teams/edited/a.md")).text).toBe("outside\nedited\n");
    const history = ["disk found", "implementer-1 add", "disk edited outside", "disk repair"];
    expect(await recorded(".agent/teams/edited/a.md")).toEqual(history);
    expect(await told("edited")).toBe(1);
  });

  it("takes back the other files of the same act", async () => {
    const paths = ["a.md", "b.md", "c.md"].map((path) => `.agent/teams/several/${path}`);
    for (const path of paths) await put(path, "base\n");
    for (const path of paths) await start().committer.current("demo", path);
    // Dies with the first file written.
    await start(4)
      .committer.submit(append(paths, "several"))
      .catch(() => undefined);
    expect(await read(".agent/teams/several/a.md")).toBe("base\nseveral\n");
    await put(".agent/teams/several/b.md", "outside\n");
    await start().committer.recover();
    await nothingPends();
    expect(await Promise.all(paths.map(read))).toEqual(["base\n", "outside\n", "base\n"]);
    expect(await told("several")).toBe(0);
  });
});

describe("a batch", () => {
  it("is decided one by one in order, over several documents, and one bad act hurts nobody else", async () => {
    const { committer, mortal } = start();
    const bad: Intent<number[]> = {
      ...append([".agent/teams/batch/a.md"], "bad"),
      decide: async (draft) => {
        const { text } = await draft.document(".agent/teams/batch/a.md");
        draft.edit(".agent/teams/batch/a.md", { text: `${text ?? ""}half done\n`, operation: "add" });
        throw new AppError("conflict", "changed my mind");
      },
    };
    await committer.submit(append([".agent/teams/batch/a.md"], "begin"));
    mortal.steps = 0;
    const results = await Promise.allSettled([
      committer.submit(append([".agent/teams/batch/a.md"], "1")),
      committer.submit(bad),
      committer.submit(append([".agent/teams/batch/b.md"], "2")),
      committer.submit(append([".agent/teams/batch/a.md"], "3")),
    ]);
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual([
      [2],
      "AppError: changed my mind",
      [1],
      [3],
    ]);
    expect(await read(".agent/teams/batch/a.md")).toBe("begin\n1\n3\n");
    expect(await read(".agent/teams/batch/b.md")).toBe("2\n");
    // Two commits, two files: all of them together.
    expect(mortal.steps).toBe(8);
  });

  it("loses only the act that the database refuses, with its file as it was", async () => {
    const { committer } = start();
    const poisoned = append([".agent/teams/poisoned/b.md"], "refused");
    const results = await Promise.allSettled([
      committer.submit(append([".agent/teams/poisoned/a.md"], "1")),
      committer.submit({
        ...poisoned,
        decide: (draft) => {
          draft.effect({ type: "put-receipt", sessionKey: 4711, role: "nobody", revision: 1 });
          return poisoned.decide(draft);
        },
      }),
      committer.submit(append([".agent/teams/poisoned/a.md"], "2")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await read(".agent/teams/poisoned/a.md")).toBe("1\n2\n");
    expect(await read(".agent/teams/poisoned/b.md")).toBeNull();
    expect(await recorded(".agent/teams/poisoned/a.md")).toEqual(["implementer-1 add", "implementer-1 add"]);
    await nothingPends();
  });

  it("without files loses only the act that the database refuses", async () => {
    const { committer } = start();
    const receipt = (sessionKey: number): Intent<null> => ({
      workspace: "demo",
      author,
      decide: (draft) => {
        draft.effect({ type: "put-receipt", sessionKey, role: "implementer-1", revision: 1 });
        return Promise.resolve(null);
      },
    });
    const data = { workspaceId: "demo", id: "receipts", createdAt: new Date() };
    const { key } = await database.transaction((queries) => queries.session.create({ data }));
    const results = await Promise.allSettled([key, 4711, key].map((each) => committer.submit(receipt(each))));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("writes what it can when one of its files cannot be written", async () => {
    await put(".agent/teams/read-only/a.md", "a\n");
    await chmod(join(folder, "files/.agent/teams/read-only/a.md"), 0o444);
    const { committer } = start();
    const fine = [1, 2].map((line) => committer.submit(append([".agent/teams/read-only/b.md"], String(line))));
    await refusal("unparseable", committer.submit(append([".agent/teams/read-only/a.md"], "x")));
    expect(await Promise.all(fine)).toEqual([[1], [2]]);
    expect(await read(".agent/teams/read-only/a.md")).toBe("a\n");
    expect(await recorded(".agent/teams/read-only/a.md")).toEqual(["disk found"]);
    await chmod(join(folder, "files/.agent/teams/read-only/a.md"), 0o644);
    expect(await committer.submit(append([".agent/teams/read-only/a.md"], "x"))).toEqual([2]);
  });

  it("leaves no folder of an act that could not be made whole", async () => {
    await put(".agent/teams/whole/b.md", "base\n");
    await chmod(join(folder, "files/.agent/teams/whole/b.md"), 0o444);
    const { committer } = start();
    await refusal(
      "unparseable",
      committer.submit(append([".agent/teams/whole/phase-1/new/a.md", ".agent/teams/whole/b.md"], "x")),
    );
    expect(await readdir(join(folder, "files/.agent/teams/whole"))).toEqual(["b.md"]);
  });

  it("leaves every file of an act as it was when one of them cannot be written", async () => {
    const paths = ["a.md", "b.md", "c.md"].map((path) => `.agent/teams/one-of-three/${path}`);
    for (const path of paths) await put(path, "base\n");
    await chmod(join(folder, "files/.agent/teams/one-of-three/b.md"), 0o444);
    const { committer } = start();
    await refusal("unparseable", committer.submit(append(paths, "x")));
    expect(await Promise.all(paths.map(read))).toEqual(["base\n", "base\n", "base\n"]);
    for (const path of paths) expect(await recorded(path)).toEqual(["disk found"]);
    await nothingPends();
  });
});

it("decides again on the text that is there when somebody writes between decision and writing", async () => {
  await put(".agent/teams/raced/a.md", "base\n");
  const { committer } = start();
  await committer.current("demo", ".agent/teams/raced/a.md");
  let decided = 0;
  const intent = append([".agent/teams/raced/a.md"], "mine");
  await committer.submit({
    ...intent,
    decide: async (draft) => {
      const answer = await intent.decide(draft);
      if (decided++ === 0) await put(".agent/teams/raced/a.md", "theirs\n");
      return answer;
    },
  });
  expect(decided).toBe(2);
  expect(await read(".agent/teams/raced/a.md")).toBe("theirs\nmine\n");
  expect(await recorded(".agent/teams/raced/a.md")).toEqual(["disk found", "disk edited outside", "implementer-1 add"]);
});
