import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
});

const TEXT = "# T\n\n## implementer-1\n- [Finding] one\n";

async function add(session: TestSession, text = "mine", from = wardroom) {
  const body = { tag: "Finding", text } as const;
  return from.services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST);
}

/** What a read says of a memory that cannot be opened; of it, nothing is read. */
async function whyUnread({ params }: TestSession): Promise<string> {
  const { sections, diagnostics } = await wardroom.services.memory.read(OWNER, params);
  expect(sections).toEqual([]);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error unreadable"]);
  return diagnostics[0]?.message ?? "";
}

describe("what stands in a team memory's place", () => {
  it("a read-only file is read, and not written until it may be", async () => {
    const session = await wardroom.session("read-only", [], TEXT);
    await chmod(session.path, 0o444);
    expect((await session.items()).map(({ text }) => text)).toEqual(["one"]);
    const error = await refusal("unparseable", add(session));
    expect(error.message).toContain("read-only");
    expect(await session.text()).toBe(TEXT);
    expect(await readdir(session.folder)).toEqual(["TEAM-MEMORY.md"]);
    await chmod(session.path, 0o644);
    await add(session);
    expect(await session.text()).toBe(`${TEXT}- [Finding] mine\n`);
  });

  it("a folder is told as one, and nothing of the history is lost", async () => {
    const session = await wardroom.session("folder", [], TEXT);
    await rm(session.path);
    await mkdir(session.path);
    await refusal("unparseable", add(session));
    expect(await whyUnread(session)).toContain("is not a file");
    await rm(session.path, { recursive: true });
    await session.put(TEXT);
    await add(session);
    expect((await session.items()).map(({ text }) => text)).toEqual(["one", "mine"]);
  });

  it.runIf(process.platform !== "win32")("a pipe keeps nobody waiting", async () => {
    const session = await wardroom.session("pipe", [], TEXT);
    await rm(session.path);
    execFileSync("mkfifo", [session.path]);
    // More than there are threads for files: with all of them waiting, nothing else would be answered either.
    for (const why of await Promise.all(Array.from({ length: 6 }, () => whyUnread(session)))) {
      expect(why).toContain("is not a file");
    }
    await refusal("unparseable", add(session));
    await rm(session.path);
  });

  it("a file larger than a document can be is neither read nor made", async () => {
    const session = await wardroom.session("large", [], TEXT);
    // A hole takes no space, and would take all memory.
    await truncate(session.path, 3_000_000_000);
    expect(await whyUnread(session)).toContain("8 MB");
    await refusal("unparseable", add(session));
    const most = `${TEXT}  ${"body ".repeat(1_599_980)}\n`;
    await session.put(most);
    expect((await refusal("unparseable", add(session, "x".repeat(500)))).message).toContain("8 MB");
    expect(await session.text()).toBe(most);
    await session.put(TEXT);
    await add(session);
  });

  it("a link inside the workspace is written through and stays a link", async () => {
    const session = await wardroom.session("link", [], TEXT);
    const real = join(wardroom.files, "shared-memory.md");
    await writeFile(real, TEXT);
    await rm(session.path);
    await symlink("../../../shared-memory.md", session.path);
    await add(session);
    expect(await readFile(real, "utf8")).toBe(`${TEXT}- [Finding] mine\n`);
    expect((await readdir(session.folder, { withFileTypes: true })).map((entry) => entry.isSymbolicLink())).toEqual([
      true,
    ]);
  });

  it("a link out of the workspace is followed by nobody", async () => {
    const session = await wardroom.session("out", [], TEXT);
    const secret = join(wardroom.folder, "secret.md");
    await writeFile(secret, TEXT);
    await rm(session.path);
    await symlink(secret, session.path);
    await refusal("forbidden", add(session));
    expect(await whyUnread(session)).toContain("leads out of the workspace");
    await refusal("forbidden", wardroom.services.memory.readBytes(OWNER, session.params));
    expect(await readFile(secret, "utf8")).toBe(TEXT);
    await rm(session.path);
  });

  it("two sections of one role are told, and the first is written to", async () => {
    const twice = `${TEXT}\n## implementer-1\n- [Finding] two\n`;
    const session = await wardroom.session("twice", [], twice);
    const { diagnostics, sections } = await wardroom.services.memory.read(OWNER, session.params);
    expect(diagnostics.filter(({ message }) => message.includes("implementer-1"))).not.toEqual([]);
    expect(sections).toHaveLength(2);
    const { roles } = await wardroom.services.sessions.get(OWNER, session.params);
    expect(roles.map(({ id, items }) => [id, items])).toEqual([["implementer-1", 2]]);
    await add(session);
    expect(await session.text()).toBe(twice.replace("one\n", "one\n- [Finding] mine\n"));
    const [first, second] = (await session.items()).map(({ id }) => id);
    expect(first).not.toBe(second);
  });

  it.each([
    ["CRLF", "# T\r\n\r\n## implementer-1\r\n- [Finding] one\r\n", "\r\n"],
    ["a BOM", `\uFEFF${TEXT}`, "\n"],
    ["mixed line ends", "# T\r\n\n## implementer-1\r- x\r\n- [Finding] one\n", "\n"],
  ])("%s is kept", async (name, text, end) => {
    const session = await wardroom.session(name.replaceAll(" ", "-").toLowerCase(), [], text);
    await add(session);
    expect(await session.text()).toBe(`${text}- [Finding] mine${end}`);
  });
});

