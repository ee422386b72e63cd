import { execFileSync } from "node:child_process";
import { mkdir, open as openFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { TestSession, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

const wardroom = await TestWardroom.open();

const TOTAL =
  "import a from 'a';\n\nexport function totalOf(lines) {\n  return round(sum(lines));\n}\n\nconst TAX = 0.2;\n";
type Tag = "Finding" | "Warning";

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "tester-1"]);
  const { memory, inbox, confirmations, curation, gates, relays } = wardroom.services;
  const { params } = demo;
  const path = (name: string) => join(wardroom.files, "src", id, name);
  await mkdir(join(wardroom.files, "src", id), { recursive: true });
  const write = (text: string, name = "total.ts") => writeFile(path(name), text);
  await write(TOTAL);
  const add = async (text: string, role = "implementer-1", tag: Tag = "Finding") => {
    const done = await memory.add(actingAs(role), params, { tag, text }, PLAIN_REQUEST);
    return "item" in done ? done.item.id : done.relay.id;
  };
  const query = { wait: 0, again: "false", all: "false" } as const;
  const read = async (caller: typeof OWNER) => {
    const answer = await inbox.read(caller, params, query, new AbortController().signal);
    await inbox.seen(caller, params, { mark: answer.mark ?? "" });
    return answer.entries.filter(({ kind }) => kind === "cited").map(({ id: item, note }) => `${item}: ${note ?? ""}`);
  };
  /** What is to be checked, as the memory shows it. */
  const toCheck = async () => {
    const { sections } = await memory.read(OWNER, params);
    return Object.fromEntries(
      sections.flatMap(({ items }) =>
        items.flatMap(({ id: item, outdated = [] }) =>
          outdated.map(({ cite, gone }) => [item, `${cite}${gone ? " gone" : ""}`]),
        ),
      ),
    );
  };
  const same = (role: string, item: string) =>
    confirmations.same(role === "Lead" ? OWNER : actingAs(role), { ...params, item }, PLAIN_REQUEST);
  /** The same while a write of Wardroom's takes the place of the file that the editor has open. */
  const typeLate = async (text: string) => {
    const [copy, editor] = [await demo.session.text(), await openFile(demo.session.path, "r+")];
    await add("said meanwhile", "implementer-2");
    await editor.truncate(0);
    await editor.write(addLine(copy, `- [Finding] ${text}`, "## implementer-1"), 0);
    await editor.close();
    return vi.waitFor(() => demo.session.item(text));
  };
  /** The same, announced by a client's hook before anybody has looked at the file. */
  const typeAnnounced = async (text: string) => {
    const before = await demo.session.text();
    const after = addLine(before, `- [Finding] ${text}`, "## implementer-1");
    await writeFile(demo.session.path, after);
    const edit = { role: "implementer-1", before: sha256(before), after: sha256(after) };
    const answer = await wardroom.services.attributions.attribute(OWNER, params, edit, PLAIN_REQUEST);
    expect(answer.attributed).toBe(true);
    return demo.session.item(text);
  };
  const at = (line: number | string, name = "total.ts") => `src/${id}/${name}:${line}`;
  /** Saves the team memory from an editor, which shows it as `change` makes it of what it holds. */
  const save = async (change: (text: string) => string) => {
    await demo.session.put(change(await demo.session.text()));
    await memory.read(OWNER, params);
  };
  /** Writes a line below a role's heading, and answers the item's id. */
  const type = async (text: string, role = "implementer-1") => {
    await save((before) => addLine(before, `- [Finding] ${text}`, `## ${role}`));
    return demo.session.item(text);
  };
  for (const role of ["implementer-1", "implementer-2", "tester-1", "Lead"])
    await read(role === "Lead" ? OWNER : actingAs(role));
  return {
    save,
    type,
    typeLate,
    typeAnnounced,
    demo,
    params,
    path,
    write,
    add,
    read,
    toCheck,
    same,
    at,
    memory,
    curation,
    gates,
    relays,
  };
}

