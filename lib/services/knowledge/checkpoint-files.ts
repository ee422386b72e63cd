import { AppError, onRefusal } from "@/lib/core/errors";
import { type CheckpointReading, parseCheckpoint } from "@/lib/core/knowledge/checkpoint";
import { countBySession, orderCheckpoints } from "@/lib/core/knowledge/checkpoint-name";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listReadable } from "@/lib/store/list-readable";
import type { TeamParams, TeamSessionParams } from "@/lib/services/knowledge/team-session-change";
import { teamMemoryPaths } from "@/lib/services/knowledge/team-session-files";

export interface CheckpointFile {
  file: string;
  path: string;
  reading: CheckpointReading;
}

/** Every checkpoint of a session, the newest first; one that cannot be opened is faulty, and stops no other. */
export async function readCheckpoints(context: ServiceContext, params: TeamSessionParams): Promise<CheckpointFile[]> {
  const { checkpoints } = teamMemoryPaths(params.team);
  const names = orderCheckpoints(params.session, await listCheckpointFiles(context, params));
  const read: CheckpointFile[] = [];
  for (const { file } of names) {
    const path = `${checkpoints}/${file}`;
    read.push({ file, path, reading: await readOne(context, params, path) });
  }
  return read;
}

export async function countCheckpoints(context: ServiceContext, params: TeamParams): Promise<Map<string, number>> {
  return countBySession(await listCheckpointFiles(context, params));
}

export async function listCheckpointFiles(context: ServiceContext, { workspace, team }: TeamParams): Promise<string[]> {
  const entries = await listReadable(context.store(workspace), teamMemoryPaths(team).checkpoints);
  return entries.map(({ name }) => name);
}

async function readOne(context: ServiceContext, { workspace, team, session }: TeamSessionParams, path: string) {
  const file = await context
    .store(workspace)
    .read(path)
    .catch(onRefusal((refusal) => refusal));
  if (file instanceof AppError) return unreadable(file.message);
  if (file === null) return unreadable("The file is gone.");
  if (file.text === null) return unreadable("The file is not valid UTF-8.");
  return parseCheckpoint(file.text, { team, sessionId: session });
}

function unreadable(message: string): CheckpointReading {
  return { content: null, fault: { kind: "unreadable", message, line: null }, verified: false, diagnostics: [] };
}
