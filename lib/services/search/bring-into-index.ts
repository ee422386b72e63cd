import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { pageOf } from "@/lib/core/search/page";
import type { UndatedEntry } from "@/lib/core/search/search-entry";
import { listVersionsOf, type VersionRow } from "@/lib/db/context";
import { findHolds, type IndexedLine, listLines, type PageChange } from "@/lib/db/lines";
import type { Effect } from "@/lib/services/commit/act";
import { differing, entriesOf, holdsOf, lineOf } from "@/lib/services/commit/line-index";
import { pauses } from "@/lib/services/workspace/in-slices";
import { keyIn, type Searched, sectionsOf } from "@/lib/services/workspace/searched-documents";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

type IndexEffect = Extract<Effect, { type: "index-page" | "forget-page" }>;

/** So many lines change in one transaction: nobody else waits for more of them. */
const TOGETHER = 50;
/** Versions older than so many are read by nobody who searches. */
const SEARCHED_VERSIONS = 50;

/** Brings a document into the index, a piece at a time; out of it, where there is none. */
export async function bringIntoIndex(
  context: ServiceContext,
  workspace: string,
  path: string,
  document: Searched | null,
): Promise<void> {
  const { queries } = context.database;
  const before = await findHolds(queries, workspace, path);
  if (document === null) {
    if ((await listLines(queries, workspace, path)).size > 0)
      await submit(context, { type: "forget-page", workspace, path });
    return;
  }
  const { state, at } = document;
  if (before === holdsOf(state.hash)) return;
  const origins = await context.origins.of(queries, state);
  const lines: IndexedLine[] = [];
  await context.committer.aside.judge(state, "searched", async () => {
    const pause = pauses();
    for (const entry of entriesOf(state)) {
      lines.push(lineOf(entry, origins.get(entry.key)?.touchedAt ?? at));
      if (pause.isDue()) await pause.take();
    }
  });
  const difference = differing(lines, await listLines(queries, workspace, path));
  await change(context, { ...difference, page: pageFor(workspace, path), holds: holdsOf(state.hash) }, before);
}

/**
 * Brings what earlier versions of a context said, and the next one did not say any more, into the index: each section under the last version
 * that held it. A version never changes, so each is read once.
 */
export async function bringPastIntoIndex(context: ServiceContext, workspace: string, path: string): Promise<void> {
  const { queries } = context.database;
  const session = sessionOfPath(path) ?? "";
  const versions = (await listVersionsOf(queries, workspace, [session])).get(session) ?? [];
  const [newest] = versions;
  if (newest === undefined) return;
  const page = { ...pageFor(workspace, path), path: `${path}@` };
  const before = await findHolds(queries, workspace, page.path);
  const holds = holdsOf(String(newest.number));
  if (before === holds) return;
  // What is known up to a version stays.
  const known = before?.startsWith(holdsOf("")) === true ? Number(before.slice(holdsOf("").length)) : 0;
  const come: IndexedLine[] = [];
  let last: { version: VersionRow; sections: UndatedEntry[] } | null = null;
  for (const version of versions.slice(0, SEARCHED_VERSIONS).reverse()) {
    if (version.number < known) continue;
    const sections = await sectionsOf(context, session, version);
    const still = new Set(sections.map(sayingOf));
    for (const entry of last?.sections.filter((each) => !still.has(sayingOf(each))) ?? [])
      come.push({
        ...lineOf(entry, last?.version.at.toISOString() ?? null),
        key: keyIn(last?.version.number ?? 0, entry),
      });
    last = { version, sections };
  }
  const there = await listLines(queries, workspace, page.path);
  const isNew = ({ key }: IndexedLine) => !there.has(key);
  await change(
    context,
    { page, gone: known > 0 ? [] : [...there.keys()], come: known > 0 ? come.filter(isNew) : come, holds },
    before,
  );
}

function sayingOf(entry: UndatedEntry): string {
  return `${entry.key.slice(entry.key.indexOf("#"))}\n${entry.text.trim()}`;
}

function pageFor(workspaceId: string, path: string) {
  return { workspaceId, path, ...(pageOf(path) ?? { kind: "knowledge", session: "" }) };
}

/** Changes a page, some lines at a time, for as long as nobody else does; it is whole only at the end. */
async function change(context: ServiceContext, whole: PageChange, before: string | null): Promise<void> {
  const { page, gone, come, holds } = whole;
  let expected = before;
  for (let at = 0; ; at += TOGETHER) {
    const isLast = at + TOGETHER >= Math.max(gone.length, come.length);
    const part = {
      page,
      gone: gone.slice(at, at + TOGETHER),
      come: come.slice(at, at + TOGETHER),
      holds: isLast ? holds : null,
    };
    if (!(await submit(context, { type: "index-page", change: part }, expected)) || isLast) return;
    expected = null;
  }
}

/** Changes the index, unless somebody else has changed the page since it was `expected` to hold something; answers whether. */
async function submit(context: ServiceContext, effect: IndexEffect, expected?: string | null): Promise<boolean> {
  const [workspace, path] =
    effect.type === "forget-page"
      ? [effect.workspace, effect.path]
      : [effect.change.page.workspaceId, effect.change.page.path];
  return context.committer.submit({
    workspace,
    author: { actor: "disk", actorKind: "disk", source: "disk" },
    alone: true,
    decide: async (draft) => {
      if (expected !== undefined && (await findHolds(draft.queries, workspace, path)) !== expected) return false;
      draft.effect(effect);
      return true;
    },
  });
}