describe("an item that names lines of code", () => {
  it("is to be checked once they changed: for its author once, in the memory and at the gate until somebody settles it", async () => {
    const { params, write, add, read, toCheck, same, at, gates } = await open("changed");
    const item = await add(`${at("3-5")} rounds the whole sum`);
    await add("totalOf of nothing, and src/changed/none.ts:4");
    expect(await toCheck()).toEqual({});
    await write(`// moved\n\n${TOTAL}`);
    expect([await toCheck(), await read(actingAs("implementer-1"))]).toEqual([{}, []]);
    await write(TOTAL.replace("round(sum", "floor(sum"));
    expect(await toCheck()).toEqual({ [item]: at("3-5") });
    expect(await read(actingAs("implementer-2"))).toEqual([]);
    expect(await read(actingAs("implementer-1"))).toEqual([`${item}: ${at("3-5")} (changed)`]);
    expect(await read(actingAs("implementer-1"))).toEqual([]);
    expect(await read(OWNER)).toEqual([]);
    const gate = await gates.open(OWNER, params, { phase: 1 }, PLAIN_REQUEST);
    expect(gate.notes).toContain(`To be checked by implementer-1: ${item} names ${at("3-5")} (changed).`);
    expect([gate.blockers, gate.stale]).toEqual([[], []]);
    // What another role saw settles nothing; what its author or the Lead says does, for the code as it is then.
    await same("implementer-2", item);
    expect(await toCheck()).toEqual({ [item]: at("3-5") });
    await same("implementer-1", item.slice(0, 6));
    expect(await toCheck()).toEqual({});
    await write(TOTAL);
    expect(await toCheck()).toEqual({ [item]: at("3-5") });
    expect(await read(actingAs("implementer-1"))).toHaveLength(1);
    await same("Lead", item);
    expect(await toCheck()).toEqual({});
  });

  it("is as it was where the change is taken back, and is told no more", async () => {
    const { write, add, read, toCheck, at } = await open("reverted");
    const item = await add(`${at(7)} is the rate of 2024`);
    await write(TOTAL.replace("0.2", "0.19"));
    await read(actingAs("implementer-2"));
    expect(await toCheck()).toEqual({ [item]: at(7) });
    await write(TOTAL);
    expect([await toCheck(), await read(actingAs("implementer-1"))]).toEqual([{}, []]);
  });

  it("is settled by other words, and by being archived", async () => {
    const { params, write, add, toCheck, at, memory, curation } = await open("edited");
    const reworded = await add(`${at(7)} is the rate`);
    const elsewhere = await add(`${at(7)} is a constant`);
    const archived = await add(`${at(7)} should be a setting`);
    await write(TOTAL.replace("0.2", "0.19"));
    expect(Object.keys(await toCheck())).toEqual([reworded, elsewhere, archived]);
    const edit = (item: string, newString: string) =>
      memory.edit(actingAs("implementer-1"), params, { item, newString }, PLAIN_REQUEST);
    await edit(reworded, `${at(7)} is the new rate`);
    await edit(elsewhere, "The rate is a constant");
    await curation.archive(OWNER, params, { items: [archived] }, PLAIN_REQUEST);
    expect(await toCheck()).toEqual({});
  });

  it("may have been left with the Lead: what stood there then counts", async () => {
    const { params, write, add, read, toCheck, at, relays } = await open("relayed");
    const relay = await add(`${at(7)} is wrong`, "tester-1");
    await write(TOTAL.replace("0.2", "0.19"));
    const { item } = await relays.approve(OWNER, { ...params, relay }, {}, PLAIN_REQUEST);
    expect(await toCheck()).toEqual({ [item?.id ?? ""]: at(7) });
    expect(await read(actingAs("tester-1"))).toEqual([`${item?.id}: ${at(7)} (changed)`]);
  });

  it("ends with its code where it is a warning: the gate proposes to archive it", async () => {
    const { params, path, write, add, toCheck, at, gates } = await open("gone");
    const warning = await add(`${at(7)} is a global`, "implementer-1", "Warning");
    const finding = await add("`totalOf` of src/gone/total.ts rounds", "implementer-2");
    await write(TOTAL.replace("TAX = 0.2", "RATE = 0.2").replace("totalOf", "sumOf"));
    expect(await toCheck()).toEqual({ [warning]: at(7), [finding]: "totalOf gone" });
    await write(TOTAL.replace("const TAX = 0.2;\n", ""));
    expect(await toCheck()).toEqual({ [warning]: `${at(7)} gone` });
    await rm(path("total.ts"));
    expect(await toCheck()).toEqual({ [warning]: `${at(7)} gone`, [finding]: "totalOf gone" });
    const gate = await gates.open(OWNER, params, { phase: 1 }, PLAIN_REQUEST);
    expect(gate.stale).toEqual([warning]);
  });

  it("is known to another process, and after a restart", async () => {
    const { write, add, at, params } = await open("restarted");
    const item = await add(`${at(7)} is the rate`);
    const other = await wardroom.another();
    await write(TOTAL.replace("0.2", "0.19"));
    const { sections } = await other.services.memory.read(OWNER, params);
    expect(sections.flatMap(({ items }) => items.flatMap(({ outdated }) => outdated ?? []))).toHaveLength(1);
    await wardroom.reopen();
    const again = await wardroom.services.memory.read(OWNER, params);
    expect(again.sections.flatMap(({ items }) => items.filter(({ outdated }) => outdated).map(({ id }) => id))).toEqual(
      [item],
    );
  });
});

