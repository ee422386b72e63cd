import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/core/errors";
import { openFileStore } from "@/lib/store/file-store";
import { sha256 } from "@/lib/store/read-file";
import type { Store } from "@/lib/store/store";

/** Paths of these tests lie in the folder of a session: nothing else is read or written. */
const HERE = ".agent/teams/s";

let folder: string;
let store: Store;
let everywhere: Store;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "store-")));
  await mkdir(join(folder, "files", HERE), { recursive: true });
  everywhere = await openFileStore(join(folder, "files"), join(folder, "trash"));
  const here = (path: string) => join(HERE, path);
  store = {
    ...everywhere,
    read: (path) => everywhere.read(here(path)),
    readSettled: (path) => everywhere.readSettled(here(path)),
    write: (path, text) => everywhere.write(here(path), text),
    remove: (path) => everywhere.remove(here(path)),
    list: (path) => everywhere.list(here(path)),
    moveOut: (path, trash) => everywhere.moveOut(here(path), trash),
    moveIn: (trash, path) => everywhere.moveIn(trash, here(path)),
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (path: string) => join(folder, "files", HERE, path);

async function refused(code: string, action: Promise<unknown>): Promise<void> {
  const error: unknown = await action.then(
    () => new Error("was not refused"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  expect(error.code).toBe(code);
  expect(error.details.hint).toMatch(/\S.{10,}/);
}

describe("writing", () => {
  it("gives back any text, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        await store.write("a.md", text);
        const file = await store.read("a.md");
        expect(file?.text).toBe(text);
        expect(file?.bytes.equals(Buffer.from(text))).toBe(true);
        expect(file?.hash).toBe(sha256(text));
      }),
      { numRuns: 50 },
    );
  });

  it("makes the folders on the way and leaves nothing beside the file", async () => {
    await store.write("a/b/c.md", "one");
    await store.write("a/b/c.md", "two");
    expect(await readdir(at("a/b"))).toEqual(["c.md"]);
    expect(await readFile(at("a/b/c.md"), "utf8")).toBe("two");
  });

  it.each([0o600, 0o640, 0o664, 0o755])("keeps the permissions %o", async (mode) => {
    await writeFile(at("a.md"), "x");
    await chmod(at("a.md"), mode);
    await store.write("a.md", "y");
    expect((await stat(at("a.md"))).mode & 0o777).toBe(mode);
  });

  it("refuses a read-only file, and a folder in its place", async () => {
    await writeFile(at("a.md"), "x");
    await chmod(at("a.md"), 0o444);
    await refused("unparseable", store.write("a.md", "y"));
    expect(await readFile(at("a.md"), "utf8")).toBe("x");
    await mkdir(at("b.md"));
    await refused("unparseable", store.write("b.md", "y"));
    await refused("unparseable", store.read("b.md"));
    await refused("unparseable", store.write("a.md/c.md", "y"));
    expect((await readdir(at(""))).sort()).toEqual(["a.md", "b.md"]);
  });

  it("refuses to delete from, write to or move out of a read-only folder, and says so", async () => {
    await mkdir(at("s/sub"), { recursive: true });
    await writeFile(at("s/a.md"), "x");
    await chmod(at("s"), 0o555);
    await refused("unparseable", store.remove("s/a.md"));
    await refused("unparseable", store.write("s/a.md", "y"));
    await refused("unparseable", store.moveOut("s/sub", "demo/sub"));
    await chmod(at("s"), 0o755);
    expect(await readFile(at("s/a.md"), "utf8")).toBe("x");
    expect(await readdir(at("s"))).toEqual(["a.md", "sub"]);
    await store.remove("s/none/a.md");
  });

  it("leaves no folder behind where the file could not be written", async () => {
    await mkdir(at("was-there"));
    // No file system takes such a name; nothing else of a write fails so on every machine.
    const name = `${"n".repeat(300)}.md`;
    await expect(store.write(`made/deep/${name}`, "x")).rejects.toMatchObject({ code: "ENAMETOOLONG" });
    await expect(store.write(`was-there/made/${name}`, "x")).rejects.toMatchObject({ code: "ENAMETOOLONG" });
    expect(await readdir(at(""))).toEqual(["was-there"]);
    expect(await readdir(at("was-there"))).toEqual([]);
  });

  it("counts a change as made when only the sync of its folder fails, and reports it", async () => {
    await mkdir(at("s"));
    await writeFile(at("a.md"), "x");
    const handle = await open(at("a.md"), "r");
    const prototype = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
    await handle.close();
    const { sync } = prototype;
    const failing = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
      await sync.call(this);
    });
    const reported = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    await store.write("a.md", "y");
    expect(await readFile(at("a.md"), "utf8")).toBe("y");
    await store.remove("a.md");
    const told = reported.mock.calls.map(([message]) => message);
    failing.mockRestore();
    reported.mockRestore();
    expect(told).toEqual([expect.stringContaining("did not confirm"), expect.stringContaining("did not confirm")]);
    expect(await readdir(at(""))).toEqual(["s"]);
  });

  it("sweeps what a dead process left in any folder of documents", async () => {
    const root = join(folder, "files");
    const folders = [".agent/teams/a/phase-1", ".kaizen/agents/mina", ".microai/knowledge/shared", "src"];
    for (const folder of folders) {
      await mkdir(join(root, folder), { recursive: true });
      for (const [name, time] of [
        ["old", 0],
        ["new", Date.now()],
      ] as const) {
        const path = join(root, `${folder}/.a.md.${name}.wardroom-tmp`);
        await writeFile(path, "x");
        await utimes(path, time / 1000, time / 1000);
      }
    }
    await store.sweep();
    const left = await Promise.all(folders.map(async (folder) => (await readdir(join(root, folder))).length));
    expect(left).toEqual([1, 1, 1, 2]);
  });

  it("sweeps what a dead process left, and spares what a living one is writing", async () => {
    const old = at(".a.md.0000.wardroom-tmp");
    await writeFile(old, "x");
    await utimes(old, new Date(0), new Date(0));
    await writeFile(at(".b.md.0000.wardroom-tmp"), "x");
    expect(await store.list("")).toEqual([]);
    expect(await readdir(at(""))).toEqual([".b.md.0000.wardroom-tmp"]);
  });
});

