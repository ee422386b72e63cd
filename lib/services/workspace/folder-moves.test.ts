import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { PROJECT, TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { moveWorkspace } from "@/lib/store/known-workspaces";

const DEMO = { workspace: "demo" };
const MEMORY = ".agent/teams/two/TEAM-MEMORY.md";

async function add(runtime: Runtime | TestWardroom, session: TestSession, text: string): Promise<unknown> {
  const item = { tag: "Finding", text } as const;
  return runtime.services.memory.add(actingAs("implementer-1"), session.params, item, PLAIN_REQUEST);
}

/** Two sessions with a few items each, and a third that has none; closed. */
async function project(): Promise<{ wardroom: TestWardroom; session: TestSession }> {
  const wardroom = await TestWardroom.open();
  const one = await wardroom.session("one", ["implementer-1"]);
  const session = await wardroom.session("two", ["implementer-1"]);
  await wardroom.session("three", ["implementer-1"]);
  for (const each of [one, session]) {
    for (const n of [1, 2, 3]) await add(wardroom, each, `the retry queue of ${each.id} drops message ${n}`);
  }
  await wardroom.close();
  return { wardroom, session };
}

/** Opens the workspace in another folder, does the work, and closes it. */
async function openAt<T>(wardroom: TestWardroom, folder: string, work: (runtime: Runtime) => Promise<T>): Promise<T> {
  const env = {
    ...wardroom.environment,
    WARDROOM_WORKSPACES: `demo=${folder},other=${join(wardroom.folder, "other")}`,
  };
  await mkdir(join(wardroom.folder, "other"), { recursive: true });
  const runtime = await openRuntime(env, PROJECT);
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** Actions of the workspace's events, oldest first. */
async function actions({ services }: Runtime): Promise<string[]> {
  const { items } = await services.events.list(OWNER, DEMO, { limit: 500, format: "json" });
  return items.reverse().map(({ action }) => action);
}

/** Every file below a folder with what it holds. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)),
  );
}

type Way = [how: string, move: (from: string, to: string) => Promise<unknown>, events: string[], removed?: number];

const SAME: Way[] = [
  ["renamed", (from, to) => rename(from, to), ["workspace.moved"]],
  ["cloned again", (from, to) => cp(from, to, { recursive: true }), ["workspace.moved"]],
  [
    "cloned again and named by a link",
    async (from, to) => {
      await cp(from, `${to}-behind`, { recursive: true });
      await symlink(`${to}-behind`, to);
    },
    ["workspace.moved"],
  ],
  ["named by a link", (from, to) => symlink(from, to), []],
  [
    "checked out as another branch, which lacks a session and changes another",
    async (from, to) => {
      await cp(from, to, { recursive: true });
      await rm(join(to, ".agent/teams/three"), { recursive: true });
      const text = await readFile(join(to, MEMORY), "utf8");
      await writeFile(join(to, MEMORY), text.replace("drops message 2", "keeps message 2"));
    },
    ["workspace.moved"],
    1,
  ],
  [
    "moved and written by others in all its files",
    async (from, to) => {
      await rename(from, to);
      for (const id of ["one", "two", "three"]) {
        const path = join(to, `.agent/teams/${id}/TEAM-MEMORY.md`);
        await writeFile(path, `${await readFile(path, "utf8")}\n- [Finding] written by somebody else in ${id}\n`);
      }
    },
    ["workspace.moved"],
  ],
];

describe("a name whose folder is another one than before", () => {
  it.each(SAME)("goes on where the project was %s", async (_, move, events, removed = 0) => {
    const { wardroom, session } = await project();
    const before = await openAt(wardroom, wardroom.files, actions);
    const to = join(wardroom.folder, "elsewhere");
    await move(wardroom.files, to);
    for (const time of ["first", "second"]) {
      await openAt(wardroom, to, async (runtime) => {
        expect(await runtime.services.workspaces.listClosed()).toEqual([]);
        await add(runtime, session, `added there the ${time} time`);
        expect(await runtime.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
        const after = (await actions(runtime)).slice(before.length);
        expect(after.filter((action) => action.startsWith("workspace."))).toEqual(events);
        expect(after.filter((action) => action === "document.removed_outside")).toHaveLength(removed);
      });
    }
    expect(await readFile(join(to, MEMORY), "utf8")).toContain("added there the second time");
  });

  it("goes on with an older state of the project, as from a backup", async () => {
    const { wardroom } = await project();
    const to = join(wardroom.folder, "restored");
    await cp(wardroom.files, to, { recursive: true });
    await openAt(wardroom, wardroom.files, async ({ services }) => {
      for (const id of ["one", "two", "three"]) {
        const path = join(wardroom.files, `.agent/teams/${id}/TEAM-MEMORY.md`);
        await writeFile(path, `# Team memory\n\n## implementer-1\n- [Finding] nothing of ${id} is as it was\n`);
        await services.memory.read(OWNER, { ...DEMO, session: id });
      }
    });
    await openAt(wardroom, to, async (runtime) => {
      expect(await runtime.services.workspaces.listClosed()).toEqual([]);
      expect((await runtime.services.sessions.list(OWNER, DEMO)).items).toHaveLength(3);
    });
  });

  const OTHERS: [what: string, make: (to: string, from: string) => Promise<unknown>, folder: string][] = [
    ["nothing", (to) => mkdir(to), "away"],
    [
      "files without a session",
      async (to) => {
        await mkdir(to);
        await writeFile(join(to, "README.md"), "# Another\n");
      },
      "other",
    ],
    [
      "another project whose sessions have the same names",
      async (to) => {
        for (const id of ["one", "two", "three"]) {
          await mkdir(join(to, ".agent/teams", id), { recursive: true });
          const text = "# Team memory\n\n## implementer-1\n- [Finding] nothing of what was said before\n";
          await writeFile(join(to, ".agent/teams", id, "TEAM-MEMORY.md"), text);
        }
      },
      "other",
    ],
    [
      "one of its three sessions",
      async (to, from) => {
        await cp(join(from, ".agent/teams/one"), join(to, ".agent/teams/one"), { recursive: true });
      },
      "other",
    ],
  ];

  it.each(OTHERS)(
    "is closed where the folder holds %s, and nothing is changed or recorded",
    async (_, make, folder) => {
      const { wardroom, session } = await project();
      const before = await openAt(wardroom, wardroom.files, actions);
      const to = join(wardroom.folder, "elsewhere");
      await make(to, wardroom.files);
      const files = await filesIn(to);
      await openAt(wardroom, to, async (runtime) => {
        const { services } = runtime;
        const reports: unknown[] = [];
        await runtime.watch((error) => reports.push(error));
        await refusal("busy", add(runtime, session, "into the wrong folder"));
        await refusal("busy", services.memory.read(OWNER, session.params));
        await refusal("busy", services.sessions.list(OWNER, DEMO));
        await refusal(
          "busy",
          services.sessions.create(OWNER, DEMO, { id: "new", feature: "n", roles: [] }, PLAIN_REQUEST),
        );
        expect((await services.workspaces.list(OWNER)).items).toEqual([
          { name: "demo", sessions: 0, folder },
          { name: "other", sessions: 0, folder: "there" },
        ]);
        const other = { id: "here", feature: "h", roles: [] };
        await services.sessions.create(OWNER, { workspace: "other" }, other, PLAIN_REQUEST);
        expect(await actions(runtime)).toEqual(before);
        for (const error of reports) expect(error).toMatchObject({ code: "busy" });
      });
      expect(await filesIn(to)).toEqual(files);
      // The folder it had is still its own.
      await openAt(wardroom, wardroom.files, async (runtime) => {
        await add(runtime, session, "back again");
        expect((await actions(runtime)).slice(before.length)).toEqual(["item.added"]);
      });
    },
  );

  it("goes on in any folder that the owner names, which is an event", async () => {
    const { wardroom, session } = await project();
    const to = join(wardroom.folder, "elsewhere");
    await mkdir(to);
    await writeFile(join(to, "README.md"), "# Another\n");
    await openAt(wardroom, to, async (runtime) => {
      const { message, details } = await refusal("busy", runtime.services.memory.read(OWNER, session.params));
      expect(`${message} ${details.hint}`).toMatch(/demo holds another project.*wardroom workspace move demo FOLDER/);
      await moveWorkspace(wardroom.data, { name: "demo", folder: to });
      // Also in a server that runs.
      expect(await runtime.services.workspaces.listClosed()).toEqual([]);
      expect((await runtime.services.sessions.list(OWNER, DEMO)).items).toEqual([]);
      await expect.poll(() => actions(runtime)).toContain("workspace.moved");
    });
    await openAt(wardroom, to, async (runtime) => {
      expect(await runtime.services.workspaces.listClosed()).toEqual([]);
      const { items } = await runtime.services.events.list(OWNER, DEMO, { limit: 500, format: "json" });
      const moves = items.filter(({ action }) => action === "workspace.moved");
      expect(moves.map(({ payload }) => payload)).toEqual([{ documents: 3, found: 0, confirmed: true }]);
      expect(await runtime.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
    });
  });

  it("takes any folder as long as it has no documents", async () => {
    const wardroom = await TestWardroom.open();
    await wardroom.close();
    const to = join(wardroom.folder, "elsewhere");
    await mkdir(to);
    const before = await openAt(wardroom, to, actions);
    await openAt(wardroom, to, async (runtime) => {
      expect(await runtime.services.workspaces.listClosed()).toEqual([]);
      expect(await actions(runtime)).toEqual(before);
    });
  });
});

describe("the folder of a workspace that is replaced while it is served", () => {
  it("is closed while it holds another project, and open once a copy of its own is there", async () => {
    const { wardroom, session } = await project();
    await wardroom.reopen();
    const before = await actions(wardroom.runtime);
    const own = `${wardroom.files}-own`;
    await rename(wardroom.files, own);
    await mkdir(wardroom.files);
    await writeFile(join(wardroom.files, "README.md"), "# Another\n");
    for (let time = 0; time < 3; time++) await refusal("busy", add(wardroom, session, "into the wrong folder"));
    expect(await wardroom.services.workspaces.listClosed()).toEqual([{ name: "demo", folder: "other" }]);
    await refusal("busy", wardroom.services.memory.read(OWNER, session.params));
    expect(await readdir(wardroom.files)).toEqual(["README.md"]);

    await rm(wardroom.files, { recursive: true });
    await cp(own, wardroom.files, { recursive: true });
    expect(await wardroom.services.workspaces.listClosed()).toEqual([]);
    await add(wardroom, session, "in the copy");
    expect((await actions(wardroom.runtime)).slice(before.length)).toEqual(["item.added"]);
    await wardroom.reopen();
    expect(await wardroom.services.workspaces.listClosed()).toEqual([]);
  });
});
