import { execFileSync } from "node:child_process";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FiledClaim } from "@/lib/core/places/claims-file";
import { sayElsewhere } from "@/lib/core/places/claimed-place";
import { readClaims } from "@/lib/core/places/claims-file";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const ONE: Caller = { ...actingAs("implementer-1"), run: "claude:one" };
const TWO: Caller = { ...actingAs("implementer-2"), run: "claude:two" };
const NOW = { wait: 0, again: "false", all: "false" } as const;

let wardroom = await TestWardroom.open();

async function open(id: string) {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "implementer-2", "researcher-1"]);
  const { inbox, presence, memory } = wardroom.services;
  const { params } = demo;
  const read = async (caller: Caller) => {
    const answer = await inbox.read(caller, params, NOW, new AbortController().signal);
    await inbox.seen(caller, params, { mark: answer.mark ?? "" });
    return answer;
  };
  const held = async () => {
    const { roles } = await presence.team(OWNER, params);
    return roles.flatMap(({ claims }) => claims.map(({ what }) => what));
  };
  const say = (caller: Caller, text: string) => memory.add(caller, params, { tag: "Finding", text }, PLAIN_REQUEST);
  const claim = (caller: Caller, what: string, more: { paths?: string[]; also?: boolean; minutes?: number } = {}) =>
    presence.claim(caller, params, { what, minutes: 20, ...more });
  const filed = async (): Promise<FiledClaim[]> => {
    await wardroom.services.claimsFile.idle();
    const text = await readFile(join(wardroom.data, "claims.json"), "utf8").catch(() => "");
    return readClaims(text, Date.now()).filter(({ session }) => session === id);
  };
  return { demo, params, presence, read, held, say, claim, filed };
}

describe("a claim by path", () => {
  it("is of the paths that its words begin with, or that are named, below the project", async () => {
    const { claim } = await open("paths");
    expect((await claim(ONE, "src/cart/** rework totals")).claim).toMatchObject({ paths: ["src/cart/**"] });
    const named = await claim(ONE, "rework", { paths: [join(wardroom.files, "src/cart/"), "./a b.ts"] });
    expect(named.claim).toMatchObject({ paths: ["src/cart/**", "a b.ts"], what: "src/cart/** a b.ts rework" });
    const many = Array.from({ length: 40 }, (_, at) => `src/cart/part-${at}.ts`);
    expect((await claim(ONE, "split", { paths: many })).claim).toMatchObject({ paths: ["src/cart/**"] });
    for (const paths of [["../other"], ["**"], ["/etc"], many.map((path, at) => `${at}/${path}`)]) {
      await refusal("invalid_input", claim(ONE, "x", { paths }));
    }
  });

  it("takes the place of the last of its run, and of no other's, unless it says also", async () => {
    const { claim, held } = await open("replaces");
    await claim(ONE, "src/a.ts");
    await claim(TWO, "src/b.ts");
    await claim(ONE, "src/c.ts");
    expect(await held()).toEqual(["src/c.ts", "src/b.ts"]);
    await claim(ONE, "src/d.ts", { also: true });
    await claim({ ...ONE, run: "claude:other" }, "src/e.ts");
    expect(await held()).toEqual(["src/c.ts", "src/d.ts", "src/e.ts", "src/b.ts"]);
  });

  it("is told of where it overlaps, to both at once, also where they come at once", async () => {
    const { claim, read } = await open("overlap");
    await read(ONE);
    await claim(ONE, "src/cart/** totals");
    const waits = wardroom.services.inbox.read(
      ONE,
      (await open("overlap-2")).params,
      NOW,
      new AbortController().signal,
    );
    await waits;
    const { others, overlaps } = await claim(TWO, "src/cart/total.ts rounding");
    expect(overlaps).toEqual(others.map(({ id }) => id));
    expect((await read(ONE)).entries).toMatchObject([{ kind: "claim", concerns: true, role: "implementer-2" }]);
    const both = await Promise.all([claim(ONE, "lib/x.ts"), claim(TWO, "lib/** all")]);
    expect(both.map((each) => each.overlaps.length).sort()).toEqual([0, 1]);
  });

  it("is told of at a role's first look", async () => {
    const { claim, read } = await open("first");
    await claim(ONE, "src/cart/** totals");
    expect((await read(TWO)).also).toContainEqual(
      expect.stringMatching(/^claims until \d\d:\d\d UTC: implementer-1 on "src\/cart\/\*\* totals"$/),
    );
    expect((await read(TWO)).also).toEqual([]);
  });

  it("ends with its run, and with an item that it names", async () => {
    const { claim, held, say, params, filed } = await open("ends");
    const added = await say(ONE, "Totals are rounded twice");
    const id = "item" in added ? added.item.id : "";
    await claim(ONE, `src/a.ts for ${id}`);
    await claim(TWO, "src/b.ts");
    expect(await filed()).toHaveLength(2);
    await wardroom.services.memory.withdraw(ONE, { ...params, item: id }, PLAIN_REQUEST);
    expect(await held()).toEqual(["src/b.ts"]);
    expect(await filed()).toMatchObject([{ places: ["src/b.ts"] }]);
    await wardroom.services.runs.end(TWO, params, {}, PLAIN_REQUEST);
    expect(await held()).toEqual([]);
    expect(await filed()).toEqual([]);
  });
});

