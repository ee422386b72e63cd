import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SearchQuery } from "@/lib/contracts/search";
import { AppError } from "@/lib/core/errors";
import { REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { findShut, findShutInHistory } from "@/lib/core/places/our-files";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const DEMO = { workspace: "demo" };
const SECRET = "zanzibar-7731";

/** Where what is not ours may lie, with names that tools and agents load by themselves. */
const foreign = fc
  .tuple(
    fc.constantFrom("", "src/", ".claude/", ".microai/", ".microai/knowledge/shared/", ".microai/knowledge/deep/er/"),
    fc.constantFrom(
      ".env",
      "CLAUDE.md",
      "claude.MD",
      "package.json",
      "run.sh",
      "key.pem",
      ".git/config",
      "notes.md",
      "a.ts",
    ),
  )
  .map((parts) => parts.join(""))
  .filter((path) => findShut(path) !== null);

/** What leaves by a door; what is refused says why and nothing else. */
async function answered(door: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify([await door()], (_, each: unknown) => (Buffer.isBuffer(each) ? each.toString() : each));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return JSON.stringify([error.message, error.details]);
  }
}

it("lets what is not ours neither in nor out, whichever the door and whatever names it", async () => {
  const wardroom = await TestWardroom.open();
  const { services } = wardroom;
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
    await writeFile(join(wardroom.files, path), text);
  };
  await fc.assert(
    fc.asyncProperty(foreign, async (path) => {
      const text = `${SECRET} of mine\n`;
      await put(path, text);
      const reference = path.startsWith(".microai/knowledge/shared/") ? path.slice(26) : `../../../${path}`;
      await put(REGISTRY_PATH, `knowledge:\n  - {id: wanted, path: "${reference}"}\n`);
      const knowledge = { ...DEMO, knowledge: "wanted" };
      const doors: (() => Promise<unknown>)[] = [
        () => services.files.read(OWNER, DEMO, { path }),
        () => services.files.list(OWNER, DEMO, { limit: 100, hashes: "true" }),
        () => services.knowledge.readBytes(OWNER, knowledge),
        () => services.knowledge.get(OWNER, knowledge),
        () => services.search.find(OWNER, DEMO, SearchQuery.parse({ q: SECRET.slice(0, 8) })),
        () =>
          services.files.push(
            OWNER,
            DEMO,
            { path, text: "theirs\n", base: null, replica: "r", machine: "m" },
            PLAIN_REQUEST,
          ),
        async () => {
          for await (const each of services.content.list(OWNER, DEMO)) if (each.path === path) return each;
          return null;
        },
      ];
      await services.content.takeIn(OWNER, DEMO);
      for (const [index, door] of doors.entries()) {
        const said = await answered(door);
        expect(said.includes(SECRET) ? `door ${index} gives ${path}` : "").toBe("");
      }
      expect(await readFile(join(wardroom.files, path), "utf8")).toBe(text);
      await rm(join(wardroom.files, path));
    }),
    { numRuns: 40 },
  );
});

it("goes by the place in the trash of what a deleted session held", () => {
  expect(findShutInHistory("trash/demo/s1-5f/notes.md")).toBeNull();
  for (const path of [
    "trash/demo/s1-5f/CLAUDE.md",
    "trash/demo/s1-5f/run.sh",
    "trash/demo/.env",
    "trash/demo/s1/../../x.md",
  ])
    expect(findShutInHistory(path)).not.toBeNull();
  expect(findShut("trash/demo/s1-5f/notes.md")).not.toBeNull();
});
