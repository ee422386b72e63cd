import { findDocument } from "@/lib/db/history";
import type { Act, Edit, FolderMove } from "@/lib/services/commit/act";
import { groupByFile, type FinishContext } from "@/lib/services/commit/finish-batch";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/**
 * Puts files and folders back to where they were before a batch that is in no history: a file that holds the batch's text
 * gets the text before, a folder that was moved returns. Whatever somebody else has changed since stays. Answers what could
 * not be put back, as paths.
 */
export async function undoBatch(context: FinishContext, acts: Act[]): Promise<string[]> {
  const left: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch {
      left.push(what);
    }
  };
  for (const { move } of acts) {
    if (move !== null) await attempt(move.folder, () => moveBack(context, move));
  }
  for (const edits of groupByFile(acts).values()) {
    const path = edits[0]?.path;
    if (path !== undefined) await attempt(path, () => putBack(context, edits));
  }
  return left;
}

/** A folder that never moved is already where it belongs. */
async function moveBack(context: FinishContext, { workspace, folder, trash, direction }: FolderMove): Promise<void> {
  const store = context.store(workspace);
  if (direction === "out") await store.moveIn(trash, folder);
  else await store.moveOut(folder, trash);
}

async function putBack(context: FinishContext, edits: Edit[]): Promise<void> {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return;
  const store = context.store(first.workspace);
  const file = await store.read(first.path);
  if ((file?.hash ?? "") !== last.target) return;
  const row = await findDocument(context.queries, first.workspace, first.path);
  if ((row?.headHash ?? "") !== first.base) return;
  if (first.base === "") await store.remove(first.path, { emptied: true });
  else if (row !== null) await store.write(first.path, await readTextAt(context.queries, row.id, row.head));
}
