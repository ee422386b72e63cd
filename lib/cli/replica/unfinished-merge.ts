import { hasMergeMarkers } from "@/lib/core/text/merge-markers";
import type { Checkout } from "@/lib/cli/replica/checkout";
import type { Conflict } from "@/lib/cli/replica/kept-files";
import type { ReplicaServer } from "@/lib/cli/replica/replica-server";

/** Why a file waits in which git could not merge two versions. */
export function unfinishedMerge(path: string): string {
  return (
    "Git could not merge two versions of it: settle what stands between <<<<<<< and >>>>>>>, " +
    `then run git add ${path}, and it is pushed by itself.`
  );
}

/** Whether a file waits for that alone: it is over when git says so, which changes nothing in the file. */
export function waitsForMerge(held: Pick<Conflict, "path" | "reason"> | null): boolean {
  return held !== null && held.reason === unfinishedMerge(held.path);
}

/**
 * Whether a file holds what somebody has to merge first: git says so, or both versions stand in it. Where the server's text has such lines
 * as well, they are meant to be there.
 */
export async function isUnfinishedMerge(
  path: string,
  text: string | null,
  { checkout, server }: { checkout: Pick<Checkout, "isUnmerged">; server: Pick<ReplicaServer, "read"> },
): Promise<boolean> {
  if (text === null) return false;
  if (await checkout.isUnmerged(path)) return true;
  return hasMergeMarkers(text) && !hasMergeMarkers((await server.read(path))?.text ?? "");
}
