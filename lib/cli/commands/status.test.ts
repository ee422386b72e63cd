import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
const run = (argv: string[], said?: Said) => wardroomCli(wardroom, ["--no-color", ...argv], said);

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1", "researcher-1"]);
  await wardroom.session("two", ["implementer-1"]);
});

describe("wardroom status", () => {
  it("says of every session at work what waits and who is behind", async () => {
    await run(["context", "publish", "-", "--session", "one"], { stdin: "# One\n\n- Cards only\n" });
    await run(["say", "researcher-1", "finding", "Rates differ by country", "--session", "one"]);
    const { code, out } = await run(["status"]);
    expect(code).toBe(0);
    expect(out).toContain("one  one  GC-v1");
    expect(out).toContain("1 relay waits for the Lead: wardroom relay list");
    expect(out).toContain("implementer-1 is at no version");
    expect(out).toContain("two");
    expect(out).toContain("Nothing waits, and everyone is up to date.");
    const implementer = (await run(["status", "implementer-1", "--session", "one"])).out;
    expect(implementer).toContain("GC-v1");
    expect(implementer).toContain("wardroom inbox implementer-1");
    expect(implementer).not.toContain("two");
  });

  it("reads nothing for anybody: what waited still waits", async () => {
    await run(["context", "publish", "-", "--session", "one"], { stdin: "# One\n\n- Cards only\n" });
    const first = await run(["status", "implementer-1", "--session", "one"]);
    expect((await run(["status", "implementer-1", "--session", "one"])).out).toBe(first.out);
    expect((await run(["inbox", "implementer-1", "--session", "one"])).out).toContain("Cards only");
    expect((await run(["status", "implementer-1", "--session", "one"])).out).not.toContain("wardroom inbox");
  });

  it("names the sessions there are where the one that is named is not", async () => {
    expect(await run(["status", "--session", "three"])).toMatchObject({
      code: 4,
      err: expect.stringContaining("two") as string,
    });
  });
});

describe("wardroom session show --since", () => {
  it("shows what is new or changed after a revision or a time, and what is gone", async () => {
    await run(["say", "implementer-1", "finding", "The first", "--session", "two"]);
    const revision = /revision (\d+)/.exec(
      (await run(["say", "implementer-1", "finding", "Another", "--session", "two"])).out,
    );
    const [, last = "0"] = revision ?? [];
    expect((await run(["session", "show", "two", "--since", last])).out).toContain("Nothing changed.");
    await run(["curate", "edit", "--session", "two", "--text", "Another", "Something else"]);
    const { out } = await run(["session", "show", "two", "--since", last]);
    expect(out).toContain("Something else");
    expect(out).not.toContain("The first");
    const recent = (await run(["session", "show", "two", "--since", "2h"])).out;
    expect(recent).toContain("The first");
    expect(await run(["session", "show", "two", "--since", "soon"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("30m, 2h or 3d") as string,
    });
  });
});
