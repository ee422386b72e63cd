import { AppError } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/lists";
import type { Act, DocumentChange, Draft, Edit, Intent } from "@/lib/services/commit/act";
import type { Owners, Queries } from "@/lib/db/database";
import { neverRests } from "@/lib/services/commit/commit-errors";
import type { Copies } from "@/lib/services/commit/copies";
import type { FoundCode } from "@/lib/services/commit/found-code";
import { answerAgain, findStoredAnswers } from "@/lib/services/commit/record-acts";
import type { Job } from "@/lib/services/commit/intent-queue";
import { doerOf } from "@/lib/core/history/signed-by";
import { refuseForeign, refuseLink } from "@/lib/core/places/link-rights";
import { findShutInHistory } from "@/lib/core/places/our-files";
import type { Patch } from "@/lib/core/history/patch";
import type { StoredFile } from "@/lib/store/store";
import { piecesOf } from "@/lib/core/memory/add-item";
import { listClaims } from "@/lib/db/presence";
import { listRoles } from "@/lib/db/sessions";
import { storedTime } from "@/lib/db/direct";
import { countLines } from "@/lib/core/text/lines";
import { contentOf, hashNext, rememberMemory, stepTo, type DocumentState } from "@/lib/services/commit/document-states";
import type { Subject } from "@/lib/core/access/decide-access";
import { notText } from "@/lib/services/commit/file-warnings";
import { refuseSecrets, type EditedText } from "@/lib/services/commit/refuse-secrets";
import { needsSnapshot, packSnapshot } from "@/lib/services/commit/revision-texts";

/** An act that meets an outside edit this often in a row meets a file that never rests. */
const ATTEMPTS = 20;
/** From this attempt on a file is replaced whatever it holds: what that was is kept, and merged as a late save. */
const INSISTING = 2;

export interface Decided {
  job: Job;
  answer: unknown;
  act: Act;
  /** The path of the file that a path led to while it was decided. */
  fileOf(path: string): string;
}

/** What became of an act; an error is its caller's answer. */
export type Outcome = "done" | "redo" | Error;

/** Answers those whose acts have come to an end; the others are to be decided again. */
export function answerAll(decided: readonly Decided[], outcomes: readonly Outcome[]): Job[] {
  const again: Job[] = [];
  decided.forEach(({ job, answer }, index) => {
    const outcome = outcomes[index] ?? "redo";
    if (outcome === "done") job.resolve(answer);
    else if (outcome !== "redo") job.reject(outcome);
    else if (++job.attempts < ATTEMPTS) again.push(job);
    else job.reject(neverRests());
  });
  return again;
}

/** A job that was answered before, which it is told once the answer is sure to last. */
export interface Repeated {
  job: Job;
  answer: unknown;
}

/** What an act is decided on, under the lock. */
interface Deciding {
  queries: Queries;
  now: Date;
  /** Who may change documents of workspaces in the history, where several servers serve them. */
  owners: Pick<Owners, "assertOwn"> | null;
  documents: {
    /** The file to which a path leads, if `subject` may. */
    leadsTo(workspace: string, given: string, subject: Subject | null): Promise<string>;
    copies: Pick<Copies, "isRecorded">;
    code: Pick<FoundCode, "of">;
    /** Takes over what was decided. */
    put(states: Iterable<DocumentState>): void;
  };
  /** A document as the acts before left it. */
  load(workspace: string, path: string): Promise<DocumentState>;
}

/** Rows that several acts of a batch ask for, of which none sees what another does to them: each is asked for once. */
class SharedRows {
  readonly #asked = new Map<string, Promise<unknown>>();

  of<T>(rows: string, ask: () => Promise<T>): Promise<T> {
    const asked = this.#asked.get(rows) ?? ask();
    this.#asked.set(rows, asked);
    return asked as Promise<T>;
  }
}

/**
 * Lets jobs decide one after the other, each on the documents as those before left them. An `AppError` is its caller's answer, once the
 * transaction has ended; any other error is thrown, for nobody knows what of its act is stored by then.
 */
