import { execFile, execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { putIgnoreLines } from "@/lib/core/protocol/plan-init";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEXT = "# T\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const DEMO = { workspace: "demo" };
/** Git's surroundings, with nobody's settings. */
const NOBODY = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "Mia"],
      [`GIT_${who}_EMAIL`, "mia@example.org"],
    ]),
  ),
};

/** Two sessions in a repository, committed on `main` and with more lines on `fix`, which is checked out. */
async function repository() {
  const wardroom = await TestWardroom.open();
  const sessions = [await wardroom.session("a", [], TEXT), await wardroom.session("b", [], TEXT)];
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=Mia", "-c", "user.email=mia@example.org", "-c", "core.autocrlf=false", ...args],
      {
        cwd: wardroom.files,
        stdio: "pipe",
        env: { ...process.env, ...NOBODY },
      },
    );
  const add = async (text: string) => {
    for (const session of sessions)
      await wardroom.services.memory.add(
        actingAs("implementer-1"),
        session.params,
        { tag: "Finding", text },
        PLAIN_REQUEST,
      );
  };
  /** Looks at every document; the commands that the edits found since are said to come from, and how many acts they are. */
  const look = async (since: number) => {
    await wardroom.services.events.verify(OWNER, DEMO);
    for (const session of sessions) await session.revisions();
    const { items } = await wardroom.services.events.list(OWNER, DEMO, { limit: 500, format: "json" });
    const payloads = items
      .filter(({ id, action }) => id > since && action.endsWith("_outside"))
      .map(({ payload }) => payload as { act?: string; command?: string });
    return {
      commands: payloads.map(({ command }) => command),
      acts: new Set(payloads.map(({ act }) => act)).size,
      last: Math.max(...items.map(({ id }) => id)),
      overwritten: items.filter(({ id, action }) => id > since && action === "document.overwritten").length,
    };
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "fix");
  await add("on fix");
  git("commit", "-qam", "two");
  const proposed = async () => (await wardroom.services.repairs.list(OWNER, DEMO, { state: "proposed" })).items;
  return { wardroom, sessions, git, add, look, proposed, last: (await look(0)).last };
}

describe.runIf(hasGit())("git", () => {
  it("checks out another branch: one act for all files, in which nothing is put back unasked", async () => {
    const { git, look, last, sessions, wardroom } = await repository();
    await wardroom.services.repairs.configure(OWNER, DEMO, { mode: "repair" }, PLAIN_REQUEST);
    git("checkout", "-q", "main");
    const found = await look(last);
    expect(found).toMatchObject({ commands: ["git", "git"], acts: 1 });
    for (const session of sessions) {
      expect(await session.text()).toBe(TEXT);
      expect(await session.last()).toMatchObject({ detail: { command: "git" } });
    }
    git("merge", "-q", "fix");
    expect(await look(found.last)).toMatchObject({
      commands: ["git", "git"],
      acts: 1,
      overwritten: 0,
    });
  });

  it("stashes changes and pops them: an act each", async () => {
    const { git, look, add, sessions } = await repository();
    await add("not committed");
    const { last } = await look(0);
    git("stash");
    const stashed = await look(last);
    expect(stashed).toMatchObject({ commands: ["git", "git"], acts: 1 });
    git("stash", "pop");
    const popped = await look(stashed.last);
    expect(popped).toMatchObject({ commands: ["git", "git"], acts: 1, overwritten: 0 });
    for (const session of sessions) expect(await session.text()).toContain("not committed");
  });

  it("rebases and resets: an act each", async () => {
    const { git, look, last, wardroom } = await repository();
    git("checkout", "-q", "main");
    await writeFile(`${wardroom.files}/other.txt`, "other\n");
    git("add", "-A");
    git("commit", "-qm", "three");
    git("checkout", "-q", "fix");
    const { last: before } = await look(last);
    git("reset", "-q", "--hard", "HEAD~1");
    const reset = await look(before);
    expect(reset).toMatchObject({ commands: ["git", "git"], acts: 1 });
    git("reset", "-q", "--hard", "HEAD@{1}");
    const back = await look(reset.last);
    git("checkout", "-q", "main");
    const main = await look(back.last);
    git("rebase", "-q", "main", "fix");
    expect(await look(main.last)).toMatchObject({ acts: 1, commands: ["git", "git"] });
  });

  it("removes a file with a branch that lacks it, and brings it back: both are git's", async () => {
    const { git, look, last } = await repository();
    git("rm", "-rq", ".agent/teams/b");
    git("commit", "-qm", "without b");
    git("checkout", "-q", "main");
    const { last: before } = await look(last);
    git("checkout", "-q", "fix");
    const found = await look(before);
    expect(found).toMatchObject({ commands: ["git", "git"], acts: 1 });
    git("checkout", "-q", "main");
    expect(await look(found.last)).toMatchObject({ commands: ["git", "git"], acts: 1 });
  });

  it("is not taken for who saves an older text right after a checkout", async () => {
    const { git, look, last, sessions } = await repository();
    git("checkout", "-q", "main");
    git("checkout", "-q", "fix");
    const { last: before } = await look(last);
    for (const session of sessions) await session.put(`${TEXT}- [Finding] mine\n`);
    expect(await look(before)).toMatchObject({ commands: [undefined, undefined], overwritten: 2 });
  });

  it("takes lines out of files: they are proposed until they are back, and one click puts them back", async () => {
    const { git, look, add, sessions, proposed, wardroom } = await repository();
    await add("said and not committed");
    await look(0);
    for (const [away, back] of [
      [["stash"], ["stash", "pop"]],
      [["stash"], null],
    ] as const) {
      git(...away);
      await look(0);
      const found = await proposed();
      expect(found.map(({ lines }) => lines)).toEqual(
        found.map(() => [expect.stringContaining("not committed") as string]),
      );
      expect(found).toHaveLength(2);
      if (back !== null) git(...back);
      else {
        for (const { id } of found)
          await wardroom.services.repairs.apply(OWNER, { workspace: "demo", repair: id }, PLAIN_REQUEST);
      }
      await look(0);
      expect(await proposed()).toEqual([]);
      for (const session of sessions) expect((await session.text()).split("said and not committed")).toHaveLength(2);
    }
  });

  it.each([
    ["a merge that waits", (git: Git) => expect(() => git("merge", "fix")).toThrow(), ["merge", "--abort"]],
    ["a rebase that waits", (git: Git) => expect(() => git("rebase", "fix")).toThrow(), ["rebase", "--abort"]],
    ["a bisect", (git: Git) => git("bisect", "start"), ["bisect", "reset"]],
  ])("writes nothing during %s, and tells who wanted to", async (_, begin, end) => {
    const { git, look, add, sessions } = await repository();
    git("checkout", "-q", "main");
    await look(0);
    await add("of main");
    git("commit", "-qam", "of main");
    begin(git);
    const texts = await Promise.all(sessions.map((session) => session.text()));
    await expect(add("meanwhile")).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining("Git") as string,
    });
    expect(await Promise.all(sessions.map((session) => session.text()))).toEqual(texts);
    git(...end);
    await add("afterwards");
    for (const session of sessions) expect(await session.text()).toContain("afterwards");
  });
});

