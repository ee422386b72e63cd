import { join } from "node:path";
import type { Redact, Redaction } from "@/lib/contracts/redactions";
import { AppError } from "@/lib/core/errors";
import { Redactor } from "@/lib/core/text/redact";
import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listJournalsHolding } from "@/lib/db/redactions";
import { allowIn, type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { planRedaction } from "@/lib/services/history/plan-redaction";
import { signedPart } from "@/lib/services/history/redacted-events";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { readFile, stat, unlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { isUtf8 } from "node:buffer";
import { listReadable } from "@/lib/store/list-readable";
import { WATCHED } from "@/lib/store/file-store";
import { listFiles, orMissing } from "@/lib/store/find-files";
import { WATCHED_MS } from "@/lib/store/replaced-files";
import type { Store } from "@/lib/store/store";
import { writeStored } from "@/lib/store/write-file";

/** A file in use is looked at again after this pause. Milliseconds. */
const PAUSE_MS = 50;

/**
 * The files of a workspace that hold a text: all below the folders of documents, and those with a history elsewhere. Those
 * that are no text are told apart: they are shown, and never changed.
 */
async function findFilesHolding(store: Store, known: readonly string[], redactor: Redactor) {
  const paths = new Set(known);
  for (const folder of WATCHED) for await (const path of filesBelow(store, folder)) paths.add(path);
  const found: { texts: string[]; others: string[] } = { texts: [], others: [] };
  for (const path of [...paths].sort()) {
    const file = await store.read(path).catch(ignoreUnreadable);
    if (file === null) continue;
    if (file.text !== null && redactor.isIn(file.text)) found.texts.push(path);
    else if (file.text === null && !redactor.inBytes(file.bytes).equals(file.bytes)) found.others.push(path);
  }
  return found;
}

/** A link that leads out, a pipe, a file that is too large for a document: none of them is Wardroom's. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function* filesBelow(store: Store, folder: string): AsyncGenerator<string> {
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    if (kind === "file") yield path;
    else if (kind === "folder") yield* filesBelow(store, path);
  }
}

/** Replaces a text in every file of a workspace's trash; answers how many were changed. To be called under the lock. */
async function redactTrash(folder: string, redactor: Redactor): Promise<number> {
  let changed = 0;
  for (const path of await listFiles(folder)) {
    const bytes = await readFile(path);
    const redacted = isUtf8(bytes) ? redactor.in(bytes.toString("utf8")) : null;
    if (redacted === null || redacted === bytes.toString("utf8")) continue;
    await writeStored(path, redacted, path);
    changed++;
  }
  return changed;
}

/**
 * Waits until no replaced file is kept any more that holds a text: each is watched for a moment, for what programs still
 * write into it. One that nobody watches is deleted once that moment is over.
 */
async function dropReplaced(folder: string, redactor: Redactor): Promise<void> {
  for (;;) {
    let isInUse = false;
    for (const path of await listFiles(folder)) {
      if (await orMissing(isKept(path, redactor), false)) isInUse = true;
    }
    if (!isInUse) return;
    await wait(PAUSE_MS);
  }
}

/** Whether a file that holds the text is still watched; one that is not is deleted. */
async function isKept(path: string, redactor: Redactor): Promise<boolean> {
  const bytes = await readFile(path);
  if (redactor.inBytes(bytes).equals(bytes)) return false;
  const { ctimeMs } = await stat(path);
  if (Date.now() - ctimeMs <= WATCHED_MS) return true;
  await unlink(path);
  return false;
}

/** Somebody may write the text into a file again while it is taken out; so often it is taken out anew. */
const ATTEMPTS = 5;

/** Where no redaction reaches. */
const NOT_REACHED = [
  "Backups, and databases kept beside this one as wardroom.db.rescued-*, wardroom.db.lost-* or *.replaced-*",
  "Other workspaces: redact the text in each",
  "Commits of Git, files outside .agent/teams, .kaizen/agents and .microai that have no history here, and files over 8 MB",
  "Names of files and folders, and what agents and browsers have been sent already",
];

/** Taking a secret out of everything that Wardroom keeps, files and history alike. */
export function redactionService(context: ServiceContext) {
  const { committer, database, places, witness } = context;

  /** Takes the text out of the files, as one revision of each; answers how many. */
  async function redactFiles(caller: Caller, workspace: string, redactor: Redactor): Promise<number> {
    const { texts, others } = await findFiles(database.queries, workspace, redactor);
    const [other] = others;
    if (other !== undefined) {
      throw new AppError(
        "unparseable",
        `${other} holds the text and is not valid UTF-8, so it cannot be changed here.`,
        {
          hint: "Take the text out with an editor, or remove the file, and redact again; nothing was changed.",
        },
      );
    }
    if (texts.length === 0) return 0;
    return committer.submit({
      ...aloneBy(caller, workspace),
      decide: async (draft) => {
        await assertNothingUnfinished(draft.queries, redactor);
        let changed = 0;
        for (const path of texts) {
          const { text } = await draft.document(path);
          if (text === null || !redactor.isIn(text)) continue;
          const change = { text: redactor.in(text), operation: "redact", detail: { marker: redactor.marker } };
          const revision = draft.edit(path, change);
          draft.event("document.redacted", path, sessionOfPath(path), { revision, marker: redactor.marker });
          changed++;
        }
        return changed;
      },
    });
  }

  /**
   * Takes the text out of the rows and the trash, in one transaction, with an event that names each. Null where a file holds
   * the text again.
   */
  async function redactHistory(
    caller: Caller,
    { workspace, reason }: { workspace: string; reason: string },
    redactor: Redactor,
  ): Promise<Omit<Redaction, "marker" | "notReached"> | null> {
    return committer.submit({
      ...aloneBy(caller, workspace),
      isLong: true,
      decide: async (draft) => {
        await assertNothingUnfinished(draft.queries, redactor);
        const { texts } = await findFiles(draft.queries, workspace, redactor);
        if (texts.length > 0) return null;
        const { effect, told } = await planRedaction(draft.queries, workspace, redactor);
        const documents = await redactTrash(join(places.data, "trash", workspace), redactor);
        const revisions = effect.revisions.length;
        const rows = effect.rows.length + effect.events.length;
        if (revisions + rows === 0) return { documents, revisions, rows };
        draft.effect(effect);
        const signature = witness.signRedaction(signedPart(told.events, effect.covered));
        const counts = { revisionsChanged: revisions, rowsChanged: rows };
        const { marker } = redactor;
        draft.event("history.redacted", workspace, null, { reason, marker, ...counts, ...told, signature });
        return { documents, revisions, rows };
      },
    });
  }

  async function findFiles(queries: Queries, workspace: string, redactor: Redactor) {
    const rows = await listDocuments(queries, workspace, ".");
    return findFilesHolding(
      context.store(workspace),
      rows.map(({ path }) => path),
      redactor,
    );
  }

  return {
    /**
     * Replaces every occurrence of a text by a marker: in the files, as revisions of the caller's, then in the whole history
     * at once. The chain stays verifiable: it names each row that was changed. Repeated, it finishes what a death left. The
     * owner's.
     */
    async redact(caller: Caller, { workspace }: { workspace: string }, { text, reason }: Redact): Promise<Redaction> {
      allowIn(context, caller, "redact a secret", workspace);
      const redactor = new Redactor(text, `[REDACTED ${context.newId().slice(0, 4)}]`);
      await assertNothingUnfinished(database.queries, redactor);
      let files = 0;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        files += await redactFiles(caller, workspace, redactor);
        // A power cut would bring back a file that no rewritten revision explains.
        await committer.settleFiles();
        const done = await redactHistory(caller, { workspace, reason }, redactor);
        if (done === null) continue;
        await dropReplaced(join(places.data, "replaced"), redactor);
        const left = await database.wipe();
        const documents = files + done.documents;
        return { ...done, documents, marker: redactor.marker, notReached: [...NOT_REACHED, ...left] };
      }
      throw new AppError("busy", "The text is written into files again and again.", {
        hint: "End the program that writes it, and redact again.",
      });
    },
  };
}

/** What was set aside holds texts and their hashes, and could be finished with neither changed. */
async function assertNothingUnfinished(queries: Queries, redactor: Redactor): Promise<void> {
  const [id] = await listJournalsHolding(queries, redactor.forms);
  if (id === undefined) return;
  throw new AppError("conflict", `Unfinished change ${String(id)} holds the text.`, {
    hint: "Finish or discard it first, see {change.list}; nothing was redacted in the history.",
  });
}
