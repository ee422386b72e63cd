import type { RelatedLine } from "@/lib/contracts/memory";
import { MOST_RELATED, nearest, shortened, subjectOf } from "@/lib/core/search/related";
import { diagnoseResting, type WithdrawnLine } from "@/lib/core/memory/withdrawn";
import { contextPath } from "@/lib/core/memory/session-paths";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { findLines } from "@/lib/db/lines";
import { recentProjectLines } from "@/lib/services/workspace/project-lines";
import { openSearched, readEntries } from "@/lib/services/workspace/searched-documents";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many lines that share most are looked at. */
const LOOKED_AT = 20;

/**
 * What somebody wrote, and what is not to be told beside it: lines of their own role, and of the page they wrote in, or else of the session's
 * context, which everybody has read.
 */
interface Written {
  text: string;
  role: string;
  page?: string;
}

/**
 * The standing lines of others that are about what somebody writes, the nearest first: two at most, and mostly none. They are items of the
 * session, where there is one, and what agents' memories, shared knowledge and the project's own files say.
 */
export async function findRelated(...given: Parameters<typeof findNear>): Promise<RelatedLine[]> {
  return shortened(await findNear(...given), given[0].countTokens);
}

/** The same lines, each with its whole text. */
export async function findNear(
  context: ServiceContext,
  { workspace, session = "" }: { workspace: string; session?: string },
  { text, role, page = session === "" ? "" : contextPath(session) }: Written,
): Promise<RelatedLine[]> {
  const among = { workspace, session, role, page };
  const { found, lines } = await findLines(context.database.queries, among, subjectOf(text), { most: LOOKED_AT });
  const near = nearest(found, lines);
  const told: RelatedLine[] = [];
  for (const { path, key, at } of near) {
    // It may be gone since, in a file that somebody edited.
    const entry = (await readEntries(context, workspace, path, new Set([key]))).get(key);
    if (entry === undefined) continue;
    const id = entry.kind === "item" ? key : `${path}:${entry.line}`;
    const by = entry.role ?? (entry.kind === "context" ? "context" : entry.title);
    told.push({ id, role: by, tag: entry.tag, text: singleSpaces(entry.text).trim(), at });
  }
  // What a project says of itself comes after what its teams say.
  const { held } = await recentProjectLines(context.places.workspaces.get(workspace) ?? "");
  const own = held.near(text).map(({ id, text: said }) => {
    return { id, role: id.replace(/:\d+$/, ""), tag: null, text: said, at: null }; // AGENTS.md:12
  });
  // Whoever is told may not have the file.
  return [...told, ...own].slice(0, MOST_RELATED).map((line) => ({ ...line, text: withholdSecrets(line.text) }));
}

/** Where a context, agents' memories and shared knowledge rest on a withdrawn line of a session: `notes/api.md:12`. */
export async function findResting(
  context: ServiceContext,
  { workspace, session }: { workspace: string; session: string },
  line: WithdrawnLine,
): Promise<string[]> {
  const text = `${line.text} ${line.id} ${line.id.slice(0, 8)}`;
  const among = { workspace, session, role: NOBODY, page: "" };
  const looked = { most: LOOKED_AT, least: 1 };
  const { found } = await findLines(context.database.queries, among, subjectOf(text), looked);
  const paths = new Set(found.flatMap(({ kind, path }) => (kind === "item" || path.endsWith("@") ? [] : [path])));
  const places: string[] = [];
  for (const path of paths) {
    const document = await openSearched(context, workspace, path);
    for (const { range } of diagnoseResting(document?.state.text ?? "", [line]))
      places.push(`${path}:${range.start.line}`);
  }
  return places;
}

/** Nobody is called so: lines of everybody are looked for. */
const NOBODY = " ";

/** The same as part of an answer about what stands already: a failed search must not have the line written again. */
export async function tellRelated(...asked: Parameters<typeof findRelated>): Promise<{ related?: RelatedLine[] }> {
  const related = await findRelated(...asked).catch(() => []);
  return related.length === 0 ? {} : { related };
}