type Git = Awaited<ReturnType<typeof repository>>["git"];

describe.runIf(hasGit())("two agents beside git, where it does not track the files, as init has it", () => {
  it.each([
    ["checkout there and back", "git checkout -q code.txt; git checkout -q other; git checkout -q main"],
    ["a rebase of ten commits", "git checkout -q code.txt; git rebase -q other"],
    ["stash and pop", "git stash -q; git stash pop -q"],
    [
      "a pull with a conflict",
      "git checkout -q code.txt; ! git pull -q --no-rebase . clash; sleep 0.5; git merge --abort",
    ],
  ])("%s: no line is lost, none is proposed, and no way is barred", async (_, script) => {
    const { wardroom, sessions, git, proposed } = await repository();
    const code = (text: string) => writeFile(`${wardroom.files}/code.txt`, text);
    const commit = async (text: string) => {
      await code(text);
      git("add", "code.txt");
      git("commit", "-qm", text);
    };
    git("branch", "-qM", "main");
    await writeFile(`${wardroom.files}/.gitignore`, putIgnoreLines(""));
    git("rm", "-rq", "--cached", ".agent/teams");
    git("add", ".gitignore");
    git("commit", "-qm", "files are not tracked");
    await commit("first");
    git("checkout", "-qb", "clash");
    await commit("clash");
    git("checkout", "-qb", "other", "main");
    git("commit", "-q", "--allow-empty", "-m", "other");
    git("checkout", "-q", "main");
    for (let count = 0; count < 10; count++) await commit(`commit ${count}`);
    await code("not committed");

    let isOver = false;
    const said: string[] = [];
    const agent = async (role: string) => {
      for (let count = 0; !isOver || count < 3; count++) {
        const text = `${role} said ${count} meanwhile`;
        for (const { params } of sessions) {
          const added = wardroom.services.memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);
          await added.then(
            () => said.push(`${params.session}: ${text}`),
            (error: unknown) => expect(error).toMatchObject({ code: "busy" }),
          );
        }
      }
    };
    const agents = [agent("implementer-1"), agent("implementer-2")];
    const env = { ...process.env, ...NOBODY };
    await promisify(execFile)("bash", ["-ec", script], { cwd: wardroom.files, env }).finally(() => (isOver = true));
    await Promise.all(agents);
    expect(said.length).toBeGreaterThan(5);
    const texts = new Map(
      await Promise.all(sessions.map(async (session) => [session.id, await session.text()] as const)),
    );
    for (const line of said) {
      const [id = "", text = ""] = line.split(": ");
      expect(texts.get(id)).toContain(text);
    }
    expect(await proposed()).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });
});