describe("an item that was written in an editor", () => {
  it("rests on it whichever way the save is found", async () => {
    const { write, typeLate, typeAnnounced, toCheck, at } = await open("found");
    const late = await typeLate(`${at(7)} is the rate`);
    const announced = await typeAnnounced(`${at(4)} rounds the sum`);
    await write(TOTAL.replace("0.2", "0.19").replace("round(sum", "floor(sum"));
    expect(await toCheck()).toEqual({ [late]: at(7), [announced]: at(4) });
  });

  it("rests on the code as that was when it was saved, until its words or somebody say otherwise", async () => {
    const { demo, write, save, type, read, toCheck, same, at } = await open("typed");
    const rate = await type(`${at(7)} is the rate`);
    const sum = await type("`totalOf` of src/typed/total.ts rounds", "implementer-2");
    expect(await toCheck()).toEqual({});
    await write(TOTAL.replace("0.2", "0.19").replace("round(sum", "floor(sum"));
    expect(await toCheck()).toEqual({ [rate]: at(7), [sum]: "totalOf" });
    expect(await read(actingAs("implementer-1"))).toEqual([`${rate}: ${at(7)} (changed)`]);
    // Of what others write, and of what comes back, nothing is settled.
    await type("quite another thing");
    const whole = await demo.session.text();
    await save((text) => text.replace(/^.*is the rate.*\n/m, ""));
    expect(await toCheck()).toEqual({ [sum]: "totalOf" });
    await save(() => whole);
    expect(await toCheck()).toEqual({ [rate]: at(7), [sum]: "totalOf" });
    await save((text) => text.replace("is the rate", "is the new rate"));
    expect(await toCheck()).toEqual({ [sum]: "totalOf" });
    expect(await demo.session.item(`${at(7)} is the new rate`)).toBe(rate);
    await same("implementer-2", sum);
    await write(TOTAL);
    expect(await toCheck()).toEqual({ [rate]: at(7), [sum]: "totalOf" });
    await wardroom.reopen();
    expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
  });
});

