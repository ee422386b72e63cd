import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { TestTeams, textOf } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
const env = { WARDROOM_TEAM: "dev-security" };
const run = (argv: string, said?: Said) => wardroomCli(wardroom, ["knowledge", ...words(argv)], { env, ...said });
/** Words as a shell takes them apart: "a b" is one. */
const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const wardroom = await TestWardroom.open();
serve(wardroom);
const teams = await TestTeams.make(wardroom);

describe("wardroom knowledge", () => {
  it("lists the registry, and what a team's index has", async () => {
    const { out } = await run("list");
    expect(out).toMatch(/^KNOWLEDGE +TOKENS +ESTIMATE +TEAMS +FILE\nowasp-top-10 +\d+ +300 +dev-qa, dev-security/);
    const index = await run("list --team dev-security");
    expect(index.out).toMatch(/threat-modeling +own +high +\d+ +-\n/);
    expect(index.out).toMatch(/owasp-top-10 +shared +high +\d+ +mode review, injection\n/);
    expect(await run("list --team none")).toMatchObject({ code: 4, out: "" });
  });

  it("tries what would be loaded, and changes nothing", async () => {
    const { out, code } = await run("resolve --mode review SQL injection");
    expect(code).toBe(0);
    expect(out).toMatch(/loaded +owasp-top-10 +\d+ +mode review, keyword injection\n/);
    expect(out).toContain("Knowledge loaded: [owasp-top-10, secure-code-review]\n");
    expect((await run("resolve --mode review --budget 320")).out).toMatch(/skipped +secure-code-review/);
    expect((await run("resolve --budget 0")).code).toBe(2);
    expect((await run("sessions")).out).toBe("The team has no session yet.\n");
  });

  it("goes through a session, from its start to its end", async () => {
    const started = await run("start --mode review --id s-1 --every 2 SQL injection");
    expect(started).toMatchObject({ code: 0, err: "" });
    expect(started.out).toMatch(/^Knowledge loaded: \[owasp-top-10, secure-code-review\]\ns-1: \d+ of 1000 tokens\n$/);

    const over = await run("load threat-modeling");
    expect(over).toMatchObject({ code: 5, out: "" });
    expect(over.err).toContain("hint: Unload secure-code-review first");
    expect((await run("load estimation")).out).toContain("secure-code-review, estimation]");
    const forced = await run("load threat-modeling --force");
    expect(forced).toMatchObject({ code: 0, err: expect.stringContaining("note:") as string });
    expect((await run("load threat-modeling --force --as tester-1")).code).toBe(3);
    expect((await run("unload threat-modeling")).out).toContain("Knowledge loaded: [");
    expect((await run("loaded")).out).toMatch(
      /estimation +\d+ +\.microai\/knowledge\/shared\/estimation-techniques\.md +Lead gave \*load/,
    );
    await teams.put("knowledge/shared/owasp-top-10.md", textOf(320));
    expect((await run("reload")).out).toContain("owasp-top-10 has changed");

    expect((await run('turn --speaker dev "Presented it" --agreed "One query layer" --issue Limits')).out).toContain(
      "Turn 1.",
    );
    expect((await run('turn -n 1 --settled Limits --issue "Who reviews?" --next "Propose it"')).out).toContain(
      "Checkpoint saved: s-1.yaml",
    );
    const saved = await run('checkpoint --next "Ask the owner"');
    expect(saved.out).toMatch(/^Saved as \S+\/checkpoints\/s-1\.yaml\. The one before is s-1\.1\.yaml\.\n$/);
    await teams.put("agents/teams/dev-security/memory/checkpoints/s-1.yaml", "broken: [");
    expect((await run("checkpoints")).out).toMatch(/s-1\.yaml +truncated[^]*s-1\.1\.yaml +newest good +2/);
    const resumed = await run("resume");
    expect(resumed.err).toContain("s-1.yaml cannot be used");
    expect(resumed.out).toMatch(
      /^Resumed from s-1\.1\.yaml, at turn 2\.[^]*\nagreed: One query layer\nopen: Who reviews\?\n/,
    );
    expect((await run("resume s-1.yaml")).code).toBe(6);

    expect((await run('learnt "Ask first"')).out).toMatch(/^Noted in \S+learnings\.md: - \S+: Ask first\n$/);
    expect((await run('end Approved --learnt "Name things"')).out).toContain(
      "The session s-1 is completed after 2 turns.",
    );
    expect((await run("sessions")).out).toMatch(/s-1 +completed +\S+ +2 +2 +SQL injection\n/);
    expect(await teams.memory("dev-security", "learnings.md")).toMatch(/: Ask first\n- .*: Name things\n$/);
    const ended = await run("load estimation");
    expect(ended).toMatchObject({ code: 4, err: expect.stringContaining("wardroom knowledge start") as string });
    expect((await run("load estimation -s s-1")).code).toBe(5);
  });

  it("asks which team and which session where that is not clear", async () => {
    const nowhere = await run("start", { env: {} });
    expect(nowhere).toMatchObject({ code: 2, out: "" });
    expect(nowhere.err).toContain("Add --team with one of: dev-qa, dev-security, pm-dev.");
    await run("start --id one");
    await run("start --id two");
    expect((await run("loaded")).err).toContain("Add --team-session with one of:");
    expect((await run("loaded", { env: { ...env, WARDROOM_TEAM_SESSION: "two" } })).out).toContain("two: ");
  });

  it("completes teams, their sessions and their knowledge", async () => {
    const complete = async (line: string) =>
      (await wardroomCli(wardroom, ["__complete", "--", ...words(line), ""], { env })).out;
    expect(await complete("knowledge load --team")).toContain("dev-security");
    expect(await complete("knowledge load")).toContain("owasp-top-10");
    expect(await complete("knowledge load --team dev-security -s")).toContain("s-1");
  });
});
