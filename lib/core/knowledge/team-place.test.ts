import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { teamAt, teamFolder, teamName, teamOf } from "@/lib/core/knowledge/knowledge-model";

const PLACES: [path: string, team: string | undefined][] = [
  [".microai/agents/teams/dev-qa/knowledge/knowledge-index.yaml", "dev-qa"],
  [".microai/agents/teams/dev-qa/notes/x.md", "dev-qa"],
  [".microai/teams/dev-qa/memory/context.md", "dev-qa@teams"],
  [".microai/agents/microai/teams/pm-dev/agents/pm.md", "pm-dev@agents.microai.teams"],
  [".microai/agents/root-cause/knowledge/01-templates.md", "root-cause@agents"],
  [".microai/teams/project-team/router-agent/knowledge/a.md", "router-agent@teams.project-team"],
  [".microai/knowledge/shared/owasp.md", undefined],
  [".microai/skills/pdf.md", undefined],
  [".microai/agents/a.b/c/knowledge/x.md", undefined],
  ["docs/teams/dev-qa/knowledge/x.md", undefined],
];

describe("the place of a team", () => {
  it.each(PLACES)("of %s is told by its path: %s", (path, team) => {
    expect(teamOf(path)).toBe(team);
    if (team !== undefined) expect(path.startsWith(`${teamFolder(team)}/`)).toBe(true);
  });

  it("gives a team whose folder it is, whatever the folder is called", () => {
    const name = fc.oneof(fc.constantFrom("teams", "agents", "a@teams", "a.b", "보안", "@", "a@"), fc.string());
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), (names) => {
        const folder = [".microai", ...names.map((each) => each.replaceAll("/", "") || "x")].join("/");
        const team = teamAt(folder);
        if (team !== undefined) expect(teamFolder(team)).toBe(folder);
      }),
    );
  });

  it("is no part of what people call it", () => {
    expect([teamName("dev-qa"), teamName("dev-qa@teams"), teamName("a@b c")]).toEqual(["dev-qa", "dev-qa", "a@b c"]);
  });
});
