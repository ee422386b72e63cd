import type { RelatedLine } from "@/lib/contracts/memory";
import { findItems } from "@/lib/core/memory/identity";
import { wordsOf } from "@/lib/core/memory/model";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { COMMON_FROM, nearest, shortened, subjectOf, wantedTerms } from "@/lib/core/search/related";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { countTerms, findLines } from "@/lib/db/lines";
import { memoryOf } from "@/lib/services/commit/document-states";
import { isIndexed } from "@/lib/services/commit/line-index";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** So many lines that share most are looked at. */
const LOOKED_AT = 20;
/** The standing lines of others that are about what a role writes, the nearest first: two at most, and mostly none. */
export async function findRelated(
  context: ServiceContext,
  { workspace, session }: SessionParams,
  { role, text }: { role: string; text: string },
): Promise<RelatedLine[]> {
  const subject = subjectOf(text);
  if (subject.size === 0) return [];
  const state = await context.committer.readable(workspace, memoryPath(session));
  if (state.id === 0 || state.hash === "") return [];
  const { queries } = context.database;
  // What was edited outside since is in the index with the next act.
  if (!(await isIndexed(queries, state))) return [];
  const { lines, countOf } = await countTerms(queries, state.id, [...subject.keys()], COMMON_FROM);
  const wanted = wantedTerms(subject, countOf, lines);
  if (wanted.length === 0) return [];
  const near = nearest(await findLines(queries, { documentId: state.id, but: role }, wanted, LOOKED_AT), lines);
  if (near.length === 0) return [];
  const found = findItems(memoryOf(state), state.identity, new Set(near.map(({ item }) => item)));
  const origins = await context.origins.of(queries, state);
  const told = near.flatMap(({ item: id }): RelatedLine[] => {
    const placed = found.find((each) => each.id === id);
    if (placed === undefined) return [];
    const { item, role: by } = placed;
    const at = item.timestamp ?? origins.get(id)?.at ?? null;
    return [{ id, role: by, tag: item.tag, text: singleSpaces(wordsOf(item)).trim(), at }];
  });
  return shortened(told);
}
