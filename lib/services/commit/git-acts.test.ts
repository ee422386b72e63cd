import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEXT = "# T\n\n## implementer-1\n- [Finding] one\n\n## implementer-2\n- [Finding] two\n";
const DEMO = { workspace: "demo" };

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
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
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
  it("checks out another branch: one act for all files, and no save of an older text", async () => {
    const { git, look, last, sessions, wardroom } = await repository();
    await wardroom.services.repairs.configure(OWNER, DEMO, { mode: "repair" }, PLAIN_REQUEST);
    git("checkout", "-q", "main");
    const found = await look(last);
    expect(found).toMatchObject({ commands: ["git checkout main", "git checkout main"], acts: 1, overwritten: 0 });
    for (const session of sessions) {
      expect(await session.text()).toBe(TEXT);
      expect(await session.last()).toMatchObject({ detail: { command: "git checkout main" } });
    }
    git("merge", "-q", "fix");
    expect(await look(found.last)).toMatchObject({
      commands: ["git merge fix", "git merge fix"],
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
    expect(stashed).toMatchObject({ commands: ["git stash", "git stash"], acts: 1, overwritten: 0 });
    git("stash", "pop");
    const popped = await look(stashed.last);
    expect(popped).toMatchObject({ commands: ["git stash pop", "git stash pop"], acts: 1, overwritten: 0 });
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
    expect(reset).toMatchObject({ commands: ["git reset HEAD~1", "git reset HEAD~1"], acts: 1, overwritten: 0 });
    git("reset", "-q", "--hard", "HEAD@{1}");
    const back = await look(reset.last);
    git("checkout", "-q", "main");
    const main = await look(back.last);
    git("rebase", "-q", "main", "fix");
    expect(await look(main.last)).toMatchObject({ acts: 1, overwritten: 0, commands: ["git rebase", "git rebase"] });
  });

  it("removes a file with a branch that lacks it, and brings it back: both are git's", async () => {
    const { git, look, last } = await repository();
    git("rm", "-rq", ".agent/teams/b");
    git("commit", "-qm", "without b");
    git("checkout", "-q", "main");
    const { last: before } = await look(last);
    git("checkout", "-q", "fix");
    const found = await look(before);
    expect(found).toMatchObject({ commands: ["git checkout fix", "git checkout fix"], acts: 1 });
    git("checkout", "-q", "main");
    expect(await look(found.last)).toMatchObject({ commands: ["git checkout main", "git checkout main"], acts: 1 });
  });

  it("is not taken for who saves an older text right after a checkout", async () => {
    const { git, look, last, sessions } = await repository();
    git("checkout", "-q", "main");
    git("checkout", "-q", "fix");
    const { last: before } = await look(last);
    for (const session of sessions) await session.put(`${TEXT}- [Finding] mine\n`);
    expect(await look(before)).toMatchObject({ commands: [undefined, undefined], overwritten: 2 });
  });

  it("cannot bring back what it stashed: the lines are proposed until they are back, or the stash is dropped", async () => {
    const { git, look, add, sessions, proposed, wardroom } = await repository();
    await add("said and not committed");
    await look(0);
    git("stash");
    await look(0);
    await add("said since");
    await look(0);
    expect(() => git("stash", "pop")).toThrow(/would be overwritten|CONFLICT|conflict/);
    const found = await proposed();
    expect(found).toHaveLength(2);
    for (const each of found) {
      const lines = [expect.stringContaining("said and not committed")];
      expect(each).toMatchObject({ kind: "stashed", lines, authors: ["implementer-1"], overlaps: false });
      await wardroom.services.repairs.apply(OWNER, { workspace: "demo", repair: each.id }, PLAIN_REQUEST);
    }
    for (const session of sessions) {
      for (const text of ["said and not committed", "said since", "on fix"])
        expect((await session.text()).split(text)).toHaveLength(2);
    }
    expect(await proposed()).toEqual([]);
  });

  it("brings back what a rebase put aside: nothing is proposed", async () => {
    const { git, look, add, sessions, proposed } = await repository();
    const commit = async (branch: string, text: string) => {
      git("checkout", "-q", branch);
      for (const session of sessions) await session.put((await session.text()).replace("- [Finding] two\n", text));
      git("commit", "-qam", text.trim());
      await look(0);
    };
    await commit("main", "- [Finding] two\n- [Finding] of main\n");
    git("checkout", "-q", "fix");
    await look(0);
    await add("not committed");
    await look(0);
    git("rebase", "-q", "--autostash", "main");
    await look(0);
    for (const session of sessions) expect(await session.text()).toContain("not committed");
    expect(await proposed()).toEqual([]);
  });

  it("checks out another branch: what that lacks is committed, and nothing is proposed", async () => {
    const { git, look, proposed } = await repository();
    git("checkout", "-q", "main");
    await look(0);
    expect(await proposed()).toEqual([]);
  });

  it("stashes what was said: proposed while the stash has it, and no more once it is popped or dropped", async () => {
    const { git, look, add, proposed } = await repository();
    await add("not committed");
    await look(0);
    git("stash");
    await look(0);
    expect(await proposed()).toHaveLength(2);
    git("stash", "pop");
    await look(0);
    expect(await proposed()).toEqual([]);
    git("stash");
    await look(0);
    git("stash", "drop");
    expect(await proposed()).toEqual([]);
  });
});