describe("hostile files", () => {
  it("say nothing, outside of the workspace, of no text, or in the place of what was one", async () => {
    const { path, write, add, save, toCheck, at } = await open("hostile");
    await symlink("/etc", path("out"));
    await symlink("/etc/hostname", path("name.ts"));
    await symlink(path("loop.ts"), path("loop.ts"));
    execFileSync("mkfifo", [path("pipe.ts")]);
    await mkdir(path("folder.ts"));
    await writeFile(path("binary.ts"), Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a]));
    await write("x\n".repeat(4_500_000), "large.ts");
    await write("a = 1\n", "swapped.ts");
    const names = ["out/hostname", "name.ts", "loop.ts", "pipe.ts", "folder.ts", "binary.ts", "large.ts", "swapped.ts"];
    for (const name of names) await add(`${at(1, name)} is ${name}`);
    const typed = names.map((name) => `- [Finding] ${at(1, name)} is ${name}, by hand`);
    const many = Array.from({ length: 2_000 }, (_, n) => `- [Finding] src/hostile/n${n}.ts:1 is number ${n}`);
    await save((text) => addLine(text, [...typed, ...many].join("\n"), "## implementer-2"));
    for (const name of ["out", ...names.slice(1, 7)]) await rm(path(name), { recursive: true });
    await rm(path("swapped.ts"));
    execFileSync("mkfifo", [path("swapped.ts")]);
    expect(await toCheck()).toEqual({});
    await rm(path("swapped.ts"));
    expect(Object.values(await toCheck())).toEqual(Array(2).fill(`${at(1, "swapped.ts")} gone`));
  });
});

describe("any history of a file", () => {
  it("leaves to be checked exactly the items whose lines are not as they were when somebody last vouched for them", async () => {
    const { path, write, add, toCheck, same, at } = await open("law");
    const original = Array.from({ length: 12 }, (_, line) => `line ${line};`);
    await write(`${original.join("\n")}\n`);
    const items = new Map<string, string>();
    for (const line of [1, 4, 8, 12]) items.set(await add(`${at(line)} matters`), original[line - 1] ?? "");
    const ids = [...items.keys()];
    let lines = original;
    let fresh = 0;
    const step = fc.tuple(
      fc.constantFrom("insert", "delete", "change", "move", "remove", "revert", "same"),
      fc.nat(11),
    );
    const steps = fc.sample(step, { numRuns: 60, seed: 7 });
    let isThere = true;
    for (const [what, n] of steps) {
      lines = [...lines];
      if (what === "insert") lines.splice(n, 0, `new ${fresh++};`);
      if (what === "delete") lines.splice(n, 1);
      if (what === "change" && n < lines.length) lines[n] = `other ${fresh++};`;
      if (what === "move") lines.splice(n, 0, ...lines.splice((n * 7) % 12, 2));
      if (what === "revert") lines = original;
      isThere = what !== "remove";
      if (isThere)
        await write(`${lines.join("\n")}\n`, "next.ts").then(() => rename(path("next.ts"), path("total.ts")));
      else await rm(path("total.ts"), { force: true });
      const wanted = () =>
        ids.filter((id) => items.get(id) !== "" && !(isThere && lines.includes(items.get(id) ?? "")));
      expect(Object.keys(await toCheck()).sort(), what).toEqual(wanted().sort());
      const [id = ""] = what === "same" ? wanted() : [];
      if (id === "") continue;
      await same("implementer-1", id);
      const cited = [1, 4, 8, 12][ids.indexOf(id)] ?? 0;
      items.set(id, lines[cited - 1] ?? "");
      expect(Object.keys(await toCheck()).sort()).toEqual(wanted().sort());
    }
  });

  it("leaves the same to be checked of what was said and of what was written in an editor", async () => {
    const { demo, write, save, add, type, toCheck, at, memory } = await open("twins");
    const lines = Array.from({ length: 8 }, (_, line) => `line ${line};`);
    const write8 = () => write(`${lines.join("\n")}\n`);
    await write8();
    const twins: { said: string; typed: string; text: string }[] = [];
    const rewordSaid = (item: string, newString: string) =>
      memory.edit(actingAs("implementer-1"), demo.params, { item, newString }, PLAIN_REQUEST);
    const steps = fc.sample(fc.tuple(fc.constantFrom("add", "change", "swap", "reword", "other"), fc.nat(7)), {
      numRuns: 60,
      seed: 11,
    });
    for (const [index, [what, n]] of steps.entries()) {
      const twin = twins[n % Math.max(1, twins.length)];
      if (what === "add") {
        const text = `${at(n + 1)} and ${at(`${(n % 4) + 1}-${(n % 4) + 3}`)} matter at step ${index}`;
        twins.push({ text, said: await add(text), typed: await type(text, "implementer-2") });
      }
      if (what === "change") lines[n] = `other ${index};`;
      if (what === "swap") lines.push(...lines.splice(n % 4, 2));
      if (what === "other") await type(`nothing of the code at step ${index}`, "implementer-2");
      if (what === "reword" && twin !== undefined) {
        const text = twin.text.replace(/step .*/, `step ${index}`);
        await rewordSaid(twin.said, text);
        const typed = (await demo.session.text()).lastIndexOf(twin.text);
        await save((before) => `${before.slice(0, typed)}${text}${before.slice(typed + twin.text.length)}`);
        twin.text = text;
      }
      await write8();
      const found = await toCheck();
      for (const { said, typed, text } of twins) expect(found[typed], `${what} ${index}: ${text}`).toEqual(found[said]);
    }
    expect(Object.keys(await toCheck()).length).toBeGreaterThan(4);
  });
});

