import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { ensureWorkspace } from "@/lib/db/sessions";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

const FOLDERS = [".agent/teams/a", ".agent/teams/b", ".agent/teams/a/phase1", ".kaizen/agents/\u00e9\u00a0\u200b"];
const NAMES = ["TEAM-MEMORY.md", "global-context.md", "gate.yaml", "e\u0301 \u007f%2e.md"];
const PATHS = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
/** What is moved, removed and replaced: files, the folders that they are in, and one above. */
const PLACES = [...PATHS, ...FOLDERS, ".agent/teams"];

const place = fc.constantFrom(...PLACES);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("write"), at: fc.constantFrom(...PATHS), to: fc.constantFrom("1", "22") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove"), at: place, to: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move"), at: place, to: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("link"), at: place, to: fc.oneof(place, fc.constant("../outside")) }),
  },
);

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "absent-"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

let told = 0;

/** A process that knows nothing yet of a workspace, beside which lies what is not its own. */
async function begin() {
  const workspace = `w${told++}`;
  const root = join(folder, workspace, "files");
  mkdirSync(root, { recursive: true });
  mkdirSync(join(root, "../outside/phase1"), { recursive: true });
  for (const name of NAMES) writeFileSync(join(root, "../outside", name), "theirs");
  await database.transaction((queries) => ensureWorkspace(queries, workspace));
  const open = () => openFileStore(root, join(root, "../trash"));
  const store = await open();
  const live = new LiveFeed(() => Promise.resolve([]));
  const metrics = new Metrics();
  const always = () => true;
  const committer = new Committer(
    database,
    () => store,
    live,
    () => new Date(),
    always,
    metrics,
  );
  return { workspace, root, store, open, committer };
}

it("finds what was made, moved, removed or linked since it was absent, as one who remembers nothing", async () => {
  const seen = { texts: 0, absent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { workspace, root, store, open, committer } = await begin();
      for (const each of steps) {
        take(root, each);
        const fresh = await open();
        const wanted = await Promise.all(PATHS.map((path) => answer(fresh, path)));
        // All at once: some are looked at beside a batch, and the rest in it.
        const current = PATHS.map((path) => orCode(committer.current(workspace, path).then(({ text }) => text)));
        expect(await Promise.all(current)).toEqual(wanted);
        for (const what of wanted) seen[what === null ? "absent" : /^\d/.test(what) ? "texts" : "refused"]++;
        expect(wanted).not.toContain("theirs");
        fresh.close();
      }
      await committer.close();
      store.close();
    }),
    { numRuns: 25 },
  );
  // Every kind of answer was given often.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

it("remembers so many absent files, and tells nobody of any", async () => {
  const { workspace, store, committer } = await begin();
  const { documents } = committer;
  let news = 0;
  documents.news.subscribe(() => void news++);
  const paths = Array.from({ length: 2_500 }, (_, number) => `.agent/teams/a/${number}.md`);
  for (let at = 0; at < paths.length; at += 100) {
    await Promise.all(paths.slice(at, at + 100).map((path) => committer.current(workspace, path)));
  }
  expect(paths.filter((path) => documents.find(workspace, path) !== undefined)).toEqual(paths.slice(-2_000));
  expect(news).toBe(0);
  await committer.close();
  store.close();
});

/** As somebody does who knows nothing of Wardroom; what cannot be done there is not done. */
function take(root: string, { do: what, at, to }: { do: string; at: string; to: string }): void {
  const here = join(root, at);
  try {
    if (what === "remove" || what === "link") rmSync(here, { recursive: true, force: true });
    if (what !== "remove") mkdirSync(dirname(here), { recursive: true });
    if (what === "move") renameSync(here, join(root, to));
    if (what === "link") symlinkSync(join(root, to), here);
    if (what !== "write") return;
    writeFileSync(here, to);
    // Nobody waits for it to settle.
    utimesSync(here, 1, 1);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** The text that a path leads to, null where nothing is, or why that is not told. */
function answer(store: Store, path: string): Promise<string | null> {
  return orCode(store.leadsTo(path, null).then(async (leads) => (await store.read(leads))?.text ?? null));
}

async function orCode(asked: Promise<string | null>): Promise<string | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
