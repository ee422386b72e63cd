import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import type { Memory } from "@/lib/contracts/memory";
import type { Presence } from "@/lib/contracts/presence";
import { RoleWithToken } from "@/lib/contracts/sessions";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
const run = (argv: string[], said?: Said) => wardroomCli(wardroom, argv, said);
const mint = async (role: string) =>
  RoleWithToken.parse(JSON.parse((await run(["token", "mint", role, "--json"])).out));
const speaks = async (token: string) => (await run(["session", "show", "one", "--token", token])).code;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
});

describe("a role's token", () => {
  it("is shown once, and works until it is revoked", async () => {
    const { code, out } = await run(["token", "mint", "implementer-1"]);
    expect(code).toBe(0);
    const [, id = "", token = ""] =
      /^Minted token (\S+) for implementer-1\. Here it is, shown this once:\n(\S+)\n$/.exec(out) ?? [];
    expect(await speaks(token)).toBe(0);
    const list = (await run(["token", "list"])).out;
    expect(list).toMatch(new RegExp(`\n${id} +implementer-1 `));
    expect(list).not.toContain(token);

    expect(await run(["token", "revoke", id])).toMatchObject({ code: 2, out: "" });
    expect(await run(["token", "revoke", id], { typed: ["n"] })).toMatchObject({ code: 2, out: "" });
    expect(await speaks(token)).toBe(0);
    expect((await run(["token", "revoke", id, "--yes"])).out).toBe(`Revoked token ${id} of implementer-1.\n`);
    expect(await speaks(token)).toBe(3);
    expect((await run(["token", "revoke", id])).out).toBe(`Token ${id} of implementer-1 was revoked already.\n`);
  });

  it("is not minted for a role that there is not", async () => {
    expect(await run(["token", "mint", "nobody-1"])).toEqual({
      code: 4,
      out: "",
      err: "error: There is no role nobody-1 in this session.\nhint: Add it with wardroom session add-role <session> <role>; that answers its token too.\n",
    });
  });

  it("is not repeated when it is given in place of its id", async () => {
    const { token } = await mint("implementer-1");
    const { code, out, err } = await run(["token", "revoke", token, "--yes"]);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(err).toContain("hint: See the ids: wardroom token list\n");
    expect(err).not.toContain(token);
  });

  it("ends when its role is replaced", async () => {
    const { token } = await mint("implementer-1");
    const replace = ["session", "replace-role", "one", "implementer-1", "implementer-2"];
    expect(await run(replace)).toMatchObject({ code: 2, out: "" });
    expect(await speaks(token)).toBe(0);
    expect((await run([...replace, "--yes"])).out).toMatch(
      /^Replaced implementer-1 by implementer-2, revision 2\. .*\nA token for implementer-2: wardroom token mint implementer-2 --session one\n$/,
    );
    expect(await speaks(token)).toBe(3);
    expect((await run(["token", "mint", "implementer-1"])).code).toBe(5);
    expect((await run(["session", "replace-role", "one", "implementer-2", "Lead", "--yes"])).err).toMatch(
      /^error: <by>: /,
    );
  });
});

describe("a deleted session", () => {
  it("comes back from the trash with all but its tokens", async () => {
    expect((await run(["session", "trash"])).out).toBe("The trash is empty.\n");
    const { token } = await mint("implementer-1");
    await run(["say", "implementer-1", "finding", "kept"]);
    expect((await run(["session", "delete", "one", "--yes"])).out).toContain("wardroom session restore one\n");
    expect((await run(["session", "trash"])).out).toMatch(/\none +\d{4}-/);
    expect((await run(["session", "restore", "one"])).out).toBe(
      "Restored session one with 1 item. Its tokens stay revoked; mint new ones: wardroom token mint <role> --session one\n",
    );
    expect((await run(["session", "show", "one"])).out).toContain("kept");
    expect(await speaks(token)).toBe(3);
  });

  it("is not restored over another, nor where there is none", async () => {
    expect((await run(["session", "restore", "one"])).code).toBe(5);
    expect(await run(["session", "restore", "none"])).toMatchObject({
      code: 4,
      err: expect.stringContaining("hint: List the trash with wardroom session trash") as string,
    });
  });
});

describe("an item said as a role", () => {
  it("stands in the section that was named, or is refused", async () => {
    await wardroom.session("sections", ["implementer-1", "implementer-2"]);
    const say = (as: string, role: string) => run(["--as", as, "say", role, "finding", `by ${as}`, "-s", "sections"]);
    expect((await say("implementer-1", "implementer-1")).out).toMatch(/^Added to the section of implementer-1 as /);
    expect(await say("implementer-1", "implementer-2")).toMatchObject({ code: 3, out: "" });
    expect((await say("Lead", "implementer-2")).out).toMatch(/^Added to the section of implementer-2 as /);
    const { out } = await run(["session", "show", "sections", "--json"]);
    const { sections } = JSON.parse(out) as Memory;
    const texts = sections.flatMap(({ role, items }) => items.map(({ text }) => `${role}: ${text}`));
    expect(texts).toEqual(["implementer-1: by implementer-1", "implementer-2: by Lead"]);
  });

  it("is refused as another role in every command that names one, and the words stand nowhere", async () => {
    await wardroom.session("others", ["implementer-1", "implementer-2"]);
    const { token } = RoleWithToken.parse(
      JSON.parse((await run(["token", "mint", "implementer-1", "-s", "others", "--json"])).out),
    );
    const commands = [
      ["state", "nearly done"],
      ["claim", "the parser"],
      ["say", "finding", "it is slow"],
    ];
    for (const [name = "", ...words] of commands) {
      for (const other of ["implementer-2", "Lead", "implementr-1"]) {
        for (const self of [
          ["--as", "implementer-1"],
          ["--token", token],
        ]) {
          const { code, out } = await run([...self, name, other, ...words, "-s", "others"]);
          expect([name, other, code, out]).toEqual([name, other, other === "implementr-1" ? 4 : 3, ""]);
        }
      }
      expect((await run(["--as", "implementer-1", name, "implementer-1", ...words, "-s", "others"])).code).toBe(0);
    }
    for (const other of ["implementer-2", "Lead"])
      expect(await run(["--as", "implementer-1", "inbox", other, "-s", "others"])).toMatchObject({ code: 3, out: "" });
    const { roles } = JSON.parse((await run(["team", "-s", "others", "--json"])).out) as Presence;
    expect(roles.map(({ role, state, claims }) => [role, state?.text, claims.length])).toEqual([
      ["Lead", undefined, 0],
      ["implementer-1", "nearly done", 1],
      ["implementer-2", undefined, 0],
    ]);
  });

  it("ends its claims with its token alone, named as they were typed", async () => {
    await wardroom.session("ending", ["implementer-1"]);
    const { token } = RoleWithToken.parse(
      JSON.parse((await run(["token", "mint", "implementer-1", "-s", "ending", "--json"])).out),
    );
    const self = (...words: string[]) => run(["--token", token, "claim", ...words, "-s", "ending"]);
    expect((await self("src/cart/", "rework totals")).code).toBe(0);
    expect((await self("src/mail/", "--done")).code).toBe(4);
    expect((await self("src/cart/", "--done")).out).toMatch(/^Done: src\/cart\/\*\* rework totals/);
    expect((await self("the parser")).code).toBe(0);
    expect((await self("--done")).out).toBe("Done: the parser.\n");
  });
});
