import { rm, writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

/** Somebody at a terminal without colours. */
const PERSON = { typed: [], env: { NO_COLOR: "1" } };

let wardroom: TestWardroom;
let session: TestSession;
const run = (argv: string[], said?: Said) => wardroomCli(wardroom, argv, said);

/** Revisions 1 to 3: the session, and two items of implementer-1. */
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  session = await wardroom.session("one", ["implementer-1"]);
  await run(["say", "implementer-1", "finding", "first"]);
  await run(["say", "implementer-1", "pattern", "second"]);
});

describe("the history of a team memory", () => {
  it("is listed newest first, and says when there is more", async () => {
    const all = (await run(["history", "list", "--all"])).out.split("\n");
    expect(all).toHaveLength(5);
    expect(all[1]).toMatch(/^ +3 .* implementer-1 +cli +\d+ +implementer-1 +add$/);
    const one = (await run(["history", "list", "-n", "1"])).out.split("\n");
    expect(one.slice(2)).toEqual(["There are older ones: --all shows them", ""]);
  });

  it("gives the text of a revision byte for byte to a pipe, and with its author to a person", async () => {
    const text = await session.text();
    expect((await run(["history", "show", "3"])).out).toBe(text);
    expect((await run(["history", "show", "2"])).out).toBe(text.replace("- [Pattern] second\n", ""));
    await writeFile(session.path, `${text}\nclear \u001b[2J\n`);
    const { out } = await run(["history", "show", "4"], PERSON);
    expect(out).toMatch(/^Revision 4: .* by disk\n\n/);
    expect(out).toContain("\nclear ␛[2J\n");
    expect((await run(["history", "diff", "3"], PERSON)).out).toContain("\n+clear ␛[2J\n");
  });

  it("shows what changed, up to now unless told otherwise", async () => {
    const { out } = await run(["history", "diff", "1"]);
    expect(out).toMatch(/^Revision 1 to 3: 2 added, 0 removed\n@@ -\d+,\d+ \+\d+,\d+ @@\n/);
    expect(out).toContain("\n+- [Finding] first\n+- [Pattern] second\n");
    expect((await run(["history", "diff", "1", "2"])).out).not.toContain("second");
    expect((await run(["history", "diff", "3", "2"])).out).toContain("\n-- [Pattern] second\n");
    expect((await run(["history", "diff", "2", "2"])).out).toBe("Revisions 2 and 2 have the same text.\n");
    expect((await run(["history", "diff", "0", "1"])).out).toContain("\n@@ -0,0 +1,");
  });

  it("undoes one revision and says what that changed", async () => {
    const { code, out } = await run(["history", "undo", "2"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Undid revision 2, as revision 4\.\nRevision 3 to 4: 0 added, 1 removed\n/);
    expect(out).toContain("\n-- [Finding] first\n");
    expect(await session.text()).not.toContain("first");
    expect(await session.text()).toContain("second");
    expect((await run(["history", "list", "-n", "1"])).out).toContain("undo 2");
  });

  it("reverts to a text only when somebody who has seen the difference agrees", async () => {
    const before = await session.text();
    const refused = await run(["history", "revert", "2"]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("\n-- [Pattern] second\n");
    expect(refused.err).toContain("hint: Add --yes");
    expect((await run(["history", "revert", "2"], { typed: ["n"] })).code).toBe(2);
    expect(await session.text()).toBe(before);
    const done = await run(["history", "revert", "2"], { ...PERSON, typed: ["y"] });
    expect(done.out).toBe(
      "Reverted to revision 2, as revision 4: 0 lines added, 1 removed. Undo it: wardroom history undo 4\n",
    );
    expect(await session.text()).toBe(before.replace("- [Pattern] second\n", ""));
    expect((await run(["history", "revert", "2"])).out).toBe(
      "Nothing changed: the text is that of revision 2 already.\n",
    );
  });

  it("brings back a file that was removed", async () => {
    const before = await session.text();
    await rm(session.path);
    expect(await run(["history", "revert", "3", "--yes"])).toMatchObject({ code: 0 });
    expect(await session.text()).toBe(before);
  });

  it.each<[what: string, argv: string[], code: number, ...said: string[]]>([
    ["a revision that there is not", ["show", "99"], 4, "no revision 99", "wardroom history list"],
    ["a difference to none", ["diff", "1", "99"], 4, "no revision 99"],
    ["to undo none", ["undo", "99"], 4, "no revision 99", "wardroom history list"],
    ["to revert to none", ["revert", "99", "--yes"], 4, "no revision 99"],
    [
      "what is no revision's number",
      ["undo", "last"],
      2,
      "Write a whole number above zero",
      "wardroom history undo <revision>",
    ],
    ["what is no count", ["list", "-n", "0"], 2, "--limit"],
    ["more than a page holds", ["list", "-n", "501"], 2, "--limit"],
    ["a role that is not the Lead", ["undo", "2", "--as", "implementer-1"], 3, "Only curators and leads"],
    ["a session that there is not", ["list", "-s", "none"], 4, "none"],
  ])("refuses %s", async (_, argv, code, ...said) => {
    const ended = await run(["history", ...argv]);
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.err).toMatch(/^error: \S.*\nhint: \S.*\n(?: {2}wardroom .*\n)?$/);
    for (const words of said) expect(ended.err).toContain(words);
  });

  it("refuses to undo what was undone, and says what to do instead", async () => {
    await run(["history", "undo", "2"]);
    const { code, err } = await run(["history", "undo", "2"]);
    expect(code).toBe(5);
    expect(err).toContain("hint: Put `restore` where `written` was, by hand, or restore the revision before.\n");
  });
});