describe("reading", () => {
  it("answers null where nothing is, and bytes that are no text as they are", async () => {
    expect(await store.read("none.md")).toBeNull();
    expect(await store.read("none/none.md")).toBeNull();
    await writeFile(at("a.md"), "x");
    expect(await store.read("a.md/b.md")).toBeNull();
    const garbage = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
    await writeFile(at("b.md"), garbage);
    const file = await store.read("b.md");
    expect(file?.text).toBeNull();
    expect(file?.bytes).toEqual(garbage);
    await writeFile(at("c.md"), "\uFEFFx");
    expect((await store.read("c.md"))?.text).toBe("\uFEFFx");
  });

  it("waits for a writer that truncates first", async () => {
    await writeFile(at("a.md"), "");
    const reading = store.readSettled("a.md");
    await writeFile(at("a.md"), "done");
    expect((await reading)?.text).toBe("done");
  });

  it("lists by name, and nothing where nothing is", async () => {
    await mkdir(at("t/folder"), { recursive: true });
    await writeFile(at("t/file"), "");
    expect(await store.list("t")).toEqual([
      { name: "file", kind: "file" },
      { name: "folder", kind: "folder" },
    ]);
    expect(await store.list("none")).toEqual([]);
  });
});

describe("a link", () => {
  it("is read and written through while its target lies inside, and stays a link", async () => {
    await mkdir(at("shared"));
    await writeFile(at("shared/real.md"), "x");
    await symlink("shared/real.md", at("a.md"));
    await symlink(at("shared"), at("whole"));
    await store.write("a.md", "y");
    expect((await store.read("whole/real.md"))?.text).toBe("y");
    await store.write("whole/new.md", "z");
    expect(await readFile(at("shared/new.md"), "utf8")).toBe("z");
    expect(await realpath(at("a.md"))).toBe(at("shared/real.md"));
  });

  it("to a file that is not there yet makes that file, and stays a link", async () => {
    await mkdir(at("shared"));
    await symlink("shared/later.md", at("a.md"));
    expect(await store.read("a.md")).toBeNull();
    await store.write("a.md", "x");
    expect(await readFile(at("shared/later.md"), "utf8")).toBe("x");
    expect(await realpath(at("a.md"))).toBe(at("shared/later.md"));
  });

  it("out of the workspace is neither read nor written, whatever stands there", async () => {
    await writeFile(join(folder, "secret.md"), "secret");
    await symlink(join(folder, "secret.md"), at("a.md"));
    await symlink("../../../../secret.md", at("b.md"));
    await symlink(folder, at("up"));
    await symlink(join(folder, "not-yet.md"), at("c.md"));
    await symlink(join(folder, "files-beside"), at("beside"));
    for (const path of ["a.md", "b.md", "up/secret.md", "c.md", "beside/x.md"]) {
      await refused("forbidden", store.read(path));
      await refused("forbidden", store.write(path, "mine"));
    }
    expect(await readFile(join(folder, "secret.md"), "utf8")).toBe("secret");
    expect((await readdir(folder)).sort()).toEqual(["files", "secret.md"]);
  });

  it("to itself is told as what it is", async () => {
    await symlink("a.md", at("a.md"));
    await refused("unparseable", store.read("a.md"));
    await refused("unparseable", store.write("a.md", "x"));
  });
});