describe("a finding about a file", () => {
  it("is told to the holder of that file, by any writer, and to the next to claim it", async () => {
    const { claim, read, say, demo } = await open("finding");
    for (const caller of [ONE, TWO]) await read(caller);
    await claim(ONE, "src/cart/** totals");
    await say(TWO, "src/cart/total.ts:12 rounds down, see src/other.ts");
    await say(TWO, "src/carts/other.ts is unused");
    await say({ ...actingAs("researcher-1"), run: "claude:three" }, "`src/cart/tax.ts` knows no region");
    const { entries } = await read(ONE);
    expect(entries.map(({ text, concerns }) => [text.slice(0, 17), concerns])).toEqual([
      ["src/cart/total.ts", true],
      ["`src/cart/tax.ts`", true],
      ["src/carts/other.t", false],
    ]);
    const next = await claim({ ...actingAs("researcher-1"), run: "claude:three" }, "src/cart/total.ts");
    expect(next.related?.[0]).toMatchObject({ role: "implementer-2", tag: "Finding" });
    expect((await claim(ONE, "docs/** words")).related).toBeUndefined();
    expect(await demo.file("TEAM-MEMORY.md")).toContain("rounds down");
  });

  it("is told to the holder also if it was written in an editor, as a Dependency is to whose line it waits for", async () => {
    const { claim, read, say, demo } = await open("typed");
    for (const caller of [ONE, TWO]) await read(caller);
    await claim(ONE, "src/cart/** totals");
    const line = await say(ONE, "quite another thing");
    const id = "item" in line ? line.item.id : "";
    const typed = [
      "- [Finding] src/carts/other.ts is unused",
      "- [Finding] src/cart/total.ts:12 rounds down",
      `- [Dependency] waits for ${id.slice(0, 8)}`,
    ];
    await demo.session.put(addLine(await demo.session.text(), typed.join("\n"), "## implementer-2"));
    const { entries } = await read(ONE);
    expect(Object.fromEntries(entries.map(({ text, concerns }) => [text.slice(0, 17), concerns]))).toEqual({
      "src/carts/other.t": false,
      "src/cart/total.ts": true,
      [`waits for ${id.slice(0, 7)}`]: true,
    });
  });
});

