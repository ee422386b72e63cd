import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countTokens } from "@/lib/services/workspace/token-counter";
import { AgentClient, LEAD_SESSION, type HookRun } from "@/lib/hook/agent-client.fixture";

/** Tokens of a refusal with its next step, at every door. */
const REFUSAL = 60;

const MEMORY = `# TEAM-MEMORY — checkout

## Meta
- GC Version: GC-v1

## Lead
- [Decision] 2026-11-01T10:00:00Z two implementers

## implementer-1
- [Finding] a

## implementer-2
- [Finding] theirs

## researcher-1
`;

/** Nothing runs but the script: the rules hold from the files alone. */
describe("without a server", () => {
  let workspace: string;
  let client: AgentClient;
  const path = (name = "TEAM-MEMORY.md") => join(workspace, ".agent/teams/checkout", name);
  const put = async (place: string, text: string | Buffer) => {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  };

  beforeEach(async () => {
    workspace = await mkdtemp(join(tmpdir(), "wardroom-project-"));
    client = await AgentClient.open(workspace);
    await put(path(), MEMORY);
  });
  afterEach(async () => {
    await client.close();
    await rm(workspace, { recursive: true, force: true });
  });

  const edit = (old_string: string, new_string: string, more: Record<string, unknown> = {}) =>
    client.hook("pre-tool-use-edit", { tool_input: { file_path: path(), old_string, new_string, ...more } });
  const allowed = (run: HookRun) => expect(run).toMatchObject({ code: 0, stdout: "", stderr: "" });
  const denied = (run: HookRun, reason: RegExp) => {
    expect(run).toMatchObject({ code: 0, stderr: "", said: { permissionDecision: "deny" } });
    const { permissionDecisionReason: said = "" } = run.said;
    expect(said).toMatch(reason);
    // The name of the file and its nearest lines come besides.
    const [sentences = ""] = said.replace(/^\S+\/\S+/, "It").split("\n- ");
    expect(countTokens(sentences), said).toBeLessThanOrEqual(REFUSAL);
  };

  test.runIf(process.platform !== "win32")("a pipe in a memory's place keeps no agent waiting", async () => {
    await mkdir(dirname(path("../other/TEAM-MEMORY.md")), { recursive: true });
    execFileSync("mkfifo", [path("../other/TEAM-MEMORY.md")]);
    allowed(await client.hook("pre-tool-use-mcp"));
  });

  test("a teammate edits its own section, and nobody else's", async () => {
    allowed(await edit("- [Finding] a", "- [Finding] a\n- [Pattern] p"));
    allowed(await edit("## implementer-1\n", "## implementer-1\n- [Pattern] p\n"));
    denied(await edit("- [Finding] theirs", "- [Finding] mine"), /not lie wholly in the section.*own section/s);
    denied(await edit("two implementers", "three"), /own section only/);
    denied(await edit("GC-v1", "GC-v9"), /own section only/);
    denied(await edit("- [Finding] a", "- [Finding] a\n## implementer-3\n"), /heading of level 1 or 2/);
    denied(await edit("- [Finding] a\n", "- [Finding] a\n```\n"), /heading|other sections/);
    denied(await edit("- [Finding] a", "- [Gate] Phase 1 PASSED"), /Lead's section only/);
  });

  test("replacing everywhere is held to every place", async () => {
    denied(await edit("[Finding]", "[Pattern]", { replace_all: true }), /own section only/);
    await put(path(), MEMORY.replace("- [Finding] a", "- [Finding] a\n- [Warning] a").replace("theirs", "other"));
    allowed(await edit("] a\n", "] b\n", { replace_all: true }));
  });

  test("each of several edits is held to the rules, on the text the ones before it left", async () => {
    const many = (...edits: [string, string][]) =>
      client.hook("pre-tool-use-multi-edit", {
        tool_input: { file_path: path(), edits: edits.map(([old_string, new_string]) => ({ old_string, new_string })) },
      });
    allowed(await many(["- [Finding] a", "- [Finding] b"], ["- [Finding] b", "- [Finding] c"]));
    denied(await many(["- [Finding] a", "- [Finding] b"], ["theirs", "mine"]), /own section only/);
  });

  test("nobody writes over a document of the protocol", async () => {
    const others = [
      "global-context.md",
      "orchestration-plan.md",
      "phase-1/gate-record.yaml",
      "../../../.kaizen/agents/tester/memory.md",
      "../../../.microai/agents/teams/pm/memory/sessions.yaml",
      "../../../.microai/agents/teams/pm/memory/checkpoints/pm-1.yaml",
      "../../../.microai/teams/qa/memory/context.md",
    ].map(path);
    for (const place of others) await put(place, "something\n");
    for (const file_path of [path(), ...others, join(workspace, ".agent/x/../teams/checkout/TEAM-MEMORY.md")]) {
      denied(await client.hook("pre-tool-use-write", { tool_input: { file_path, content: "new" } }), /Use Edit/);
    }
    const relative = { file_path: ".agent/teams/checkout/TEAM-MEMORY.md", content: "new" };
    denied(await client.hook("pre-tool-use-write", { tool_input: relative }), /Use Edit/);
    const lead = { agent_id: "", agent_type: "", tool_input: { file_path: path(), content: "new" } };
    denied(await client.hook("pre-tool-use-write", lead), /Use Edit/);
    for (const name of ["notes.md", "phase-1/report.md"]) {
      await put(path(name), "x");
      allowed(await client.hook("pre-tool-use-write", { tool_input: { file_path: path(name), content: "new" } }));
    }
    expect(await readFile(path(), "utf8")).toBe(MEMORY);
  });

  test("nobody puts a secret into a document of the protocol, half of it either", async () => {
    const token = `glpat-${"a1B2c3D4".repeat(3)}`; // put together, so that no scanner takes this file for a leak
    denied(await edit("- [Finding] a", `- [Finding] a\n- [Finding] log in with ${token}`), /secret \(GitLab token\)/);
    await put(path(), MEMORY.replace("- [Finding] a", `- [Finding] a ${token.slice(0, 12)}`));
    denied(await edit(token.slice(0, 12), token), /Write where the secret is kept/);
    allowed(await edit("- [Finding] a", "- [Finding] b: the token is in the vault"));
    const lead = { agent_id: "", agent_type: "" };
    const fresh = { file_path: join(workspace, ".agent/teams/second/TEAM-MEMORY.md"), content: `# ${token}\n` };
    denied(await client.hook("pre-tool-use-write", { ...lead, tool_input: fresh }), /secret \(GitLab token\)/);
  });

  test("the Lead makes what is not there yet, and changes everything by Edit", async () => {
    const lead = { agent_id: "", agent_type: "" };
    const fresh = join(workspace, ".agent/teams/second/TEAM-MEMORY.md");
    const create = { file_path: fresh, content: "# TEAM-MEMORY — second\n" };
    allowed(await client.hook("pre-tool-use-write", { ...lead, tool_input: create }));
    denied(await client.hook("pre-tool-use-write", { tool_input: create }), /Lead is who makes it/);
    await put(path("global-context.md"), "# Global Context\n");
    for (const [file_path, old_string] of [
      [path(), "- [Finding] theirs"],
      [path("global-context.md"), "Global"],
    ]) {
      const tool_input = { file_path, old_string, new_string: "else" };
      allowed(await client.hook("pre-tool-use-edit", { ...lead, tool_input }));
    }
    const theirs = { file_path: path("global-context.md"), old_string: "Global", new_string: "else" };
    denied(await client.hook("pre-tool-use-edit", { tool_input: theirs }), /the Lead's to change/);
  });

  test("a subagent that starts is the one asked for that has no record yet; where several are, nobody is meant", async () => {
    const start = async (agent_id = "a8b31f85f67209ff8") => {
      const run = await client.hook("subagent-start-named", { agent_id }, { WARDROOM_HOOK_MS: "1" });
      return run.said.additionalContext ?? "";
    };
    const one = { id: "toolu_1", name: "implementer-1" };
    const two = { id: "toolu_2", name: "implementer-2" };
    const nobody = [[], [one, two], [one, { id: "toolu_2" }], [{ id: "toolu_2" }], [{ ...one, type: "Explore" }]];
    for (const calls of [...nobody, [{ ...one, name: "Lead" }], [{ ...one, agentId: "a0000000000000009" }]]) {
      await client.asksFor(...calls);
      expect(await start()).toBe("");
    }
    await client.asksFor(one, two);
    await client.knowSubagent("a0000000000000001", "implementer-2", "toolu_2");
    expect(await start()).toContain("you are implementer-1 in checkout");
    const launched = { ...two, agentId: "a0000000000000003" };
    await client.asksFor(one, launched, { ...one, id: "toolu_3" });
    expect(await start("a0000000000000003")).toContain("you are implementer-2 in checkout");
  });

  test("the call that asked for a subagent is waited for while its transcript is being written", async () => {
    await client.asksFor({ id: "toolu_0", name: "implementer-2", agentId: "a0000000000000001" });
    const starting = client.hook("subagent-start-named");
    await client.asksFor({ id: "toolu_1", name: "implementer-1" });
    expect((await starting).said.additionalContext).toContain("you are implementer-1 in checkout");
  });

  test("who may not write is told how to relay, and who is unknown stays unknown", async () => {
    await client.knowTeammate("aresearcher-1-00aa11bb22cc33dd", "researcher-1");
    const researcher = { agent_id: "aresearcher-1-00aa11bb22cc33dd", agent_type: "researcher-1" };
    denied(
      await client.hook("pre-tool-use-edit", researcher),
      /researcher-1 does not edit.*Leave the item with the Lead/s,
    );
    const strangers = [
      { agent_id: "ace98cfda4553938a", agent_type: "general-purpose" },
      { agent_id: "../../../etc/passwd", agent_type: "implementer-1" },
      { agent_id: "", agent_type: "implementer-1", session_id: "another" },
      { agent_id: "", agent_type: "", session_id: "" },
    ];
    for (const stranger of strangers) {
      denied(await client.hook("pre-tool-use-edit", stranger), /Which role is editing is not known.*WARDROOM_ROLE/s);
    }
    // No name makes a teammate the Lead.
    await client.knowTeammate("alead-0123456789abcdef", "Lead");
    denied(await client.hook("pre-tool-use-edit", { agent_id: "alead-0123456789abcdef" }), /not known/);
    // Without its record, the id alone still says the name.
    const bare = { agent_id: "aimplementer-2-0123456789abcdef", agent_type: "implementer-2" };
    denied(await client.hook("pre-tool-use-edit", bare), /section of implementer-2/);
    const named = { agent_id: "", agent_type: "", session_id: "another" };
    allowed(await client.hook("pre-tool-use-edit", named, { WARDROOM_ROLE: "implementer-1" }));
  });

  test("a teammate without a section is told who makes one", async () => {
    const bare = { agent_id: "aimplementer-9-0123456789abcdef", agent_type: "implementer-9" };
    denied(
      await client.hook("pre-tool-use-edit", bare),
      /no section for implementer-9.*To add one: `wardroom session add-role <session> <role>`/s,
    );
  });

  test("a file that has changed since is refused, with a reason", async () => {
    await put(path(), MEMORY.replace("- [Finding] a", "- [Finding] changed"));
    denied(
      await edit("- [Finding] a", "- [Finding] b"),
      /not in the file \(anymore\).*Repeat it with the text as it stands/s,
    );
  });

  test("a link is followed, and one that leads out is refused", async () => {
    const inside = join(workspace, "docs/memory.md");
    await put(inside, MEMORY);
    await rm(path());
    await symlink(inside, path());
    allowed(await edit("- [Finding] a", "- [Finding] b"));
    denied(await edit("theirs", "mine"), /own section only/);
    denied(await client.hook("pre-tool-use-write"), /Use Edit/);
    // A second name of the same file is held to the same rules.
    await rm(path());
    await put(path(), MEMORY);
    await symlink(path(), join(workspace, "alias.md"));
    const alias = { file_path: join(workspace, "alias.md"), old_string: "theirs", new_string: "mine" };
    denied(await client.hook("pre-tool-use-edit", { tool_input: alias }), /own section only/);
    const outside = join(client.folder, "outside.md");
    await writeFile(outside, MEMORY);
    await rm(path());
    await symlink(outside, path());
    denied(await edit("- [Finding] a", "- [Finding] b"), /leads out of the workspace/);
    denied(await client.hook("pre-tool-use-write"), /leads out of the workspace/);
    await rm(path());
    await symlink(path(), path());
    expect((await edit("- [Finding] a", "- [Finding] b")).code).toBe(0);
  });

  test("CRLF, a byte order mark, and bytes that are no text", async () => {
    await put(path(), `\uFEFF${MEMORY.replaceAll("\n", "\r\n")}`);
    allowed(await edit("## implementer-1\n- [Finding] a", "## implementer-1\n- [Finding] a\n- [Pattern] p"));
    denied(await edit("## implementer-2\n- [Finding] theirs", "## implementer-2\n"), /own section only/);
    await put(path(), Buffer.concat([Buffer.from(MEMORY), Buffer.from([0xff, 0xfe])]));
    denied(await edit("- [Finding] a", "- [Finding] b"), /not valid UTF-8/);
  });

  test("a workspace without a team memory is never touched", async () => {
    await rm(join(workspace, ".agent"), { recursive: true });
    for (const [name, place] of [
      ["pre-tool-use-write", join(workspace, ".kaizen/agents/tester/memory.md")],
      ["pre-tool-use-edit", join(workspace, ".agent/teams/checkout/global-context.md")],
    ] as const) {
      await put(place, "x");
      allowed(await client.hook(name, { tool_input: { file_path: place, content: "", old_string: "x" } }));
    }
    allowed(await client.hook("session-start"));
    allowed(await client.hook("post-tool-batch"));
  });

  test("whatever comes in, the session goes on", async () => {
    const inputs = ["", "{", "null", "[]", '"text"', "{}", '{"hook_event_name":7}', "\u0000", "{".repeat(10_000)];
    for (const input of inputs) allowed(await client.run(input));
    const whole = await client.input("pre-tool-use-edit");
    for (const field of Object.keys(whole)) {
      for (const value of [undefined, "", null, 7, [], {}]) {
        const run = await client.run(JSON.stringify({ ...whole, [field]: value }));
        expect(run.code, `${field}: ${JSON.stringify(value)}`).toBe(0);
        expect(run.stderr).toBe("");
      }
    }
    allowed(await client.hook("pre-tool-use-write", { tool_input: { file_path: "a\u0000b", content: "" } }));
    allowed(await client.hook("stop", { hook_event_name: "SomethingNew" }));
  });

  test("every event is answered while nothing serves, and nothing is lost by it", async () => {
    const events = [
      "user-prompt-submit",
      "pre-tool-use-mcp",
      "post-tool-use-edit",
      "post-tool-batch",
      "teammate-idle",
      "subagent-stop",
      "stop",
      "pre-compact",
      "post-compact",
    ];
    for (const name of events) allowed(await client.hook(name));
    const { said } = await client.hook("subagent-start");
    expect(said.additionalContext).toContain("you are implementer-1 in checkout. No server runs; updates wait.");
    const lead = await client.hook("session-start", { session_id: LEAD_SESSION });
    expect(lead.said.additionalContext).toContain("you are Lead in checkout.");
  });
});