export async function decideBatch(
  context: Deciding & { documents: { afterBatch(workspace: string, path: string): DocumentState } },
  jobs: readonly Job[],
) {
  const { queries, now, documents } = context;
  const intents = jobs.map(({ intent }) => intent);
  const stored = await findStoredAnswers(queries, intents, now);
  const rows = new SharedRows();
  const decided: Decided[] = [];
  const repeated: Repeated[] = [];
  for (const job of jobs) {
    // Of an attempt that the database did not take.
    job.settle = null;
    try {
      const before = answerAgain(stored, job.intent.idempotency);
      const how = { insists: job.attempts >= INSISTING, before: decided.map(({ act }) => act) };
      if (before !== null) repeated.push({ job, answer: before.answer });
      else decided.push({ job, ...(await decideAct({ ...context, rows }, job.intent, how)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // While the transaction is open, others do not see yet what it has recorded.
      job.settle = () => job.reject(error);
    }
  }
  for (const each of decided) tag(each, documents);
  return { decided, repeated };
}

function tag(decided: Decided, documents: Parameters<typeof decideBatch>[0]["documents"]): void {
  const { etagOf, workspace } = decided.job.intent;
  if (etagOf === undefined) return;
  const { hash } = documents.afterBatch(workspace, decided.fileOf(etagOf));
  decided.answer = { ...(decided.answer as object), etag: `"${hash}"` };
  if (decided.act.idempotency) decided.act.idempotency.answer = JSON.stringify(decided.answer);
}

/**
 * Lets an intent decide on the documents as the acts before it in the batch left them, and answers what it decided. When
 * it throws, nothing of it remains. With `insists`, an act that replaces one file does so whatever the file holds by then.
 */
export async function decideAct(
  { queries, now, owners, documents, load, rows = new SharedRows() }: Deciding & { rows?: SharedRows },
  intent: Pick<Intent<unknown>, "workspace" | "author" | "decide" | "idempotency">,
  { insists = false, before = [] }: { insists?: boolean; before?: readonly Act[] } = {},
): Promise<{ answer: unknown; act: Act; fileOf: (path: string) => string }> {
  const { workspace } = intent;
  const { person, run, subject = null, ...author } = intent.author;
  // The person comes last: that is how the events of somebody are found.
  const signed = { ...(run !== undefined && { run }), ...(person !== undefined && { person }) };
  const changed = new Map<string, DocumentState>();
  const links = new Map<string, string>();
  const fileOf = (path: string) => links.get(path) ?? path;
  const edited: EditedText[] = [];
  const act: Act = { at: now.toISOString(), edits: [], move: null, effects: [], events: [], idempotency: null };

  const edit = (given: string, change: DocumentChange): number => {
    const path = fileOf(given);
    const before = changed.get(path);
    if (before === undefined) throw new Error(`${given} was edited without being read`);
    for (const [link, file] of links) {
      const refused =
        file === path ? refuseLink(subject, link, file, change.remove === true ? "remove" : "write") : null;
      if (refused !== null) throw refused;
    }
    if (change.found === undefined) assertEditable(before);
    // What was edited outside is in its file already, and a redaction takes away only.
    const isOpen = author.source === "disk" || change.operation === "redact";
    const shut = isOpen ? null : refuseForeign(path, findShutInHistory(path));
    if (shut !== null) throw shut;
    const isMemory = before.kind === "memory";
    const { patch, identity } =
      change.patch !== undefined && (change.memory !== undefined || !isMemory)
        ? { patch: change.patch, identity: change.memory?.identity ?? {} }
        : { ...stepTo(before, change.text), ...(change.patch && { patch: change.patch }) };
    const pieces = change.memory ? piecesOf(change.memory.document) : [change.text];
    edited.push({ path, before: before.text ?? "", after: pieces, patch });
    const after: DocumentState = {
      ...before,
      head: before.head + 1,
      text: change.remove === true ? null : change.text,
      ...(change.found !== undefined && contentOf(change.found)),
      identity,
      changed: { at: act.at, actor: doerOf({ actor: author.actor, person }) },
    };
    if (change.memory) rememberMemory(after, change.memory.document);
    if (change.found !== undefined) after.hash = change.found?.hash ?? "";
    else after.hash = change.remove === true ? "" : hashNext(before, after, firstChange([{ patch }]));
    changed.set(path, after);
    act.edits.push({
      workspace,
      path,
      base: before.hash,
      target: after.hash,
      patch,
      identity: after.identity,
      snapshot: before.binary || needsSnapshot(after.head, JSON.stringify(patch), change.text),
      ...(change.found &&
        isKeptWhole(before, change.found) && { packed: packSnapshot(change.found.bytes).toString("base64") }),
      revision: {
        ...author,
        documentId: before.id,
        sequence: after.head,
        hash: after.hash,
        parentHash: before.hash,
        lines: change.memory?.document.lineCount ?? countLines(change.text),
        roles: JSON.stringify(change.roles ?? []),
        operation: change.operation,
        detail: JSON.stringify({ ...change.detail, ...signed }),
        at: storedTime(now),
      },
    });
    return after.head;
  };

  const draft: Draft = {
    queries,
    now,
    before,
    document: async (given) => {
      const path = await documents.leadsTo(workspace, given, subject);
      if (path !== given) links.set(given, path);
      const state = changed.get(path) ?? (await load(workspace, path));
      changed.set(path, state);
      return state;
    },
    roles: (key) => rows.of(`roles ${key}`, () => listRoles(queries, key)),
    claims: (key) => rows.of(`claims ${key}`, () => listClaims(queries, key, now)),
    named: (before, after) => documents.code.of(before, after),
    edit,
    move: (move) => {
      act.move = { ...move, workspace };
    },
    effect: (effect) => {
      act.effects.push(effect);
    },
    event: (action, target, session, payload = {}) => {
      const sessionId = typeof session === "string" || session === null ? session : session.id;
      act.events.push({ ...author, workspace, action, target, session: sessionId, payload: { ...payload, ...signed } });
    },
  };

  const answer = await intent.decide(draft);
  const isOfDocuments = act.edits.length > 0 || act.move !== null;
  if (isOfDocuments && documents.copies.isRecorded(workspace)) await owners?.assertOwn(workspace);
  // What is in no event is in no chain: nobody could prove it.
  if (act.edits.length > 0 && act.events.length === 0) throw new Error("a document was changed without an event");
  // What was edited outside is on the disk already: it is warned about where it is shown.
  if (author.source !== "disk") refuseSecrets(act, edited);
  documents.put(changed.values());
  if (insists && isOneReplacement(act)) act.insists = true;
  if (intent.idempotency) act.idempotency = { ...intent.idempotency, answer: JSON.stringify(answer ?? null) };
  return { answer, act, fileOf };
}

/** Whether no patch can tell what a file holds: its bytes are no text, or it is not known what it held before. */
function isKeptWhole(before: DocumentState, found: StoredFile): boolean {
  return found.text === null || before.text === null;
}

/** Whether an act gives one file another text and does nothing else to files. */
function isOneReplacement({ edits, move }: Act): boolean {
  const [first] = edits;
  return move === null && edits.every(({ path, base, target }) => path === first?.path && base !== "" && target !== "");
}

/** The file that an edit is of, as `workspace:path`. */
export function keyOf(edit: Pick<Edit, "workspace" | "path">): string {
  return `${edit.workspace}:${edit.path}`;
}

/** The edits of acts by the file they change, in order. */
export function groupByFile(acts: Act[]): Map<string, Edit[]> {
  return groupBy(
    acts.flatMap((act) => act.edits),
    keyOf,
  );
}

/** Where a text begins to differ after edits of it: what all of them leave alone before their first splices. */
export function firstChange(edits: readonly { patch: Patch }[]): number {
  return edits.reduce(
    (first, { patch }) => patch.reduce((least, [start]) => Math.min(least, start), first),
    Number.POSITIVE_INFINITY,
  );
}

/** Throws `unparseable` for a file whose bytes are not text: writing it back would change what nobody meant to change. */
export function assertEditable(state: DocumentState): void {
  if (!state.binary) return;
  throw new AppError("unparseable", `${state.path} is not valid UTF-8, so it is shown but not changed.`, {
    hint: "Convert the file to UTF-8 with an editor and try again, or remove it and restore an earlier revision; nothing was changed.",
    current: { diagnostics: [notText(state.path)] },
  });
}
