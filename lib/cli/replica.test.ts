import { once } from "node:events";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { FILE, put, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

let team: ReplicaCommand;
let command: ReplicaCommand["command"];
let server: ReplicaCommand["server"];
let here: string;
beforeAll(async () => {
  team = await ReplicaCommand.open();
  ({ command, server, here } = team);
});
afterEach(() => team.stop());
afterAll(() => team.close());

const params = { workspace: "team", session: "checkout" };
const add = (text: string, role = "implementer-1") =>
  server.runtime.services.memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);
const there = async () => (await server.runtime.services.files.read(OWNER, { workspace: "team" }, { path: FILE })).text;
const checkout = (name: string) => team.checkout(name);
const bring = (folder: string, more?: string[]) => team.bring(folder, more);
const start = (folder: string) => team.start(folder);
/** Adds a line to a role's section, as a person does half a second after git or whoever wrote the file before. */
function edit(folder: string, line: string, role = "implementer-2"): void {
  const heading = `## ${role}\n`;
  const path = join(folder, FILE);
  // Clocks of file systems are coarse, and a machine's clock may be set back by a little.
  const later = new Date(Math.max(Date.now(), statSync(path).mtimeMs + 500));
  writeFileSync(path, readFileSync(path, "utf8").replace(heading, `${heading}- [Finding] ${line}\n`));
  utimesSync(path, later, later);
}

/** Runs a script of git that has to succeed, with nobody's settings. */
async function gitIn(cwd: string, script: string): Promise<void> {
  const names = ["AUTHOR", "COMMITTER"].map((who) => `GIT_${who}_NAME=m GIT_${who}_EMAIL=m@example.org`);
  const whole = `set -e; export GIT_CONFIG_GLOBAL=/dev/null ${names.join(" ")}; ${script}`;
  expect(await command.bash(whole, { cwd })).toMatchObject({ code: 0 });
}

test("an edit here appears there, and what is said there appears here", async () => {
  const folder = await checkout("laptop");
  const { said } = start(folder);
  await vi.waitFor(async () => expect(await read(folder)).toContain("## implementer-2"));
  edit(folder, "from the laptop");
  await vi.waitFor(async () => expect(await there()).toContain("from the laptop"));
  await add("from the server");
  await vi.waitFor(async () => expect(await read(folder)).toContain("from the server"));
  expect(await read(folder)).toBe(await there());
  const { items } = await server.runtime.services.replicas.list(OWNER, { workspace: "team" });
  expect(items).toMatchObject([{ state: "live", conflicts: [] }]);
  const [last] = (
    await server.runtime.services.events.list(
      OWNER,
      { workspace: "team" },
      { action: "document.edited_outside", limit: 1, format: "json" },
    )
  ).items;
  expect(last?.payload).toMatchObject({ replica: items[0]?.id });
  expect(said()).toContain("are kept in step");
});

test("what was edited while the replica was away is joined with what came meanwhile, once", async () => {
  const folder = await checkout("train");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  edit(folder, "on the train");
  await add("in the office");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const text = await there();
  expect(text.split("\n").filter((line) => /on the train|in the office/.test(line))).toHaveLength(2);
  expect(await read(folder)).toBe(text);
});

test("where both changed one line, the file stays, the server's text lies beside it, and somebody decides", async () => {
  const folder = await checkout("conflict");
  await add("to be worded");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const mine = (await read(folder)).replace("to be worded", "as the laptop words it");
  await put(folder, mine);
  await server.runtime.services.memory.edit(
    OWNER,
    params,
    { oldString: "to be worded", newString: "as the server words it" },
    PLAIN_REQUEST,
  );
  const ended = await bring(folder);
  expect(ended).toMatchObject({ code: 5, err: expect.stringContaining("changed in the same lines") as string });
  expect(await read(folder)).toBe(mine);
  expect(await read(team.state(folder), `theirs/${FILE}`)).toContain("as the server words it");
  expect((await command.run(["replica", "status"], { cwd: folder })).out).toContain("wardroom replica resolve");
  expect((await server.runtime.services.replicas.list(OWNER, { workspace: "team" })).items[0]?.conflicts).toEqual([
    FILE,
  ]);
  expect(await command.run(["replica", "resolve", FILE], { cwd: folder })).toMatchObject({ code: 0 });
  expect(await there()).toContain("as the laptop words it");
  expect(await there()).not.toContain("as the server words it");
});

