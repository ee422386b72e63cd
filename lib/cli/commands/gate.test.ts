import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Said } from "@/lib/cli/testing/cli.fixture";
import { Gate, GateConcluded } from "@/lib/contracts/gates";
import { Problem } from "@/lib/contracts/primitives";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
const run = (argv: string[], said?: Said) => wardroomCli(wardroom, argv, said);
const open = async (phase: number) =>
  Gate.parse(JSON.parse((await run(["gate", "open", `${phase}`, "--json"])).out)).id;
/** The id of a new item or relay. */
const say = async (...words: string[]) => {
  const { out } = await run(["say", ...words, "--json"]);
  const said = JSON.parse(out) as { item?: { id: string }; relay?: { id: string } };
  return said.item?.id ?? said.relay?.id ?? "";
};

beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1", "tester-1"]);
});

describe("a gate", () => {
  it("is shown with all that a Lead decides on", async () => {
    await run(["context", "publish", "-"], { stdin: "# One\n\n- Cards only\n" });
    await run(["context", "ack", "implementer-1", "--applied", "1"]);
    const old = await say("implementer-1", "finding", "Old news");
    await run(["gate", "conclude", await open(1), "rejected"]);
    const question = await say("Lead", "question", "Which rates?");
    const relay = await say("tester-1", "finding", "Slow on Tuesdays");
    const id = await open(2);
    const { code, out, err } = await run(["gate", "show", id]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME").split("\n")).toEqual([
      `Gate ${id}: Phase 2 gate open at GC-v1.`,
      "Opened TIME by Lead",
      "Blockers:",
      "  role:tester-1  tester-1 has confirmed no version; the current one is GC-v1",
      `  item:${question}  [Question] of Lead is open: Which rates?`,
      "Nobody reported a result.",
      "Pending relays:",
      `  ${relay}  tester-1: [Finding] Slow on Tuesdays`,
      "Proposed to be archived, with --archive-stale or --archive <item>:",
      `  ${old}  [Finding] Old news`,
      `Then, with approved, conditional_pass or rejected: wardroom gate conclude ${id} approved`,
      "",
    ]);
  });

  it("counts as no reading before work when a role looks at it", async () => {
    const readBy = async () => {
      const { out } = await run(["session", "list", "--json"]);
      return (JSON.parse(out) as { items: { roles: { id: string; readRevision: number | null }[] }[] }).items[0]?.roles;
    };
    const old = await say("implementer-1", "finding", "Old");
    await run(["gate", "conclude", await open(1), "rejected"]);
    const id = await open(2);
    const before = await readBy();
    const { out } = await run(["gate", "show", id, "--as", "implementer-1"]);
    expect(out).toContain(`\n  ${old}\n`);
    expect(out).not.toContain("gate conclude");
    expect(await readBy()).toEqual(before);
  });

  it("that is blocked says what stands against it, and how to go on", async () => {
    await run(["context", "publish", "-"], { stdin: "# One\n\n- Cards only\n" });
    const question = await say("Lead", "question", "Which rates?");
    const id = await open(1);
    const refused = await run(["gate", "conclude", id, "approved", "--waive", "implementer-1=Left on Monday"]);
    expect(refused).toEqual({
      code: 5,
      out: "",
      err: [
        "error: The gate cannot pass yet: 2 blockers.",
        "  role:tester-1  tester-1 has confirmed no version; the current one is GC-v1",
        `  item:${question}  [Question] of Lead is open: Which rates?`,
        "hint: Have the teammates confirm the version, resolve or archive the items, or waive each with a reason.",
        "",
      ].join("\n"),
    });
    const told = await run(["gate", "conclude", id, "approved", "--json"]);
    expect(told.code).toBe(5);
    expect(Problem.parse(JSON.parse(told.err)).current).toMatchObject({ blockers: [{}, {}, {}] });
  });

  it("is told what stands against it before it is concluded, and a person is asked", async () => {
    await say("Lead", "question", "Which rates?");
    const id = await open(1);
    const against = "Against it:\n  [Question] of Lead is open: Which rates?\n  Nobody reported a result.\n";
    const asked = `${against}Phase 1 will end as REJECTED all the same. Go on? [y/N] `;
    const declined = await run(["--no-color", "gate", "conclude", id, "rejected"], { typed: ["n"] });
    expect(declined).toMatchObject({ code: 2, out: "", err: expect.stringContaining(asked) });
    expect(await run(["gate", "conclude", id, "rejected"])).toMatchObject({ code: 0, err: against });
  });

  it("is concluded with what was asked, waived and archived", async () => {
    await run(["context", "publish", "-"], { stdin: "# One\n\n- Cards only\n" });
    const stale = await say("implementer-1", "finding", "Old");
    const older = await say("implementer-1", "finding", "Older");
    await run(["gate", "conclude", await open(1), "rejected"]);
    const chosen = await say("implementer-1", "finding", "New");
    const id = await open(2);
    const concluded = await run([
      ...["gate", "conclude", id, "Conditional-pass", "--met", "Tests pass", "--not-met", "Fast", "--met", "No leaks"],
      ...["--waive", "role:implementer-1=Left = gone", "--waive", "tester-1=Ill"],
      ...["--archive-stale", "--archive", chosen, "--archive", older],
    ]);
    expect(concluded).toMatchObject({ code: 0, err: "Against it:\n  Nobody reported a result.\n" });
    expect(concluded.out).toMatch(
      /^Phase 2 CONDITIONAL_PASS\. Met: Tests pass; No leaks\. Not met: Fast\.\nWith it: 2 blockers waived, 3 items archived\.\n/,
    );
    expect(concluded.out).toContain("Record: .agent/teams/one/phase-2/gate-record.yaml.");
    const record = await readFile(join(wardroom.files, ".agent/teams/one/phase-2/gate-record.yaml"), "utf8");
    expect(record).toMatch(
      /- name: Tests pass\n +met: true\n +- name: No leaks\n +met: true\n +- name: Fast\n +met: false\n/,
    );
    expect(record).toMatch(/role: implementer-1\n +text: has confirmed no version; [^]*\n +reason: Left = gone\n/);
    const list = await run(["gate", "list", "--records"]);
    expect(list.out).toContain(record.trimEnd());
    const { out } = await run(["session", "show", "one", "--state", "archived"]);
    for (const id of [stale, older, chosen]) expect(out).toContain(id);
    expect((await run(["gate", "show", id])).out).toContain("the current one is GC-v1; waived: Ill");
  });

  it("says which files changed after the last result, in the words of every inbox and door", async () => {
    await run(["context", "publish", "-"], { stdin: "# One\n\n- Cards only\n" });
    await run(["inbox", "Lead"]);
    const reported = "tester-1 reported pass for GC-v1: npm test, 72 of 72";
    const result = ["result", "PASS", "npm test,", "72 of 72", "--version", "gc-v1", "--as", "tester-1"];
    expect(await run(result)).toMatchObject({ code: 0, out: `Noted: ${reported}\n` });
    expect((await run(["inbox", "Lead"])).out).toContain(`${reported}\n`);
    await writeFile(join(wardroom.files, "limiter.js"), "new");
    const later = new Date(Date.now() + 60_000);
    await utimes(join(wardroom.files, "limiter.js"), later, later);
    const criteria = ["All tests pass", "No leaks"];
    const opened = await run(["gate", "open", "3", ...criteria.flatMap((each) => ["--criterion", each])]);
    const said = "Phase 3 gate open at GC-v1. Asked: All tests pass; No leaks.";
    expect(opened.out).toContain(`: ${said}\n`);
    expect(opened.out).toContain(
      `Last result: ${reported}.\nBy their times these files changed after it: limiter.js.\n`,
    );
    for (const role of ["implementer-1", "tester-1"])
      expect((await run(["inbox", role, "--as", role])).out).toContain(`${said}\n`);
    const id = Gate.parse(
      (JSON.parse((await run(["gate", "list", "--json"])).out) as { items: unknown[] }).items[0],
    ).id;
    const verdict = "Phase 3 REJECTED. Asked: All tests pass; No leaks.";
    expect((await run(["gate", "conclude", id, "rejected"])).out).toContain(`${verdict}\n`);
    expect((await run(["gate", "show", id])).out).toContain(`: ${verdict}\n`);
    expect((await run(["inbox", "tester-1", "--as", "tester-1"])).out).toContain(`${verdict}\n`);
    expect((await run(["session", "show", "one"])).out).toContain("Phase 3 REJECTED\n");
  });

  it("shows the version of Wardroom where no context version is meant", async () => {
    const { out } = await run(["--version"]);
    expect(out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    for (const argv of [
      ["gate", "list", "--version"],
      ["--version", "gate", "list"],
      ["result", "pass", "x", "-V"],
    ])
      expect(await run(argv)).toEqual({ code: 0, out, err: "" });
  });

  it("unfreezes publishing when it is abandoned", async () => {
    const id = await open(4);
    const publish = () => run(["context", "publish", "-"], { stdin: "# One\n\n- Cards only\n" });
    expect(await publish()).toMatchObject({
      code: 5,
      err: expect.stringContaining("the gate, which wardroom gate list finds") as string,
    });
    expect(await run(["gate", "abandon", id])).toEqual({
      code: 0,
      out: "Phase 4 gate abandoned. Open another: wardroom gate open 4\n",
      err: "",
    });
    expect((await publish()).code).toBe(0);
  });

  it("is listed with the records in files", async () => {
    expect((await run(["gate", "list"])).out).toBe(
      "No gate was opened here yet. Open one: wardroom gate open <phase>\n",
    );
    const id = await open(1);
    const { out } = await run(["gate", "conclude", id, "conditional_pass", "--json"]);
    expect(GateConcluded.parse(JSON.parse(out)).gate.result).toBe("CONDITIONAL_PASS");
    const list = (await run(["gate", "list"])).out;
    expect(list).toMatch(new RegExp(`\n${id} +1 +concluded +CONDITIONAL_PASS +GC-v0 `));
    expect(list).toMatch(/\n\.agent\/teams\/one\/phase-1\/gate-record\.yaml +CONDITIONAL_PASS /);
  });
});

