import { join } from "node:path";
import type { Redact, Redaction } from "@/lib/contracts/redactions";
import { AppError, onRefusal } from "@/lib/core/errors";
import { Redactor } from "@/lib/core/text/redact";
import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listEventsHolding, listJournalsHolding, listRewrittenRows, type RewrittenRevision } from "@/lib/db/redactions";
import { allowIn, aloneBy, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listRedacted, type RedactedEvent, signedPart } from "@/lib/services/history/events";
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
import { hashEvent } from "@/lib/core/history/event-chain";
import { addAll } from "@/lib/core/lists";
import type { StoredRevision } from "@/lib/db/revisions";
import type { Effect } from "@/lib/services/commit/act";
import { coverAgain, digestRevision, linkOfRow } from "@/lib/services/commit/event-log";
import { pauses, withoutPause } from "@/lib/services/workspace/in-slices";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { revisionKey, verifyEvents } from "@/lib/services/history/verify-events";
import { applyPatches, diffPatch } from "@/lib/core/history/patch";
import { countLines } from "@/lib/core/text/lines";
import { packSnapshot, readPatch, snapshotBytes } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";

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
    // A link that leads out, a pipe, a file that is too large for a document: none of them is Wardroom's.
    const file = await store.read(path).catch(onRefusal(() => null));
    if (file === null) continue;
    if (file.text !== null && redactor.isIn(file.text)) found.texts.push(path);
    else if (file.text === null && !redactor.inBytes(file.bytes).equals(file.bytes)) found.others.push(path);
  }
  return found;
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
    return committer.act(aloneBy(caller, workspace), async (draft) => {
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
    return committer.act({ ...aloneBy(caller, workspace), isLong: true }, async (draft) => {
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

/** What a redaction does to the rows of a workspace, and what its event says of that. */
interface RedactionPlan {
  effect: Extract<Effect, { type: "redact" }>;
  /** Events and revisions by what they hashed to before. */
  told: { events: RedactedEvent[]; revisions: { document: number; sequence: number; was: string }[] };
}

/**
 * Works out every row of a workspace's history as it is without a text, and changes nothing. A row that was not what the
 * chain says of it is redacted too, but nobody vouches for it now: it is found by a verification as it was before.
 */
async function planRedaction(queries: Queries, workspace: string, redactor: Redactor): Promise<RedactionPlan> {
  const { vouched } = await verifyEvents(queries, workspace, new IntegrityFindings(), withoutPause);
  const revisions: RedactedRevision[] = [];
  for (const { id } of await listDocuments(queries, workspace)) {
    addAll(revisions, await redactRevisions(queries, id, redactor));
  }
  const sound = revisions.filter(
    ({ was }) => vouched.get(revisionKey(was.documentId, was.sequence))?.digest === digestRevision(was),
  );
  const { events, told } = await planEvents(queries, workspace, redactor);
  return {
    effect: {
      type: "redact",
      revisions: revisions.map(({ is }) => is),
      events,
      rows: await listRewrittenRows(queries, workspace, redactor),
      covered: sound.map(({ was, is }) => coverAgain(rowAfter(was, is))),
    },
    told: {
      events: told,
      revisions: sound.map(({ was }) => {
        return { document: was.documentId, sequence: was.sequence, was: digestRevision(was) };
      }),
    },
  };
}

/** The row of a revision once it is rewritten. */
function rowAfter(was: StoredRevision, { snapshot, ...is }: RewrittenRevision): StoredRevision {
  return { ...was, ...is, snapshot: snapshot === null ? null : Buffer.from(snapshot, "base64") };
}

async function planEvents(queries: Queries, workspace: string, redactor: Redactor) {
  const before = await listRedacted(queries, workspace);
  const events: RedactionPlan["effect"]["events"] = [];
  const told: RedactedEvent[] = [];
  for (const row of await listEventsHolding(queries, workspace, redactor.forms)) {
    const is = { ...row, payload: redactor.inJson(row.payload), target: redactor.in(row.target) };
    if (is.payload === row.payload && is.target === row.target) continue;
    events.push({ id: row.id, payload: is.payload, target: is.target });
    const { event, previousHash, hash, redacted } = linkOfRow(row, before);
    if (hashEvent(previousHash, event) !== (redacted ?? hash)) continue;
    told.push({ event: row.id, hash, digest: hashEvent(previousHash, linkOfRow(is, before).event) });
  }
  return { events, told };
}

/** Revisions read at a time; some hold whole texts. */
const PAGE = 50;

/** A revision with a text in it, as it was and as it is to be. */
interface RedactedRevision {
  was: StoredRevision;
  is: RewrittenRevision;
}

/** The content after a revision, as recorded and without the text; null where the history is damaged. */
interface Content {
  before: Buffer;
  after: Buffer;
}

/** The bytes of a revision before and after the redaction, and their hashes as they stand in rows. */
interface Step {
  content: Content | null;
  hashes: { was: string; is: string };
}

/**
 * The revisions of a document that hold a text, or follow one that does, as they are to be: each gives the text it gave
 * before, redacted. Whole texts are compared and not patches, since a text may have been typed in two halves.
 */
async function redactRevisions(queries: Queries, documentId: number, redactor: Redactor): Promise<RedactedRevision[]> {
  const redacted: RedactedRevision[] = [];
  const nothing = Buffer.alloc(0);
  const pause = pauses();
  let last: Step = { content: { before: nothing, after: nothing }, hashes: { was: "", is: "" } };
  for (let after = 0; ;) {
    const rows = await queries.revision.findMany({
      where: { documentId, sequence: { gt: after } },
      orderBy: { sequence: "asc" },
      take: PAGE,
    });
    for (const row of rows) {
      const content = contentAfter(row, last.content, redactor);
      const step: Step = { content, hashes: { was: row.hash, is: hashOf(row, content) } };
      const is = rewrite(row, last, step, redactor);
      if (is !== null) redacted.push({ was: row, is });
      last = step;
      after = row.sequence;
      if (pause.isDue()) await pause.take();
    }
    if (rows.length < PAGE) return redacted;
  }
}

function contentAfter(row: StoredRevision, last: Content | null, redactor: Redactor): Content | null {
  try {
    if (row.snapshot === null && last === null) return null;
    const before =
      row.snapshot !== null
        ? snapshotBytes(row.snapshot, row.sequence)
        : Buffer.from(
            applyPatches(last?.before.toString("utf8") ?? "", [readPatch(row.patch ?? "[]", row.sequence)]),
            "utf8",
          );
    return { before, after: redactBytes(before, redactor) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function redactBytes(bytes: Buffer, redactor: Redactor): Buffer {
  if (!isUtf8(bytes)) return redactor.inBytes(bytes);
  const text = bytes.toString("utf8");
  return redactor.isIn(text) ? Buffer.from(redactor.in(text), "utf8") : bytes;
}

/** A file that was removed has no hash. What was damaged keeps the hash it had. */
function hashOf({ hash }: StoredRevision, content: Content | null): string {
  return hash === "" || content === null || !isChanged(content) ? hash : sha256(content.after);
}

function isChanged(content: Content | null): boolean {
  return content !== null && content.before !== content.after && !content.before.equals(content.after);
}

function rewrite(row: StoredRevision, last: Step, { content, hashes }: Step, redactor: Redactor) {
  const { documentId, sequence, snapshot } = row;
  const detail = redactor.inJson(row.detail);
  const parentHash = row.parentHash === last.hashes.was ? last.hashes.is : row.parentHash;
  const same = { documentId, sequence, hash: hashes.is, parentHash, detail, lines: row.lines };
  const kept = snapshot === null ? null : Buffer.from(snapshot).toString("base64");
  if (content === null) {
    // Nobody can say what its text was: what it holds of it is redacted as it stands.
    const patch = row.patch === null ? null : redactor.inJson(row.patch);
    const isNews = patch !== row.patch || detail !== row.detail || parentHash !== row.parentHash;
    return isNews ? { ...same, patch, snapshot: kept } : null;
  }
  if (!isChanged(content) && !isChanged(last.content)) {
    const isNews = detail !== row.detail || parentHash !== row.parentHash;
    return isNews ? { ...same, patch: row.patch, snapshot: kept } : null;
  }
  const text = content.after.toString("utf8");
  const lines = isChanged(content) ? countLines(text) : row.lines;
  if (snapshot !== null)
    return { ...same, lines, patch: row.patch, snapshot: packSnapshot(content.after).toString("base64") };
  const patch = JSON.stringify(diffPatch(last.content?.after.toString("utf8") ?? "", text));
  return { ...same, lines, patch, snapshot: null };
}