test("a removed file can be restored or replaced, and a credential that sees less deletes nothing", async () => {
  const folder = await checkout("undone");
  const path = ".microai/knowledge/shared/undone.md";
  const held = () => server.runtime.services.files.read(OWNER, { workspace: "team" }, { path });
  for (const text of ["# One\n", "# Two\n", "# One\n"]) {
    await put(folder, text, path);
    expect(await bring(folder)).toMatchObject({ code: 0 });
    expect((await held()).text).toBe(text);
    expect(await read(folder, path)).toBe(text);
    await rm(join(folder, path));
    expect(await bring(folder)).toMatchObject({ code: 0 });
    await expect(held()).rejects.toMatchObject({ code: "not_found" });
  }
  const other = { id: "another", feature: "Another", roles: [] };
  await server.runtime.services.sessions.create(OWNER, { workspace: "team" }, other, PLAIN_REQUEST);
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const theirs = ".agent/teams/another/TEAM-MEMORY.md";
  const before = await read(folder, theirs);
  expect(before).not.toBe("");
  const as = { ...params, role: "implementer-1" };
  const { token } = await server.runtime.services.tokens.mint(OWNER, as, PLAIN_REQUEST);
  await bring(folder, ["--token", token]);
  expect(await read(folder, theirs)).toBe(before);
});

test("two checkouts that write at once, one of them killed time and again, lose nothing and double nothing", async () => {
  const folders = [await checkout("one"), await checkout("two")];
  for (const folder of folders) expect(await bring(folder)).toMatchObject({ code: 0 });
  const lines: string[] = [];
  let last = start(folders[0] ?? "");
  start(folders[1] ?? "");
  for (let count = 0; count < 12; count++) {
    const at = count % 2;
    const line = `checkout ${at} has number ${count}.`;
    edit(folders[at] ?? "", line, `implementer-${at + 1}`);
    lines.push(line);
    if (at === 1) await add(`said at ${count}.`).then(() => lines.push(`said at ${count}.`));
    if (count % 4 === 3) {
      last.child.kill("SIGKILL");
      await once(last.child, "exit");
      last = start(folders[0] ?? "");
    }
    await vi.waitFor(async () => expect(await there()).toContain(line));
  }
  await vi.waitFor(async () => {
    const text = await there();
    for (const folder of folders) expect(await read(folder)).toBe(text);
  });
  const text = (await there()).split("\n");
  for (const line of lines)
    expect(
      text.filter((each) => each.includes(line)),
      line,
    ).toHaveLength(1);
});

test("an old text that git checks out is no edit, and is brought up to date", async () => {
  const folder = await checkout("branches");
  const git = (script: string) =>
    command.bash(`set -e; export GIT_CONFIG_GLOBAL=/dev/null; ${script}`, { cwd: folder });
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const commit = "git -c user.name=m -c user.email=m@example.org commit -qm old";
  expect(await git(`git init -q -b main && git add .agent && ${commit}`)).toMatchObject({ code: 0 });
  await add("after the commit");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await git(`git checkout -qb newer && git add .agent && ${commit} && git checkout -q main`)).toMatchObject({
    code: 0,
  });
  expect(await read(folder)).not.toContain("after the commit");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await there()).toContain("after the commit");
  expect(await read(folder)).toBe(await there());
});

test("where most files are missing at once nothing is removed at the server until somebody says so", async () => {
  const folder = await checkout("emptied");
  const names = ["a", "b", "c", "d", "e", "f"].map((name) => `.microai/knowledge/shared/${name}.md`);
  for (const path of names) await put(folder, `# ${path}\n`, path);
  expect(await bring(folder)).toMatchObject({ code: 0 });
  for (const path of names) expect(await read(here, path)).toBe(`# ${path}\n`);
  await rm(join(folder, ".microai"), { recursive: true });
  await rm(join(folder, ".agent"), { recursive: true });
  const held = await bring(folder);
  expect(held.err).toContain("Nothing is removed at the server");
  for (const path of names) expect(await read(here, path)).not.toBe("");
  expect(await bring(folder, ["--restore"])).toMatchObject({ code: 0 });
  for (const path of names) expect(await read(folder, path)).toBe(`# ${path}\n`);
  await rm(join(folder, ".microai"), { recursive: true });
  expect(await bring(folder, ["--remove"])).toMatchObject({ code: 0 });
  for (const path of names) expect(await read(here, path)).toBe("");
  expect(await read(here)).toContain("TEAM-MEMORY");
});

test("a credential that is not accepted, a workspace that is not there and another server are told, and change nothing", async () => {
  const folder = await checkout("refused");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  edit(folder, "kept until then");
  const mine = await read(folder);
  const refused = await bring(folder, ["--token", `wr_gone_${"x".repeat(43)}`]);
  expect(refused.code).toBe(3);
  const other = await command.run(["replica", "--url", server.url, "--workspace", "renamed", "--once"], {
    cwd: folder,
  });
  expect(other).toMatchObject({ code: 5, err: expect.stringContaining("is kept in step with team") as string });
  const away = await command.run(["replica", "--once"], { cwd: folder, env: { WARDROOM_URL: "http://127.0.0.1:9" } });
  expect(away.code).not.toBe(0);
  expect(await read(folder)).toBe(mine);
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await there()).toContain("kept until then");
});

