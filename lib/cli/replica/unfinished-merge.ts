import { hasMergeMarkers } from "@/lib/core/text/merge-markers";
import type { Conflict } from "@/lib/cli/replica/kept-files";
import type { ReplicaServer } from "@/lib/cli/replica/replica-server";

/** Why a file waits in which git could not merge two versions. */
export const UNFINISHED_MERGE =
  "Git could not merge two versions of it: settle what stands between <<<<<<< and >>>>>>>, " +
  "finish what git status names, and it is pushed by itself.";

/** Whether a file waits for that alone: it is over by itself. */
export function waitsForMerge(held: Pick<Conflict, "reason"> | null): boolean {
  return held?.reason === UNFINISHED_MERGE;
}

/**
 * Whether a file holds what somebody has to merge first: both versions stand in it. Where the server's text has such lines as well, they are
 * meant to be there.
 */
export async function isUnfinishedMerge(
  path: string,
  text: string | null,
  { server }: { server: Pick<ReplicaServer, "read"> },
): Promise<boolean> {
  return text !== null && hasMergeMarkers(text) && !hasMergeMarkers((await server.read(path))?.text ?? "");
}