describe("what a gate refuses", () => {
  it.each<[what: string, argv: string[], code: number, ...said: string[]]>([
    ["a gate that there is not", ["show", "none"], 4, "no gate none", "wardroom gate list"],
    ["to end a gate that there is not", ["abandon", "none"], 4, "no gate none", "wardroom gate list"],
    ["a second gate", ["open", "2"], 5, "phase 1 is being evaluated already", "wardroom gate list"],
    ["a phase that is no number", ["open", "two"], 2, "Write a whole number", "wardroom gate open <phase>"],
    [
      "a result that there is not",
      ["conclude", "ID", "passed"],
      2,
      '<result>: Invalid option: expected one of "APPROVED"',
    ],
    [
      "a waiver without a reason",
      ["conclude", "ID", "approved", "--waive", "role:a-1"],
      2,
      "--waive",
      "role:tester-1=Left",
    ],
    [
      "a waiver of nothing",
      ["conclude", "ID", "approved", "--waive", "a-1=x"],
      2,
      "a-1 names nothing",
      "that this refusal lists",
    ],
    ["an item that there is not", ["conclude", "ID", "approved", "--archive", "000000000000"], 5, "000000000000"],
    ["a role that is not the Lead", ["conclude", "ID", "approved", "--as", "tester-1"], 3, "Only the Lead"],
  ])("%s", async (_, argv, code, ...said) => {
    const id = await open(1);
    const ended = await run(["gate", ...argv.map((word) => (word === "ID" ? id : word))]);
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.err).toMatch(/^(?:Against it:\n {2}\S.*\n)?error: \S[^]*\nhint: \S.*\n(?: {2}wardroom .*\n)?$/);
    for (const words of said) expect(ended.err).toContain(words);
  });

  it("to be concluded or abandoned twice", async () => {
    const id = await open(1);
    await run(["gate", "conclude", id, "rejected"]);
    for (const argv of [
      ["abandon", id],
      ["conclude", id, "approved"],
      ["conclude", id, "approved", "--archive-stale"],
    ]) {
      expect(await run(["gate", ...argv])).toEqual({
        code: 5,
        out: "",
        err: "error: This gate was concluded already.\nhint: Open a new one with wardroom gate open <phase>.\n",
      });
    }
  });
});
