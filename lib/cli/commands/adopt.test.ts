import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const idOf = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const CLAUDE = `claude:${idOf(1)}`;

let wardroom: TestWardroom;
let home: string;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1", "implementer-2"]);
  home = wardroom.folder;
});

const adopt = (argv: string[] = [], said: Said = {}) => wardroomCli(wardroom, ["--no-color", "adopt", ...argv], said);
const record = async (path: string, ...lines: unknown[]) => {
  const place = join(home, path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return place;
};
const claude = (digit: number, cwd: string, text = "Shall I go on?") =>
  record(`.claude/projects/-shop/${idOf(digit)}.jsonl`, { cwd, message: { content: [{ type: "text", text }] } });
const listed = async () =>
  (JSON.parse((await adopt(["--json"])).out) as { items: { run: string; role: string | null; words: string }[] }).items;
const runs = async () => (await wardroom.services.runs.list(OWNER, { workspace: "demo", session: "one" })).items;

it("finds the conversations of each client in this project, and seats them where nobody is at work", async () => {
  await claude(1, wardroom.files);
  await record(`.codex/sessions/2026/11/29/rollout-2026-11-29T10-00-00-${idOf(2)}.jsonl`, {
    type: "session_meta",
    payload: { id: idOf(2), cwd: join(wardroom.files, "src") },
  });
  const digest = createHash("sha256").update(wardroom.files).digest("hex");
  await record(`.gemini/tmp/${digest}/chats/session-2026-11-29T10-00-x.json`, { sessionId: "g1", messages: [] });
  await record(".local/share/opencode/storage/session/p/ses_7f0c.json", { id: "ses_7f0c", directory: wardroom.files });
  const found = (await listed()).map(({ run }) => run).sort();
  expect(found).toEqual([CLAUDE, `codex:${idOf(2)}`, "gemini:g1", "opencode:ses_7f0c"]);
  // Without a terminal nothing is done that was not said.
  expect((await adopt()).out).toContain("Shall I go on?");
  expect(await runs()).toEqual([]);
  const { code, err } = await adopt(["--all"]);
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("Add --yes") as string });
  const { out } = await adopt(["--all", "--yes"]);
  expect(out.match(/^Seated: \S+ as implementer-[12]\.$/gm)).toHaveLength(2);
  expect((await runs()).map(({ role, state }) => `${role} ${state}`)).toEqual([
    "implementer-1 at work",
    "implementer-2 at work",
  ]);
  expect((await listed()).filter(({ role }) => role === null)).toHaveLength(2);
});

it("asks at a terminal for each, and takes one key", async () => {
  await claude(1, wardroom.files);
  const { out, err } = await adopt([], { typed: ["2"] });
  expect(out + err).toContain(`Seated: ${CLAUDE} as implementer-2.`);
  expect((await runs()).map(({ id, role }) => [id, role])).toEqual([[CLAUDE, "implementer-2"]]);
});

it("seats the conversation that is named, also beside another, and says what is wrong otherwise", async () => {
  expect((await adopt([CLAUDE, "implementer-1"])).out).toBe(`Seated: ${CLAUDE} as implementer-1.\n`);
  expect((await adopt([`claude:${idOf(2)}`, "Implementer-1"])).code).toBe(0);
  expect((await runs()).map(({ role }) => role)).toEqual(["implementer-1", "implementer-1"]);
  expect((await adopt([CLAUDE])).err).toContain(`wardroom adopt ${CLAUDE} implementer-1`);
  expect((await adopt([CLAUDE, "tester-1"])).err).toContain("tester-1 is no active role of one");
  expect((await adopt(["no run", "implementer-1"])).code).toBe(2);
});

it("trusts nothing that it finds", async () => {
  await claude(1, wardroom.files, "\u001b[2J\u202Egone\nnext");
  await claude(2, "/elsewhere");
  // What a text quotes is not where it works.
  await claude(3, "/elsewhere", `{"cwd":"${wardroom.files}"}`);
  await claude(4, `${wardroom.files}-other`);
  const old = await claude(5, wardroom.files);
  await utimes(old, new Date(), new Date(Date.now() - 2 * 60 * 60_000));
  const folder = join(home, ".claude/projects/-shop");
  await symlink(join(folder, `${idOf(1)}.jsonl`), join(folder, `${idOf(6)}.jsonl`));
  await symlink(folder, join(home, ".claude/projects/-loop"));
  execFileSync("mkfifo", [join(folder, `${idOf(7)}.jsonl`)]);
  await mkdir(join(folder, `${idOf(8)}.jsonl`));
  await record(`.claude/projects/-shop/${idOf(9)}.jsonl`, `{"cwd":"\\u0000${"x".repeat(100_000)}`, "\u0000{]");
  await record(".claude/projects/-shop/a b.jsonl", { cwd: wardroom.files });
  await record(`.gemini/tmp/x/chats/session-1.json`, { sessionId: "a b\n", cwd: wardroom.files });
  const items = await listed();
  expect(items.map(({ run }) => run)).toEqual([CLAUDE]);
  for (const sign of ["\u001b", "\u202e", "\n"]) expect(items[0]?.words).not.toContain(sign);
});

it("looks at no more than the newest of very many", async () => {
  const folder = join(home, ".claude/projects/-shop");
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < 10_000; index++) {
    const name = `${String(index).padStart(8, "0")}-0000-4000-8000-000000000000.jsonl`;
    await writeFile(join(folder, name), `{"cwd":${JSON.stringify(wardroom.files)}}`);
  }
  expect((await listed()).length).toBeLessThanOrEqual(100);
});
