import { describe, expect, it } from "vitest";
import { planInit, type InitChoice } from "@/lib/core/protocol/plan-init";

const ALL: InitChoice = { protocol: true, agents: true, gitignore: true };

function plan(files: Record<string, string>, choice = ALL, isRepository = true) {
  return planInit({ read: (path) => files[path] ?? null, isRepository }, choice);
}

const changed = (...given: Parameters<typeof plan>) =>
  plan(...given)
    .filter(({ before, after }) => before !== after)
    .map(({ path }) => path);

const AGENTS = [
  ".claude/agents/lead.md",
  ".claude/agents/implementer.md",
  ".claude/agents/researcher.md",
  ".claude/agents/agent-coach.md",
];

describe("where the protocol goes", () => {
  it.each<[string, Record<string, string>, string]>([
    ["nothing there", {}, "AGENTS.md"],
    ["CLAUDE.md alone", { "CLAUDE.md": "# Mine\n" }, "CLAUDE.md"],
    ["AGENTS.md alone", { "AGENTS.md": "# Mine\n" }, "AGENTS.md"],
    ["both", { "CLAUDE.md": "# Mine\n", "AGENTS.md": "# Ours\n" }, "CLAUDE.md"],
    ["both, one takes the other in", { "CLAUDE.md": "See @AGENTS.md\n", "AGENTS.md": "# Ours\n" }, "AGENTS.md"],
  ])("%s", (_, files, path) => {
    expect(changed(files)[0]).toBe(path);
  });

  it("stays where it was put, although another file has come since", () => {
    const [first] = plan({});
    const files = { "AGENTS.md": first?.after ?? "", "CLAUDE.md": "# Came later\n" };
    const choice = { ...ALL, agents: false, gitignore: false };
    expect(changed(files, choice)).toEqual(["CLAUDE.md"]);
    const [, second] = plan(files, choice);
    expect(second?.after).toContain("# Came later\n\n<!-- wardroom:begin -->\n@AGENTS.md\n");
    expect(changed({ ...files, "CLAUDE.md": second?.after ?? "" }, choice)).toEqual([]);
  });

  it("is where it was asked for", () => {
    expect(changed({ "CLAUDE.md": "" }, { ...ALL, file: "docs/AGENTS.md" })[0]).toBe("docs/AGENTS.md");
  });
});

it("writes everything once, and nothing the second time", () => {
  const files = { "CLAUDE.md": "# Mine\n\nText without an end", ".gitignore": "node_modules" };
  const first = plan(files);
  expect(first.map(({ path }) => path)).toEqual(["CLAUDE.md", ...AGENTS, ".gitignore"]);
  const after = Object.fromEntries(first.map((file) => [file.path, file.after]));
  expect(after["CLAUDE.md"]).toMatch(/^# Mine\n\nText without an end\n\n<!-- wardroom:begin -->\n/);
  expect(after[".gitignore"]).toBe("node_modules\n.kaizen/\n.wardroom/\n.agent/teams/*/*\n!.agent/teams/*/phase-*/\n");
  expect(changed(after)).toEqual([]);
});

it("leaves definitions of the project's own alone", () => {
  const own = { ".claude/agents/lead.md": "---\nname: lead\n---\nMine.\n" };
  expect(changed(own)).not.toContain(".claude/agents/lead.md");
});

it.each([".kaizen/", ".kaizen", "/.kaizen/", "**/.kaizen/", ".kaizen/*", "!.kaizen/agents", ".kaizen/  "])(
  "takes %s in .gitignore for an answer",
  (line) => {
    expect(changed({ ".gitignore": `a\n${line}\nb\n.wardroom/\n.agent/teams/x\n` })).not.toContain(".gitignore");
  },
);

it("ignores nothing in a folder that git does not keep, nor against a wish", () => {
  expect(changed({}, ALL, false)).not.toContain(".gitignore");
  expect(changed({}, { ...ALL, gitignore: false })).not.toContain(".gitignore");
  expect(changed({}, { ...ALL, agents: false })).toEqual(["AGENTS.md", "CLAUDE.md", ".gitignore"]);
});
