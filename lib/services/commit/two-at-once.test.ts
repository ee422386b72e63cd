import { execFile, execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { swapLinks } from "@/lib/store/testing/swap-links.fixture";

const DEMO = { workspace: "demo" };
const TEXT = "# T\n\n## implementer-1\n- [Finding] first\n";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  return () => wardroom.dispose();
});

/** Of these texts, those that are in neither the file nor any revision. */
async function lostOf(session: TestSession, texts: readonly string[]): Promise<string[]> {
  const missing = new Set(texts);
  const strike = (text: string) => {
    for (const each of missing) if (text.includes(each)) missing.delete(each);
  };
  strike(await session.text());
  for (const { revision } of await session.revisions()) {
    if (missing.size > 0) strike((await wardroom.services.revisions.get(OWNER, { ...session.params, revision })).text);
  }
  return [...missing];
}

it.runIf(hasGit())(
  "a session that is deleted and restored while git changes branches ends nothing, and loses no line",
  async () => {
    const { sessions, memory, events, unfinished } = wardroom.services;
    const moved = await wardroom.session("moved", [], TEXT);
    const busy = await wardroom.session("busy", [], TEXT);
    const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Mia", "-c", "user.email=mia@example.org", ...args], {
        cwd: wardroom.files,
        env: environment,
        stdio: "pipe",
      });
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "both");
    git("checkout", "-qb", "without");
    git("rm", "-rq", "--cached", ".agent/teams/moved");
    git("commit", "-qm", "one");
    const added: string[] = [];
    const refused: string[] = [];
    const attempt = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error: unknown) => {
          refused.push((error as { code?: string }).code ?? String(error));
          return false;
        },
      );
    for (let round = 0; round < 6; round++) {
      const restored = attempt(sessions.remove(OWNER, moved.params, PLAIN_REQUEST)).then(() =>
        attempt(sessions.restore(OWNER, moved.params, PLAIN_REQUEST)),
      );
      const text = `added in round ${String(round)}`;
      const body = { tag: "Finding", text } as const;
      const adding = attempt(memory.add(actingAs("implementer-1"), busy.params, body, PLAIN_REQUEST));
      git("checkout", "-qf", round % 2 === 0 ? "main" : "without");
      if (await adding) added.push(text);
      await restored;
    }
    // What met the other branch's folder was refused in words of the table.
    expect(refused.filter((code) => !["not_found", "conflict", "busy", "gone"].includes(code))).toEqual([]);
    expect(await lostOf(busy, added)).toEqual([]);
    expect((await unfinished.list(OWNER, DEMO)).items).toEqual([]);
    expect(await events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
    await wardroom.reopen();
    git("checkout", "-qf", "main");
    const listed = (await wardroom.services.sessions.list(OWNER, DEMO)).items.map(({ id }) => id);
    const deleted = (await wardroom.services.sessions.listDeleted(OWNER, DEMO)).items.map(({ id }) => id);
    expect([...listed, ...deleted]).toContain("moved");
    await wardroom.services.memory.add(
      actingAs("implementer-1"),
      busy.params,
      { tag: "Finding", text: "after" },
      PLAIN_REQUEST,
    );
    expect(await busy.text()).toContain("after");
    expect(wardroom.runtime.losses).toEqual([]);
  },
);

it.runIf(hasGit())("a rebase while agents write loses none of their lines", async () => {
  const session = await wardroom.session("rebased", [], TEXT);
  const run = promisify(execFile);
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Mia", "-c", "user.email=mia@example.org", ...args], {
      cwd: wardroom.files,
      env: environment,
    });
  const commit = async (name: string) => {
    await writeFile(join(wardroom.files, name), `${name}\n`);
    await git("add", name);
    await git("commit", "-qm", name);
  };
  await git("init", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-qm", "begin");
  await git("checkout", "-qb", "work");
  const added: string[] = [];
  const add = async (text: string) => {
    const body = { tag: "Finding", text } as const;
    // Nothing is recorded while git is at work, and who asked is told.
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST).then(
      () => added.push(text),
      (error: unknown) => expect(error).toMatchObject({ code: "busy" }),
    );
  };
  // A line that comes between git's stash and its look at the checkout has it refuse: then it is tried in another round.
  let rebased = false;
  for (let round = 0; round < 4 || (!rebased && round < 40); round++) {
    const name = String(round);
    await commit(`work-${name}.txt`);
    await add(`uncommitted in round ${name}`);
    await git("checkout", "-q", "main");
    await commit(`main-${name}.txt`);
    await git("checkout", "-q", "work");
    // The changed memory is put on the stash, replaced with each commit, and brought back at the end.
    const rebasing = git("rebase", "-q", "--autostash", "main").catch((error: unknown) => error);
    for (let line = 0; line < 6; line++) await add(`line ${String(line)} of round ${name}`);
    await rebasing;
    await git("checkout", "-q", "-f", "work").catch(() => git("rebase", "--abort"));
    rebased ||= (await readdir(wardroom.files)).includes("main-0.txt");
    // What git leaves behind when it refuses, and has people remove, or it refuses for good.
    await rm(join(wardroom.files, ".git/rebase-merge"), { recursive: true, force: true });
  }
  expect(rebased).toBe(true);
  await wardroom.services.memory.read(OWNER, session.params);
  expect(await lostOf(session, added)).toEqual([]);
  expect((await wardroom.services.unfinished.list(OWNER, DEMO)).items).toEqual([]);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
  expect(wardroom.runtime.losses).toEqual([]);
});

it("a token that is revoked while links take the place of folders adds nothing more, inside or out", async () => {
  const session = await wardroom.session("one", ["implementer-1"], TEXT);
  const role = { ...session.params, role: "implementer-1" };
  const { token, tokenId } = await wardroom.services.tokens.mint(OWNER, role, PLAIN_REQUEST);
  const outside = join(wardroom.folder, "outside");
  mkdirSync(join(outside, "one"), { recursive: true });
  const added: string[] = [];
  let isRevoked = false;
  const report = await swapLinks({
    folders: [join(wardroom.files, ".agent/teams"), session.folder],
    outside,
    swaps: 1_500,
    seed: 7,
    work: async (turn) => {
      if (turn >= 2 && !isRevoked) {
        await wardroom.services.tokens.revoke(OWNER, { ...role, token: tokenId }, PLAIN_REQUEST);
        isRevoked = true;
      }
      const text = `turn ${String(turn)} ends`;
      const body = { tag: "Finding", text };
      const answer = await call("POST", `/api/v1/workspaces/demo/sessions/one/memory/items`, { token, body });
      if (isRevoked) await problem("unauthenticated", answer);
      else if (answer.status === 201) added.push(text);
    },
  });
  expect(report).toMatchObject({ faults: [], outside: ["one"] });
  expect(isRevoked).toBe(true);
  expect(await lostOf(session, added)).toEqual([]);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
});