it.each(["../x", "a/../../x", "/etc/passwd", "a\0b", "a\\..\\b", ".."])("refuses the path %j", async (path) => {
  await refused("invalid_input", everywhere.read(path));
  await refused("invalid_input", everywhere.write(path, "x"));
  await refused("invalid_input", everywhere.list(path));
  await refused("invalid_input", everywhere.moveOut(path, "t"));
});

it("moves a whole folder out and back, once", async () => {
  await mkdir(at("s/deep"), { recursive: true });
  await writeFile(at("s/deep/x"), "x");
  await store.moveOut("s", "demo/s-1");
  await store.moveOut("s", "demo/s-1");
  expect(await readFile(join(folder, "trash/demo/s-1/deep/x"), "utf8")).toBe("x");
  await mkdir(at("s"));
  await refused("conflict", store.moveIn("demo/s-1", "s"));
  await rm(at("s"), { recursive: true });
  await store.moveIn("demo/s-1", "s");
  await store.moveIn("demo/s-1", "s");
  expect(await readFile(at("s/deep/x"), "utf8")).toBe("x");
  await refused("not_found", store.moveOut("none", "demo/none"));
});

it("says so when the workspace's folder is not there, or is a file", async () => {
  await refused("not_found", openFileStore(join(folder, "none"), join(folder, "trash")));
  await writeFile(join(folder, "file"), "");
  await refused("not_found", openFileStore(join(folder, "file"), join(folder, "trash")));
});

it("tells of changes to documents and of nothing else", async () => {
  await mkdir(join(folder, "files/.agent/teams/a"), { recursive: true });
  const heard: string[] = [];
  let notify = () => {};
  const faults: unknown[] = [];
  const hear = (path: string) => {
    heard.push(path);
    notify();
  };
  const watcher = everywhere.watch(hear, (error) => faults.push(error));
  await watcher.ready;
  const told = new Promise<void>((resolve) => {
    notify = () => {
      if (heard.includes(".agent/teams/a/TEAM-MEMORY.md")) resolve();
    };
  });
  await writeFile(join(folder, "files/README.md"), "x");
  await everywhere.write(".agent/teams/a/TEAM-MEMORY.md", "x");
  await told;
  await watcher.close();
  expect(heard.filter((path) => !path.startsWith(".agent/teams/a"))).toEqual([]);
  expect(heard.filter((path) => path.includes("wardroom-tmp"))).toEqual([]);
  expect(faults).toEqual([]);
});
