import type { RelatedLine } from "@/lib/contracts/memory";
import { COMMON_FROM, nearest, shortened, subjectOf, wantedTerms } from "@/lib/core/search/related";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { countTerms, findLines } from "@/lib/db/lines";
import { readEntries } from "@/lib/services/workspace/searched-documents";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many lines that share most are looked at. */
const LOOKED_AT = 20;

/** What somebody wrote, and what is not to be told beside it: lines of their own role, and of the page they wrote in. */
interface Written {
  text: string;
  role: string;
  page?: string;
}

/**
 * The standing lines of others that are about what somebody writes, the nearest first: two at most, and mostly none. They are items of the
 * session, where there is one, and what its context, agents' memories and shared knowledge say.
 */
export async function findRelated(...given: Parameters<typeof findNear>): Promise<RelatedLine[]> {
  return shortened(await findNear(...given));
}

/** The same lines, each with its whole text. */
export async function findNear(
  context: ServiceContext,
  { workspace, session = "" }: { workspace: string; session?: string },
  { text, role, page = "" }: Written,
): Promise<RelatedLine[]> {
  const subject = subjectOf(text);
  if (subject.size === 0) return [];
  const { queries } = context.database;
  const among = { workspace, session };
  const { lines, countOf } = await countTerms(queries, among, [...subject.keys()], COMMON_FROM);
  const wanted = wantedTerms(subject, countOf, lines);
  if (wanted.length === 0) return [];
  const near = nearest(await findLines(queries, { ...among, role, page }, wanted, LOOKED_AT), lines);
  const told: RelatedLine[] = [];
  for (const { path, key, at } of near) {
    // It may be gone since, in a file that somebody edited.
    const entry = (await readEntries(context, workspace, path, new Set([key]))).get(key);
    if (entry === undefined) continue;
    const id = entry.kind === "item" ? key : `${path}:${entry.line}`;
    const by = entry.role ?? (entry.kind === "context" ? "context" : entry.title);
    told.push({ id, role: by, tag: entry.tag, text: singleSpaces(entry.text).trim(), at });
  }
  return told;
}

/** The same as part of an answer about what stands already: a failed search must not have the line written again. */
export async function tellRelated(...asked: Parameters<typeof findRelated>): Promise<{ related?: RelatedLine[] }> {
  const related = await findRelated(...asked).catch(() => []);
  return related.length === 0 ? {} : { related };
}
