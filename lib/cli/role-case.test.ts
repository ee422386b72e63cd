import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
const run = (...argv: string[]) =>
  wardroomCli(wardroom, ["--no-color", ...argv], { stdin: "# One\n\n## Goal\n- Cards\n" });

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["implementer-1", "tester-1"]);
expect(await run("context", "publish", "-")).toMatchObject({ code: 0 });

describe("a role named in any case", () => {
  it.each([
    [["inbox", "Implementer-1"]],
    [["inbox", "LEAD"]],
    [["say", "IMPLEMENTER-1", "finding", "The form loads its own fonts"]],
    [["say", "lead", "decision", "Cards only"]],
    [["say", "Tester-1", "WARNING", "It jumps on a phone"]],
    [["state", "Implementer-1", "The card form, 3 min"]],
    [["claim", "Implementer-1", "the card form", "--for", "10m"]],
    [["claim", "IMPLEMENTER-1", "--done"]],
    [["nudge", "TESTER-1", "Look at the form"]],
    [["ask", "Tester-1", "Which phones?", "--by", "10m"]],
    [["ask", "LEAD", "Which cards?", "--as", "Tester-1"]],
    [["result", "pass", "npm test, 72 of 72", "--as", "TESTER-1"]],
    [["context", "updates", "Implementer-1"]],
    [["context", "ack", "IMPLEMENTER-1", "--applied", "1"]],
    [["context", "lost", "Implementer-1"]],
    [["session", "show", "one", "--as", "Implementer-1"]],
    [["session", "add-role", "one", "Tester-2"]],
    [["token", "mint", "Implementer-1"]],
    [["memory", "init", "Implementer-1"]],
  ])("%j", async (argv) => {
    const { code, err } = await run(...argv);
    expect(err).not.toContain("error:");
    expect(code).toBe(0);
  });
});

describe("a filter with a name that is not there", () => {
  it.each([
    ["--role", "implementor-1", 'No role of this team memory is called "implementor-1".', "implementer-1"],
    ["--tag", "find", 'No tag of this team memory is called "find".', "Finding"],
  ])("%s %s is refused with the nearest one", async (option, name, error, nearest) => {
    const { code, out, err } = await run("session", "show", "one", option, name);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(err).toContain(`error: ${error}\nhint: Did you mean ${nearest}? There are `);
  });

  it("finds nothing where the name is there and the rest fits nothing", async () => {
    expect(await run("session", "show", "one", "--tag", "question", "-q", "zebra")).toMatchObject({ code: 0, err: "" });
  });
});