/** Limits how large a file this process may write, as a full disk does; the limit is taken off again. */
async function withFullDisk<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const limit = (value: string) => execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${value}`]);
  limit(`${String(bytes)}:unlimited`);
  try {
    return await work();
  } finally {
    limit("unlimited:unlimited");
  }
}

describe.runIf(process.platform === "linux")("a full disk", () => {
  it("is told as what it is, loses nothing, and works again once there is space", async () => {
    const own = await TestWardroom.open();
    const text = `${TEXT}  ${"body ".repeat(500_000)}\n`;
    const session = await own.session("large", [], text);
    const error = await withFullDisk(2_400_000, () => refusal("busy", add(session, "mine", own)));
    // The index holds the text as well: whichever meets the end of the disk first says so.
    expect(error.message).toMatch(/space|disk is full/);
    expect(await session.text()).toBe(text);
    expect(await readdir(session.folder)).toEqual(["TEAM-MEMORY.md"]);
    expect((await session.last()).operation).toBe("edited outside");
    await add(session, "mine", own);
    expect(await session.text()).toBe(`${text}- [Finding] mine\n`);
    expect(await own.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });

  it.runIf(!isOnPostgresql())("where even the history cannot grow, changes nothing and works again", async () => {
    const own = await TestWardroom.open();
    const session = await own.session("small", ["implementer-1"]);
    const before = await session.text();
    // What was written already may be written over: no more than fits is taken before it is full.
    const results = await withFullDisk(4096, () =>
      Promise.allSettled([1, 2, 3].map((n) => add(session, String(n), own))),
    );
    for (const result of results) {
      if (result.status === "rejected") await refusal("busy", Promise.reject(result.reason as Error));
    }
    expect(results.some(({ status }) => status === "rejected")).toBe(true);
    expect(await session.text()).toBe(before);
    await add(session, "after", own);
    expect((await session.items()).map(({ text }) => text)).toEqual(["after"]);
    expect(await own.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });
});

it.runIf(!isOnPostgresql())(
  "what was written beside a file goes with the transaction that the database refused",
  async () => {
    const session = await wardroom.session("refused", [], TEXT);
    await wardroom.sql(`CREATE TRIGGER refusing BEFORE INSERT ON "Event" BEGIN SELECT RAISE(ABORT, 'refusing'); END`);
    await expect(add(session)).rejects.toThrow("refusing");
    await wardroom.sql("DROP TRIGGER refusing");
    expect(await readdir(session.folder)).toEqual(["TEAM-MEMORY.md"]);
    await add(session);
    expect((await session.items()).map(({ text }) => text)).toEqual(["one", "mine"]);
  },
);
