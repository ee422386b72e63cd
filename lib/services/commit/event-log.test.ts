import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "@/lib/db/events";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Intent } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { author } from "@/lib/services/testing/append.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

let folder: string;
let database: Database;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "event-log-"));
  store = await openFileStore(folder, join(folder, "trash"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function start(from: Database = database): Committer {
  return new Committer(
    from,
    () => store,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
  );
}

/** An event and nothing else. */
function tell(target: string): Intent<null> {
  return {
    workspace: "demo",
    author,
    decide: (draft) => {
      draft.event("item.added", target, null);
      return Promise.resolve(null);
    },
  };
}

const lastEvents = (limit: number) => listEvents(database.queries, { workspaceId: "demo" }, { limit, below: null });

describe("the event log of a process", () => {
  it("keeps nothing of an event that could not be committed", async () => {
    let isBroken = false;
    const committer = start({
      ...database,
      transaction: (work, options) =>
        database.transaction(async (queries, turn) => {
          const done = await work(queries, turn);
          if (isBroken) throw new Error("the disk failed");
          return done;
        }, options),
    });
    await committer.submit(tell("earlier"));
    isBroken = true;
    await expect(committer.submit(tell("never"))).rejects.toThrow("the disk failed");
    isBroken = false;
    await committer.submit(tell("later"));
    const [last, before] = await lastEvents(2);
    expect(before?.target).toBe("earlier");
    expect(last).toMatchObject({ target: "later", previousHash: before?.hash });
  });

  it("goes on from what another process has told meanwhile", async () => {
    const [one, other] = [start(), start()];
    await one.submit(tell("first"));
    await other.submit(tell("second"));
    await one.submit(tell("third"));
    const events = await lastEvents(3);
    expect(events.map(({ target }) => target)).toEqual(["third", "second", "first"]);
    expect(events.slice(0, 2).map(({ previousHash }) => previousHash)).toEqual(events.slice(1).map(({ hash }) => hash));
  });
});