test("what was edited, created or removed while no replica ran is listed as waiting, and what git brought is not", async () => {
  const folder = await checkout("waiting");
  const [kept, gone, made] = ["kept", "gone", "made"].map((name) => `.microai/knowledge/shared/waiting-${name}.md`);
  await put(folder, "# Gone\n", gone);
  await put(folder, "# Kept\n", kept);
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const waiting = async () => {
    const { out } = await command.run(["replica", "status", "--json"], { cwd: folder });
    return (JSON.parse(out) as { waiting: string[] }).waiting.sort();
  };
  expect(await waiting()).toEqual([]);
  edit(folder, "while none runs");
  await rm(join(folder, gone ?? ""));
  await put(folder, "# Made\n", made);
  expect(await waiting()).toEqual([FILE, gone, made]);
  expect((await command.run(["replica", "status"], { cwd: folder })).out).toContain("3 changes not pushed yet");
  // Neither does one that runs and does not reach its server.
  const ended = readFileSync(join(team.state(folder), "standing.json"), "utf8");
  await put(team.state(folder), ended.replace(/"said":null/, '"said":"No Wardroom answers."'), "standing.json");
  await put(team.state(folder), `${process.pid}\n`, "lock");
  expect(await waiting()).toEqual([FILE, gone, made]);
  await put(team.state(folder), ended, "standing.json");
  expect(await waiting()).toEqual([]);
  await rm(join(team.state(folder), "lock"));
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await waiting()).toEqual([]);
  const git = (script: string) => gitIn(folder, script);
  await git("git init -q -b main; git add .agent; git commit -qm one");
  await add("after the first commit");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  await git("git stash -q; git checkout -q -b old");
  expect(await read(folder)).not.toContain("after the first commit");
  expect(await waiting()).toEqual([]);
});

test("a file that git has is removed for good by rm, also after a pull that still has it, and comes back where git took it", async () => {
  const folder = await checkout("pulled");
  const [removed, taken] = ["removed", "taken"].map((name) => `.microai/knowledge/shared/pulled-${name}.md`) as [
    string,
    string,
  ];
  for (const path of [removed, taken]) await put(folder, `# ${path}\n`, path);
  await gitIn(folder, "git init -q -b main");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const [origin, other] = [`${folder}.git`, `${folder}-other`];
  const files = [`add ${removed} ${taken}`, "commit -qm one", `clone -q --bare . ${origin}`];
  const linked = [`remote add origin ${origin}`, "fetch -q", "branch -q -u origin/main", `clone -q ${origin} ${other}`];
  await gitIn(folder, [...files, ...linked].map((words) => `git ${words}`).join("; "));
  await rm(join(folder, removed));
  expect(await bring(folder)).toMatchObject({ code: 0 });
  await gitIn(other, `echo x > x; git add x; git rm -q ${taken}; git commit -qm two; git push -q`);
  await gitIn(folder, "git pull -q --ff-only");
  expect(await read(folder, taken)).toBe("");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  for (const root of [folder, here]) expect(await read(root, removed)).toBe("");
  for (const root of [folder, here]) expect(await read(root, taken)).toBe(`# ${taken}\n`);
  // Git brings it anew: what the server does not know waits for somebody, and what it knows is removed once more.
  const bringAnew = async (text: string) => {
    await gitIn(other, `printf '${text}' > ${removed}; git commit -qam anew; git push -q`);
    await gitIn(folder, "git pull -q --ff-only");
    expect(await read(folder, removed)).not.toBe("");
    return bring(folder);
  };
  expect(await bringAnew("# Of git alone")).toMatchObject({ code: 5 });
  expect(await command.run(["replica", "resolve", removed, "--take"], { cwd: folder })).toMatchObject({ code: 0 });
  for (const root of [folder, here]) expect(await read(root, removed)).toBe("");
  expect(await bringAnew(`# ${removed}\\n`)).toMatchObject({ code: 0 });
  for (const root of [folder, here]) expect(await read(root, removed)).toBe("");
});

test("what git could not merge is not pushed: status names the file, and what is settled is pushed", async () => {
  const folder = await checkout("merging");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  const start = `git init -q -b main; git add ${FILE}; git commit -qm one; git checkout -qb fix`;
  await gitIn(folder, start);
  edit(folder, "theirs");
  await gitIn(folder, "git commit -qam theirs; git checkout -q main");
  edit(folder, "mine");
  expect(await bring(folder)).toMatchObject({ code: 0 });
  await gitIn(folder, "git commit -qam mine; ! git merge -q fix");
  expect(await read(folder)).toContain("<<<<<<<");

  const waits = await bring(folder);
  expect(waits).toMatchObject({ code: 5 });
  expect(waits.out).toContain(`finish what git status names, and it is pushed by itself`);
  expect(waits.out).toContain("if these lines are meant to be there: wardroom replica resolve");
  expect(await there()).not.toMatch(/<<<<<<<|theirs/);

  writeFileSync(join(folder, FILE), (await read(folder)).replace(/^[<=>]{7}.*\n/gm, ""));
  await gitIn(folder, `git add ${FILE}; git commit -qm merged`);
  expect(await bring(folder)).toMatchObject({ code: 0 });
  expect(await there()).toMatch(/mine\n- \[Finding\] theirs/);
  expect(await read(folder)).toBe(await there());
});
