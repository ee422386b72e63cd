import { TEAMS_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { listDocuments } from "@/lib/db/history";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { kindOf } from "@/lib/services/commit/document-states";
import { listReadable } from "@/lib/store/list-readable";

/** Every file of a team's memory that there is, or was when somebody last looked: active context, lists, checkpoints. */
export async function listTeamMemories(context: ServiceContext, workspace: string): Promise<string[]> {
  const known = await listDocuments(context.database.queries, workspace, `${TEAMS_FOLDER}/`);
  const paths = new Set(known.map(({ path }) => path));
  const store = context.store(workspace);
  for (const team of await listReadable(store, TEAMS_FOLDER)) {
    const memory = `${TEAMS_FOLDER}/${team.name}/memory`;
    for (const folder of team.kind === "folder" ? [memory, `${memory}/checkpoints`] : []) {
      for (const { name } of await listReadable(store, folder)) paths.add(`${folder}/${name}`);
    }
  }
  return [...paths].filter((path) => kindOf(path) === "team-memory");
}
