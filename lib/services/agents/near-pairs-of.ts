import { nearPairSteps, type NearPair, type StandingLine } from "@/lib/core/coach/near-pairs";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { memoryOf } from "@/lib/services/commit/document-states";
import { linesOf, readPairs } from "@/lib/services/commit/read-pairs";
import { inSlices } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Near lines of a session that nobody judged; none of one that is finished, or whose memory cannot be read. */
export async function nearPairsOf(
  { committer, sessions, database }: ServiceContext,
  workspace: string,
  session: string,
): Promise<NearPair[]> {
  const path = memoryPath(session);
  const state = await committer.readable(workspace, path);
  if (state.hash === "" || state.text === null || memoryOf(state).meta.finished !== null) return [];
  const { key } = await sessions.find(workspace, session);
  const judged = await readPairs(database.queries, key, state);
  const known = new Set(judged.flatMap(({ item, other }) => [`${item.id} ${other.id}`, `${other.id} ${item.id}`]));
  const lineOf = linesOf(state);
  const standing = identifyItems(memoryOf(state), state.identity).flatMap(
    ({ id, role, line, item }): StandingLine[] => {
      const found = lineOf(id);
      if (found.state !== "active" || item.tag === "Gate") return [];
      const quote = item.text.split("\n", 1)[0] ?? "";
      return [{ session, line: found, citation: { path, line, quote, agent: null, session, role } }];
    },
  );
  return inSlices(nearPairSteps(standing, (item, other) => known.has(`${item} ${other}`)));
}