it("follows a file that git knows to be renamed, and back again", async () => {
  const { path, write, add, toCheck, at } = await open("renamed");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: wardroom.files });
  git("init", "-q");
  git("add", "src");
  git("commit", "-qm", "one");
  const item = await add(`${at(7)} is the rate`);
  await rename(path("total.ts"), path("sum.ts"));
  git("add", "src");
  expect(await toCheck()).toEqual({});
  await write(TOTAL.replace("0.2", "0.19"), "sum.ts");
  expect(await toCheck()).toEqual({ [item]: at(7) });
  await write(TOTAL, "sum.ts");
  git("add", "src");
  git("commit", "-qm", "two");
  await rename(path("sum.ts"), path("all.ts"));
  git("add", "src");
  expect(await toCheck()).toEqual({});
  await rename(path("all.ts"), path("total.ts"));
  expect(await toCheck()).toEqual({});
  await rm(path("total.ts"));
  expect(await toCheck()).toEqual({ [item]: `${at(7)} gone` });
});

it("an item rests on nothing where nobody knows of which code it was written: met for the first time, or brought by git", async () => {
  const { demo, write, toCheck, at } = await open("unknown");
  const line = `- [Finding] ${at(7)} is the rate`;
  await wardroom.copy.put(".agent/teams/met/TEAM-MEMORY.md", `# T\n\n## a\n${line}\n`);
  const met = new TestSession(wardroom, "met");
  expect(await met.items()).toHaveLength(1);
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd });
  const file = relative(wardroom.files, demo.session.path);
  const elsewhere = join(wardroom.folder, "elsewhere");
  git(wardroom.files, "init", "-q");
  git(wardroom.files, "add", "-f", file);
  git(wardroom.files, "commit", "-qm", "one");
  git(wardroom.files, "worktree", "add", "-q", "-b", "more", elsewhere);
  await writeFile(join(elsewhere, file), addLine(await demo.session.text(), line, "## implementer-1"));
  git(elsewhere, "commit", "-qam", "two");
  git(wardroom.files, "merge", "-q", "more");
  expect((await demo.session.items()).filter(({ text: said }) => line.endsWith(said))).toHaveLength(1);
  await write(TOTAL.replace("0.2", "0.18"));
  expect([await toCheck(), (await met.items()).map(({ outdated }) => outdated)]).toEqual([{}, [undefined]]);
});