describe("the file of claims", () => {
  it("is this user's alone, replaces what lies in its place, and is gone with the last claim", async () => {
    const { claim, presence, params, filed } = await open("file");
    const victim = join(wardroom.folder, "victim");
    await writeFile(victim, "mine");
    await symlink(victim, join(wardroom.data, "claims.json")).catch(() => undefined);
    const { claim: made } = await claim(ONE, "src/cart/** totals");
    const [only] = await filed();
    expect(only).toMatchObject({ role: "implementer-1", run: "claude:one", places: ["src/cart/**"], denies: false });
    expect((await stat(join(wardroom.data, "claims.json"))).mode & 0o777).toBe(0o600);
    expect(await readFile(victim, "utf8")).toBe("mine");
    await wardroom.services.settings.change(OWNER, params, { claimedEdits: "deny" }, PLAIN_REQUEST);
    expect(await filed()).toMatchObject([{ denies: true }]);
    await presence.endClaim(ONE, { ...params, claim: made.id });
    expect(await filed()).toEqual([]);
  });

  it("holds what two processes committed at once, and the claims of a project that another one serves", async () => {
    const { claim, params, filed } = await open("two");
    const other = await wardroom.another();
    const elsewhere = join(wardroom.folder, "elsewhere");
    await mkdir(elsewhere, { recursive: true });
    const made = await Promise.all([
      claim(ONE, "src/a.ts"),
      other.services.presence.claim(TWO, params, { what: "src/b.ts", minutes: 20 }),
    ]);
    await other.services.claimsFile.idle();
    await wardroom.services.claimsFile.renew();
    expect((await filed()).map(({ id }) => id).sort()).toEqual(made.map((each) => each.claim.id).sort());
    const [first] = await filed();
    const foreign = { ...first, id: "foreign", folder: elsewhere, session: "two" };
    const now = JSON.parse(await readFile(join(wardroom.data, "claims.json"), "utf8")) as object[];
    await writeFile(join(wardroom.data, "claims.json"), JSON.stringify([...now, foreign]));
    await claim(ONE, "src/c.ts");
    expect((await filed()).map(({ folder, places: [place] }) => [folder === elsewhere, place]).sort()).toEqual([
      [false, "src/b.ts"],
      [false, "src/c.ts"],
      [true, first?.places[0]],
    ]);
    await other.close();
  });
});

it("claims that are over, of a later time, or no claims are not read", () => {
  const claim = {
    id: "a",
    folder: "/srv",
    session: "s",
    role: "r",
    run: null,
    places: ["src"],
    what: "w",
    denies: false,
  };
  const now = 1_000_000_000;
  const held = { ...claim, at: now - 1000, until: now + 1000 };
  const bad = [
    ...[null, 3, "x", [], {}, { ...held, places: "src" }, { ...held, run: 3 }, { ...held, until: "x" }],
    ...[
      { ...held, until: now },
      { ...held, at: now + 120_000, until: now + 240_000 },
    ],
  ];
  expect(readClaims(JSON.stringify([...bad, held]), now)).toEqual([held]);
  for (const text of ["", "{}", "null", "[", "\u0000", "x".repeat(1000)]) expect(readClaims(text, now)).toEqual([]);
});

describe("in a repository", () => {
  it("a claim is answered with what other branches and working trees changed there, and with nothing else", async () => {
    wardroom = await TestWardroom.open();
    const root = wardroom.files;
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: root,
        stdio: "pipe",
      });
    git("init", "-q");
    git("commit", "-qm", "one", "--allow-empty");
    git("worktree", "add", "-qb", "fix/cart", join(wardroom.folder, "fix"));
    await mkdir(join(wardroom.folder, "fix/src/cart"), { recursive: true });
    for (const name of ["a", "b", "c", "d"]) await writeFile(join(wardroom.folder, `fix/src/cart/${name}.ts`), "");
    await writeFile(join(wardroom.folder, "fix/src/mail.ts"), "");
    const { claim } = await open("git");
    const { elsewhere } = await claim(ONE, "src/cart/** rework totals");
    const files = ["src/cart/a.ts", "src/cart/b.ts", "src/cart/c.ts"];
    expect(elsewhere).toEqual([{ branch: "fix/cart", files, more: 1, committed: false }]);
    expect(elsewhere?.map(sayElsewhere)).toEqual([`On fix/cart, not committed: ${files.join(", ")} and 1 more`]);
    expect(await claim(ONE, "src/login.ts rework")).not.toHaveProperty("elsewhere");
    expect(await claim(ONE, "rework totals")).not.toHaveProperty("elsewhere");
  });
});
