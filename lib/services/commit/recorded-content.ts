import type { Subject } from "@/lib/core/access/decide-access";
import { refuseForeign } from "@/lib/core/places/link-rights";
import { findShutInHistory } from "@/lib/core/places/our-files";
import type { Queries } from "@/lib/db/database";
import type { Copies } from "@/lib/services/commit/copies";
import { type DocumentState, withFile } from "@/lib/services/commit/document-states";
import { readBytesAt } from "@/lib/services/commit/revision-texts";
import { storedFile } from "@/lib/store/read-file";
import type { Store } from "@/lib/store/store";

/** A document of a recorded workspace with its content, of which the copy here saves reading the history. */
export async function withRecordedContent(
  queries: Queries,
  store: Store,
  copies: Copies,
  recorded: DocumentState,
): Promise<DocumentState> {
  const { path, id, head, hash } = recorded;
  if (hash === "" || path.startsWith("trash/")) return recorded;
  const file = await store.read(path).catch(() => null);
  if (file?.hash === hash) return withFile(recorded, file);
  const bytes = await readBytesAt(queries, id, head);
  copies.heal(recorded, bytes);
  return withFile(recorded, storedFile(bytes, { mtimeMs: 0, mode: 0o600 }));
}

/** As `Store.leadsTo`, also for what is in the history alone. */
export async function leadsTo(
  { copies, store }: { copies: Copies; store: (workspace: string) => Store },
  workspace: string,
  given: string,
  subject: Subject | null,
): Promise<string> {
  // Nothing in a copy leads anywhere, and it may be gone: it is made again from the history.
  if (!copies.isRecorded(workspace)) return store(workspace).leadsTo(given, subject);
  const refused = refuseForeign(given, findShutInHistory(given));
  if (refused !== null) throw refused;
  return given;
}
