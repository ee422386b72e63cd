import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { author } from "@/lib/services/testing/append.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

const TEXT = "# T\n\n## Lead\n- first\n\n## a\n- one\n\n## b\n- two\n";

/** An editor's save: of a copy so many texts old, with a line of its own and perhaps without one that it added earlier. */
const SAVE = fc.record({ age: fc.nat(6), isWithout: fc.boolean() });
type Save = typeof SAVE extends fc.Arbitrary<infer T> ? T : never;
/** What agents say, and then saves of which each replaces the one before it before anything is put back. */
const ROUND = fc.record({
  roles: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 }),
  saves: fc.array(SAVE, { minLength: 1, maxLength: 4 }),
});

let folder: string;
let database: Database;
let store: Store;
let committer: Committer;
let documents = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saves-"));
  await mkdir(join(folder, "files"));
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  database = await openDatabase(join(folder, "wardroom.db"), migrationsFolder(PROJECT));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
  const feed = new LiveFeed(() => Promise.resolve([]));
  const witness = { note: () => Promise.resolve() };
  committer = new Committer(
    database,
    () => store,
    feed,
    () => new Date(),
    () => true,
    new Metrics(),
    witness,
  );
});
afterAll(async () => {
  await committer.close();
  store.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it("copies that are saved faster than they are mended take no line from agents, and none that was deleted comes back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ROUND, { minLength: 2, maxLength: 4 }), async (rounds) => {
      const path = `.agent/teams/s${documents++}/TEAM-MEMORY.md`;
      const file = join(folder, "files", path);
      await mkdir(dirname(file), { recursive: true });
      const save = async (text: string) => {
        await writeFile(file, text);
        // By somebody who has finished.
        const before = new Date(Date.now() - 60_000);
        await utimes(file, before, before);
      };
      const act = (decide: (draft: Draft) => Promise<void>) =>
        committer.submit({ workspace: "demo", author, decide: (draft) => decide(draft).then(() => null) });

      await save(TEXT);
      await act(async (draft) => void (await draft.document(path)));
      const texts = [TEXT];
      const said: string[] = [];
      const saved: string[] = [];
      const deleted: { line: string; at: number }[] = [];
      const next = ({ age, isWithout }: Save) => {
        const copy = (texts[Math.max(0, texts.length - 1 - age)] ?? "").split("\n");
        const earlier = isWithout ? copy.findLast((line) => line.includes(" by hand ")) : undefined;
        if (earlier !== undefined) deleted.push({ line: earlier, at: saved.length });
        const own = `- ${(saved.length + 1) * 7919} by hand ${saved.length}`;
        const text = copy
          .filter((line) => line !== earlier)
          .join("\n")
          .replace("## Lead\n", `## Lead\n${own}\n`);
        saved.push(text);
        texts.push(text);
        return text;
      };
      for (const { roles, saves } of rounds) {
        for (const role of roles) {
          const line = `- ${(said.length + 1) * 104729} said by ${role}`;
          await act(async (draft) => {
            const { text } = await draft.document(path);
            draft.event("item.added", path, null);
            draft.edit(path, { text: (text ?? "").replace(`## ${role}\n`, `## ${role}\n${line}\n`), operation: "add" });
          });
          said.push(line);
          texts.push(await readFile(file, "utf8"));
        }
        const [first, ...others] = saves;
        if (first !== undefined) await save(next(first));
        for (const other of others) {
          await act(async (draft) => {
            await draft.document(path);
            await save(next(other));
          });
        }
        await act(async (draft) => void (await draft.document(path)));
        // Alone, and so behind what was to be put back.
        await committer.submit({ workspace: "demo", author, alone: true, decide: () => Promise.resolve(null) });
        const now = await readFile(file, "utf8");
        texts.push(now);
        const lines = now.split("\n");
        for (const line of said)
          expect(
            lines.filter((each) => each === line),
            line,
          ).toHaveLength(1);
        for (const { line, at } of deleted)
          if (!saved.slice(at + 1).some((text) => text.includes(line))) expect(lines, "deleted").not.toContain(line);
      }
    }),
    { numRuns: 20 },
  );
});
