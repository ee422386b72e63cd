import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AGENT_DEFINITIONS } from "@/lib/core/protocol/agent-definitions";
import { planInit, type InitChoice, type PlannedFile } from "@/lib/core/protocol/plan-init";
import { readFiles, type ProjectFolder } from "@/lib/store/project-files";

/** What telling a project's agents how to work in a team would change there. */
export async function planProtocol(project: ProjectFolder, choice: InitChoice): Promise<PlannedFile[]> {
  const definitions = AGENT_DEFINITIONS.map(({ path }) => path);
  const paths = ["CLAUDE.md", "AGENTS.md", ".gitignore", choice.file ?? "CLAUDE.md", ...definitions];
  const { read } = await readFiles(project, paths);
  const isRepository = await stat(join(/* turbopackIgnore: true */ project.folder, ".git")).then(
    () => true,
    () => false,
  );
  return planInit({ read, isRepository }, choice);
}
