import type { Act } from "@/lib/services/commit/act";
import type { Queries } from "@/lib/db/database";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import type { LiveEvent } from "@/lib/services/commit/live-feed";

/**
 * Has the copies of this process hold what it has just committed. Never throws: it is done, and whoever looks next brings up a copy that
 * could not be written.
 */
export async function bringCopies(
  documents: DocumentCache,
  queries: Queries,
  acts: Act[],
  events: LiveEvent[],
): Promise<void> {
  const { copies } = documents;
  const [first, last] = [events[0]?.id, events.at(-1)?.id];
  if (!copies.isUsed || first === undefined || last === undefined) return;
  const edits = acts.flatMap((act) => act.edits).filter(({ workspace }) => copies.isRecorded(workspace));
  const places = new Map(edits.map(({ workspace, path }) => [path, workspace]));
  const isPlain = acts.every(({ move, effects }) => move === null && effects.every(({ type }) => type !== "redact"));
  const isTaken =
    isPlain &&
    [...places].every(([path, workspace]) => {
      const state = documents.afterBatch(workspace, path);
      return copies.take(state, state.hash === "" ? null : Buffer.from(state.text ?? ""), last);
    });
  if (isTaken) copies.passed({ first, last });
  else await copies.follow(queries).catch(() => undefined);
}
