import type { Act, Edit } from "@/lib/services/commit/act";
import type { Queries } from "@/lib/db/database";
import { firstChange } from "@/lib/services/commit/decide-batch";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import { encodeNext } from "@/lib/services/commit/document-states";
import { groupByFile } from "@/lib/services/commit/place-batch";
import type { LiveEvent } from "@/lib/services/commit/live-feed";

/**
 * Has the copies of this process hold what it has just committed; false where they do not, and whoever looks next is to bring them up.
 * Never throws: it is done.
 */
export async function bringCopies(documents: DocumentCache, queries: Queries, acts: Act[], events: LiveEvent[]) {
  const { copies } = documents;
  const [first, last] = [events[0], events.at(-1)];
  if (!copies.isUsed || first === undefined || last === undefined) return true;
  const files = [...groupByFile(acts).values()];
  const isTaken = acts.every(isPlain) && files.every((edits) => take(documents, edits, last.id));
  if (isTaken) copies.passed(first.id, last);
  return (
    isTaken ||
    copies.follow(queries, files[0]?.[0]?.workspace).then(
      () => true,
      () => false,
    )
  );
}

/** Whether an act gives files another text, and moves and rewrites nothing. */
function isPlain({ move, effects }: Act): boolean {
  return move === null && effects.every(({ type }) => type !== "redact");
}

/** Gives a copy what the edits of its file made of it, encoding only what they changed; false where the copies have to `follow`. */
function take(documents: DocumentCache, edits: Edit[], lastEvent: number): boolean {
  const [edit] = edits;
  if (edit === undefined || !documents.copies.isRecorded(edit.workspace)) return true;
  const after = documents.afterBatch(edit.workspace, edit.path);
  const found = documents.find(edit.workspace, edit.path);
  const known = found?.hash === edit.base ? found : undefined;
  const content = after.hash === "" ? null : encodeNext(known, after, firstChange(edits)).map(({ bytes }) => bytes);
  return documents.copies.take(after, content, lastEvent);
}
