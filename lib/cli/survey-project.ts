import { addAll } from "@/lib/core/lists";
import { join } from "node:path";
import { plainLine } from "@/lib/cli/terminal-text";
import type { Paint } from "@/lib/operations/terminal";
import { sayCount } from "@/lib/core/text/say-count";
import { findSubprojects, namesIn } from "@/lib/store/find-subprojects";

/** What a project has of what Wardroom works with, found by names alone. */
export interface Survey {
  folder: string;
  sessions: string[];
  /** Whether there is a folder of knowledge. */
  hasKnowledge: boolean;
  /** Agents with a definition in `.claude/agents`. */
  agents: string[];
  /** Files that agents read first, of those there are. */
  guides: string[];
  /** Folders below that are projects of their own, relative to `folder`. */
  subprojects: string[];
}

/** Looks a project over. Opens no file, follows no link, writes nothing; what may not be entered holds nothing. */
export async function surveyProject(folder: string): Promise<Survey> {
  const names = new Set(await namesIn(folder, "any"));
  const agents = (await namesIn(join(folder, ".claude/agents"), "file")).filter((name) => /\.md$/i.test(name)); // tester.md
  return {
    folder,
    sessions: await namesIn(join(folder, ".agent/teams"), "folder"),
    hasKnowledge: names.has(".microai"),
    agents: agents.filter((name) => !/^readme\.md$/i.test(name)).map((name) => name.slice(0, -3)),
    guides: ["CLAUDE.md", "AGENTS.md"].filter((name) => names.has(name)),
    subprojects: await findSubprojects(folder),
  };
}

/** Whether a project has nothing yet that Wardroom would show. */
export function isNewProject({ sessions, hasKnowledge }: Survey): boolean {
  return sessions.length === 0 && !hasKnowledge;
}

/** What fits a project, each with the command that does it; nothing of it has been done. */
export function saySurvey(survey: Survey, paint: Paint): string {
  const { folder, agents, guides, subprojects } = survey;
  const lines: string[] = [];
  const offer = (command: string, why: string) => lines.push(`  ${paint.name(command)}`, `      ${why}`);
  if (isNewProject(survey)) {
    lines.push(`${plainLine(folder)} has no team session and no knowledge yet. Nothing was written. What fits it:`, "");
    const told = guides.length === 0 ? "AGENTS.md" : `a section in ${guides[0] ?? ""}`;
    const stay = agents.length === 1 ? "stays as it is" : "stay as they are";
    const definitions = agents.length === 0 ? "" : `; ${sayCount(agents.length, "agent definition")} of yours ${stay}`;
    offer("wardroom up", `after one question: ${told}, hooks and tools, the next, and a server${definitions}`);
    const roles = agents.length === 0 ? ["implementer-1", "tester-1"] : agents.slice(0, 4);
    offer(
      `wardroom session create my-feature --role ${plainLine(roles.join(" --role "))}`,
      agents.length === 0 ? "a shared memory for a team" : "a shared memory for the agents found in .claude/agents",
    );
    offer("wardroom knowledge lay-out my-team --dry-run", "an index of what a team's agents load, in .microai");
    offer("wardroom serve --example", "the dashboard, with an example to look around in");
  }
  if (subprojects.length > 0) {
    addAll(lines, [...(lines.length === 0 ? [] : [""]), "Projects in folders below, each a workspace of its own:"]);
    for (const each of subprojects) lines.push(`  ${paint.name(`wardroom serve --workspace ./${plainLine(each)}`)}`);
    if (subprojects.length > 1) lines.push("  All of them: WARDROOM_WORKSPACES=name=/path,name2=/path2 wardroom serve");
  }
  return `${lines.join("\n")}\n`;
}
