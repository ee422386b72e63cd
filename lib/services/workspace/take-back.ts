import { AppError } from "@/lib/core/errors";
import { undoPatch } from "@/lib/core/history/merge";
import { findRevision } from "@/lib/db/revisions";
import type { Draft } from "@/lib/services/commit/act";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/** A file that an act changed, and the revision that it made of it. */
export interface ChangedFile {
  path: string;
  revision: number;
}

/**
 * Takes what an act did to a file back: it is as it was before, or without what the act wrote where others have changed it since. Throws
 * `conflict` where that stands in the way.
 */
export async function takeBack(
  draft: Draft,
  { path, revision }: ChangedFile,
  recorded: { operation: string; detail?: Record<string, unknown> },
): Promise<void> {
  const state = await draft.document(path);
  const row = await findRevision(draft.queries, state.id, revision);
  if (row === null) throw changedSince(path);
  const wasThere = row.parentHash !== "";
  const before = wasThere ? await readTextAt(draft.queries, state.id, revision - 1) : "";
  if (state.hash === row.hash) {
    if (!wasThere) draft.edit(path, { text: "", remove: true, ...recorded });
    else draft.edit(path, { text: before, ...recorded });
    return;
  }
  // A file that the act made, or one that it took away, is somebody else's by now.
  if (!wasThere || row.hash === "" || state.text === null) throw changedSince(path);
  const after = await readTextAt(draft.queries, state.id, revision);
  draft.edit(path, { text: undoPatch(before, after, state.text), ...recorded });
}

function changedSince(path: string): AppError {
  return new AppError("conflict", `${path} has changed since.`, {
    hint: "Bring that file back to what it was, or make the change by hand; nothing was taken back.",
    current: { path },
  });
}
