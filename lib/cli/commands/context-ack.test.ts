import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
const run = (argv: string[], said?: { stdin: string }) => wardroomCli(wardroom, argv, said);
const ack = () => run(["--no-color", "context", "ack", "implementer-1"]);
const waits = async () => (await run(["context", "updates", "implementer-1", "--as", "Lead"])).out.includes("GC-v1");

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  await run(["context", "publish", "-"], { stdin: "# One\n\n## Constraints\n- Cards only\n" });
});

describe("what was understood of an update", () => {
  it("is confirmed as the inbox says, where there is more than one session", async () => {
    await wardroom.session("two", ["implementer-1"]);
    const { out } = await run(["--no-color", "inbox", "implementer-1", "--session", "one"]);
    const [, confirm = ""] = /^Confirm: wardroom (.*)$/m.exec(out) ?? [];
    expect(await run(["--no-color", ...confirm.split(" ")])).toMatchObject({
      code: 0,
      out: "Confirmed GC-v1 for implementer-1, 1 of 1 change applied.\n",
    });
    const said = await run(["say", "implementer-1", "finding", "Cards only", "--session", "one"]);
    await run(["say", "Lead", "warning", "Cards expire", "--session", "one"]);
    const { err } = await run(["context", "updates", "implementer-1", "--session", "one"]);
    expect({ code: said.code, err }).toEqual({
      code: 0,
      err: "1 item waits: wardroom inbox implementer-1 --session one\n",
    });
  });

  it("is all of it where nothing else is said, once it was shown", async () => {
    const { code, out, err } = await ack();
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe("error: implementer-1 was not shown GC-v1 yet.\nhint: Read it: wardroom inbox implementer-1\n");
    expect(await waits()).toBe(true);
    await run(["inbox", "implementer-1"]);
    expect(await ack()).toMatchObject({ code: 0, out: "Confirmed GC-v1 for implementer-1, 1 of 1 change applied.\n" });
    expect(await waits()).toBe(false);
  });

  it("is all but what is named as unclear, and asks about that", async () => {
    const asks = ["--unclear", "§Constraints", "Also for refunds?"];
    await run(["inbox", "implementer-1"]);
    const { code, out } = await run(["--no-color", "context", "ack", "implementer-1", ...asks]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Noted, not confirmed: GC-v1 for implementer-1, 0 of 1 change applied\..* Asked the Lead as /);
    const [, again = ""] = /Confirm when it is clear: wardroom (.*)\n$/.exec(out) ?? [];
    expect((await run(["--no-color", ...again.split(" ")])).out).toMatch(/^Confirmed GC-v1 /);
  });

  it("may be asked about after it was confirmed, which is then no more so", async () => {
    await run(["inbox", "implementer-1"]);
    await ack();
    const asks = ["--unclear", "§Constraints", "Also for refunds?"];
    const { code, out } = await run(["--no-color", "context", "ack", "implementer-1", ...asks]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Noted, not confirmed: GC-v1 for implementer-1, 0 of 1 change applied\./);
    expect((await run(["context", "status"])).out).not.toContain("confirmed");
  });

  it("is all of it for who says so, although something is asked", async () => {
    const asks = ["--applied", "1", "--unclear", "§Constraints", "Also for refunds?"];
    const { code, out } = await run(["--no-color", "context", "ack", "implementer-1", ...asks]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Confirmed GC-v1 for implementer-1, 1 of 1 change applied\. Asked the Lead as \w+\.\n$/);
  });

  it("is counted against what was sent", async () => {
    const { code, err } = await run(["context", "ack", "implementer-1", "--applied", "9", "--total", "9"]);
    expect(code).toBe(2);
    expect(err).toContain("GC-v1 was sent with 1 item, not 9.");
    expect(await waits()).toBe(true);
  });
});
