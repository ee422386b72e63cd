import type { Conflict, KeptFiles, Outgoing } from "@/lib/cli/replica/kept-files";
import { hasMergeMarkers } from "@/lib/core/text/merge-markers";
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

/** Whether a file waited for somebody with an edit that no server has, and holds something else now. */
export function isWithoutEdit(local: string | null, held: Conflict | null | undefined): boolean {
  if (!held?.local || waitsForMerge(held)) return false;
  return held.local !== local;
}

/** Whether git has put something else in the place of such an edit: of a file that was in step once, only what git wrote is sent without a base. */
export function isReplacedByGit(
  { path, base, hash }: Pick<Outgoing, "path" | "base" | "hash">,
  kept: Pick<KeptFiles, "synced" | "conflicts">,
): boolean {
  return base === null && kept.synced.has(path) && isWithoutEdit(hash, kept.conflicts.get(path));
}

/**
 * Lets go of a conflict that git ended by replacing or removing the file, and says where the edit is. Whether a text that the server is asked
 * about has the edit is known by its answer.
 */
export async function letGoOfReplaced(
  path: string,
  { kept, say }: { kept: Pick<KeptFiles, "letGo">; say: (sentence: string) => void },
): Promise<void> {
  await kept.letGo(path);
  say(
    `Git replaced ${path} before your edit reached the server. If you committed the edit, it is only in git now. ` +
      `To find it, run: git log --all -- ${path}. Then add it to the file again.`,
  );
}
