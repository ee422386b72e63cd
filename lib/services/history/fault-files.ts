import { agentMemoryPath, AGENTS_FOLDER, DEFINITION_FOLDERS } from "@/lib/core/agent-memory/agent-paths";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { teamFolder } from "@/lib/core/knowledge/team-place";
import { contextPath, memoryPath, planPath } from "@/lib/core/memory/session-paths";
import { findGateFiles } from "@/lib/store/find-gate-files";
import { findTeams } from "@/lib/store/find-teams";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** The path of every file of a session that has a format of its own. */
export async function filesOfSession(store: Store, session: string): Promise<string[]> {
  const gates = await findGateFiles(store, session);
  return [memoryPath(session), contextPath(session), planPath(session), ...gates.map(({ path }) => path)];
}

/** The path of every file of agents and knowledge that has a format of its own. */
export async function filesOfProject(store: Store): Promise<string[]> {
  const agents = (await listReadable(store, AGENTS_FOLDER)).filter(({ kind }) => kind === "folder");
  const definitions = await Promise.all(
    DEFINITION_FOLDERS.map(async (folder) => {
      const files = await listReadable(store, folder);
      const named = files.filter(({ kind, name }) => kind === "file" && /\.md$/i.test(name));
      return named.map(({ name }) => `${folder}/${name}`);
    }),
  );
  const teams = await findTeams(store);
  return [
    ...agents.map(({ name }) => agentMemoryPath(name)),
    ...definitions.flat(),
    REGISTRY_PATH,
    OLDER_REGISTRY_PATH,
    ...teams.flatMap((team) => [indexPath(team), `${teamFolder(team)}/memory/sessions.yaml`]),
  ];
}
