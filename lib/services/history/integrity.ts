import type { AcceptProblems, Event, Integrity } from "@/lib/contracts/events";
import { findLastEventOf, listEvents } from "@/lib/db/events";
import type { Database, Queries } from "@/lib/db/database";
import { isDatabaseFault } from "@/lib/db/open";
import { findLastRevisionId, findRevision, listStoredRevisions } from "@/lib/db/revisions";
import { digestRevision, eventOfRow, storedMoment } from "@/lib/services/commit/event-log";
import type { Witness } from "@/lib/services/commit/witness";
import { compareWithWitness, describeDiscrepancy } from "@/lib/services/history/compare-witness";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { lookAtWorkspace } from "@/lib/services/history/outside-edits";
import { isSigned } from "@/lib/services/history/events";
import { revisionKey, type VerifiedEvents, verifyEvents, type Vouched } from "@/lib/services/history/verify-events";
import { allowIn, by, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { pauses } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { AppError } from "@/lib/core/errors";
import { isBusy } from "@/lib/services/commit/commit-errors";
import { type DocumentRow, findDocument, listDocuments } from "@/lib/db/history";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";
import { type InspectedRows, inspectRows, type RowFault } from "@/lib/db/inspect";

/** Revisions read at a time; some hold whole texts. */
const PAGE = 200;

/**
 * Compares every revision with what the event it was recorded with says of it. One that no event names must be from before
 * events did so. Answers how many there are, and how many of those. What came after `until`, which was read before the events were,
 * the event first, is another verification's.
 */
async function verifyRevisions(
  queries: Queries,
  workspace: string,
  vouched: ReadonlyMap<string, Vouched>,
  findings: IntegrityFindings,
  until: { event: number; revision: number },
  pause: () => Promise<void>,
): Promise<{ count: number; before: number }> {
  const paths = new Map((await listDocuments(queries, workspace)).map(({ id, path }) => [id, path]));
  const missing = new Map(vouched);
  let count = 0;
  let before = 0;
  let lastId = 0;
  let isCovered = false;
  for (;;) {
    await pause();
    const rows = await listStoredRevisions(queries, lastId, until.revision, PAGE);
    for (const row of rows) {
      const { documentId, sequence } = row;
      const target = paths.get(documentId);
      if (target === undefined) continue;
      count++;
      const word = vouched.get(revisionKey(documentId, sequence));
      missing.delete(revisionKey(documentId, sequence));
      if (word !== undefined && word.again === undefined) isCovered = true;
      if (word === undefined && !isCovered) before++;
      const detail = detailOf(word, word === undefined && isCovered, row);
      if (detail !== null) {
        findings.add({ kind: "revision", target, revision: sequence, detail, since: storedMoment(row.at) });
      }
    }
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < PAGE) break;
  }
  for (const { document, sequence, event, at } of missing.values()) {
    if (event > until.event) continue;
    const target = paths.get(document) ?? `document ${String(document)}`;
    const detail = `Revision ${String(sequence)} was recorded with event ${String(event)} and is gone.`;
    findings.add({ kind: "revision", target, revision: sequence, detail, since: at });
  }
  return { count, before };
}

function detailOf(word: Vouched | undefined, isExtra: boolean, row: Parameters<typeof digestRevision>[0]) {
  const name = `Revision ${String(row.sequence)}`;
  if (isExtra) return `${name} is in no event: the event it was recorded with is gone, or it was added past Wardroom.`;
  if (word === undefined || word.digest === digestRevision(row)) return null;
  return `${name} by ${row.actor} is not what event ${String(word.event)} recorded: who made it, when, what or its text was changed.`;
}

/** So many times an owner accepts problems of one workspace, at most; older ones count no longer. */
const REMEMBERED = 1000;

/** The ids of all problems that the owner of a workspace has accepted. */
async function listAcceptedProblems(queries: Queries, workspace: string): Promise<Set<string>> {
  const wanted = { workspaceId: workspace, actions: ["history.accepted"] };
  const rows = await listEvents(queries, wanted, { limit: REMEMBERED, below: null });
  return new Set(rows.flatMap((row) => listOf(eventOfRow(row).payload["problems"])));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

/** A redaction changes rows while they are verified: a finding of a time in which something was recorded is looked at again. */
const ATTEMPTS = 3;

/** The proof that a workspace's history is whole. */
export function integrityService(context: ServiceContext) {
  const { database, witness } = context;

  /** One look at everything. What changes between two pauses of it may be taken for damage. */
  async function look(workspace: string, pause: () => Promise<void>): Promise<Integrity> {
    const { queries } = database;
    const accepted = await listAcceptedProblems(queries, workspace).catch(nothingIfDamaged);
    const findings = new IntegrityFindings(accepted ?? new Set());
    const gone = await database.fault();
    if (gone !== null) findings.add({ kind: "database", target: workspace, detail: gone, since: null });
    const readable = <T>(what: string, work: () => Promise<T>, otherwise: T) =>
      work().catch((error: unknown) => {
        if (!isDatabaseFault(error)) throw error;
        const detail = `${what} cannot be read: the database is damaged.`;
        // What keeps it from being read is said once, where it is known.
        if (gone === null) findings.add({ kind: "database", target: workspace, detail, since: null });
        return otherwise;
      });

    if (gone === null) {
      await readable("The files' history", () => lookAtWorkspace(context, workspace), undefined);
    }
    const testimony = await witness.read();
    const differs = await readable(
      "The end of the history",
      () => compareWithWitness(database, witness, testimony, workspace),
      null,
    );
    if (differs !== null) {
      const detail = describeDiscrepancy(differs);
      const kind = differs.id === null ? "record" : "event";
      findings.add({ kind, target: String(differs.id ?? workspace), detail, since: differs.after ?? differs.at });
    }
    const until = { event: (await lastEventOf(workspace)) ?? 0, revision: await lastRevision() };
    const none: VerifiedEvents = { count: 0, vouched: new Map(), coveredFrom: null, notices: [] };
    const events = await readable("An event", () => verifyEvents(queries, workspace, findings, pause), none);
    for (const notice of events.notices) addNotice(findings, notice, witness);
    const revisions = await readable(
      "A revision",
      () => verifyRevisions(queries, workspace, events.vouched, findings, until, pause),
      { count: 0, before: 0 },
    );
    const rows = await readable("A row", () => verifyRows(database, workspace, findings, pause), {
      rows: 0,
      upgraded: 0,
    });
    const documents = await readable("A document", () => verifyDocuments(context, workspace, findings, pause), 0);
    return {
      ...findings.answer(),
      events: events.count,
      documents,
      revisions: revisions.count,
      coveredFrom: events.coveredFrom,
      revisionsBefore: revisions.before,
      rows: rows.rows,
      rowsBefore: rows.upgraded,
    };
  }

  /** The newest event, or null without one; a damaged database is found elsewhere. */
  const lastEventOf = (workspace: string) =>
    findLastEventOf(database.queries, workspace).then((last) => last?.id ?? null, nothingIfDamaged);
  const lastRevision = async () => (await findLastRevisionId(database.queries).catch(nothingIfDamaged)) ?? 0;

  const service = {
    /**
     * Verifies that the history ends where the record beside the database says, that the chain of events holds, that every
     * revision is what its event vouches for, and that every file is the sum of its revisions. Edits made outside are
     * recorded first. Whatever is damaged is in the answer, and keeps nothing from being answered.
     */
    async verify(caller: Caller, { workspace }: { workspace: string }): Promise<Integrity> {
      allowIn(context, caller, "look", workspace);
      const { take } = pauses();
      for (let attempt = 1; ; attempt++) {
        const before = await lastEventOf(workspace);
        const answer = await look(workspace, take);
        if (answer.ok || attempt === ATTEMPTS || (await lastEventOf(workspace)) === before) return answer;
      }
    },

    /**
     * Notes that the owner has seen problems and lets them be: they are named from then on, and count no longer. Answers
     * what a verification says afterwards. The owner's.
     */
    async accept(
      caller: Caller,
      { workspace }: { workspace: string },
      { ids }: AcceptProblems,
      request: ChangeRequest,
    ): Promise<Integrity> {
      allowIn(context, caller, "accept what is wrong with the history", workspace);
      await context.committer.act(by(caller, workspace, request), (draft) =>
        draft.event("history.accepted", workspace, null, { problems: ids }),
      );
      return service.verify(caller, { workspace });
    },
  };
  return service;
}

/** What a start found missing is told until it is accepted, although the record goes on from there. */
function addNotice(findings: IntegrityFindings, notice: Event, witness: Witness): void {
  const { action, id, at, payload } = notice;
  if (action === "history.redacted" && !isSigned(witness, notice)) {
    const detail =
      "Its list of what was redacted was changed, or signed with another secret: that nothing else was replaced cannot be told.";
    findings.add({ kind: "event", target: String(id), detail, since: at });
  }
  if (action !== "history.broken") return;
  const { detail, since, event } = payload;
  const kind = typeof event === "number" ? "event" : "record";
  const told = `${String(detail)} A start of the server found this; event ${String(id)} says so.`;
  findings.add({
    kind,
    target: String(typeof event === "number" ? event : id),
    detail: told,
    since: typeof since === "string" ? since : at,
  });
}

function nothingIfDamaged(error: unknown): null {
  if (isDatabaseFault(error)) return null;
  throw error;
}

/** A file as it is now. */
interface Seen {
  hash: string;
  head: number;
  binary: boolean;
}

/** Compares every file of a workspace with the sum of its revisions; answers how many documents there are. */
async function verifyDocuments(
  context: ServiceContext,
  workspace: string,
  findings: IntegrityFindings,
  pause: () => Promise<void>,
): Promise<number> {
  const rows = await listDocuments(context.database.queries, workspace, ".");
  for (const row of rows) {
    if (row.head === 0) continue;
    await pause();
    const seen = await look(context, workspace, row);
    if ("unchecked" in seen) {
      findings.unchecked.push({ target: row.path, detail: seen.unchecked });
      continue;
    }
    const detail = typeof seen.problem === "string" ? seen.problem : await check(context, row, seen.problem);
    if (detail !== null) findings.add({ kind: "document", target: row.path, detail, since: null });
  }
  return rows.length;
}

/** What the file is now; an edit made outside is recorded first, and where there is no room for that, nothing is said against it. */
async function look(context: ServiceContext, workspace: string, row: DocumentRow) {
  try {
    const file = await context.store(workspace).read(row.path);
    const hash = file?.hash ?? "";
    // Most are as they were recorded: they need no turn of the one who writes.
    if (hash === row.headHash) return { problem: { hash, head: row.head, binary: file?.text === null } };
  } catch (error) {
    if (error instanceof AppError && !isBusy(error)) return { problem: error.message };
    throw error;
  }
  try {
    const seen = await context.committer.current(workspace, row.path);
    // A link: the document to which it leads has a row of its own.
    if (seen.path !== row.path) return { problem: { hash: row.headHash, head: row.head, binary: true } };
    const recorded = await findDocument(context.database.queries, workspace, row.path);
    // On a full disk an edit is shown before it is recorded.
    const isRecorded = recorded === null || recorded.headHash === seen.hash;
    return isRecorded
      ? { problem: seen }
      : { unchecked: "It was changed outside, and that could not be recorded yet." };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isBusy(error)) return { problem: error.message };
    return { unchecked: `It was changed outside, and that could not be recorded: ${error.message}` };
  }
}

async function check({ database }: ServiceContext, row: DocumentRow, seen: Seen): Promise<string | null> {
  const last = await findRevision(database.queries, row.id, Math.max(row.head, seen.head));
  if (last === null) return "Its newest revision is missing from the history.";
  // Nothing to fold where the file is gone, or never was text: the hash of the bytes is compared alone.
  if (seen.hash === "" || seen.binary) return last.hash === seen.hash ? null : "The file is not what was recorded.";
  const folded = await readTextAt(database.queries, row.id, last.sequence).catch(damaged);
  return folded !== null && sha256(folded) === seen.hash ? null : "The revisions do not add up to the file.";
}

/** Patches that do not fit each other, or are none, and texts that cannot be unpacked are what is looked for. */
function damaged(error: unknown): null {
  if (error instanceof AppError || error instanceof SyntaxError) return null;
  throw error;
}

/** So often rows are looked at while others write; then nobody does. */
const QUIET_LOOKS = 2;

/**
 * Compares the rows that are shown as proof or give a right with their seals, and adds each that differs to the findings. What others
 * write between two looks is no finding.
 */
export async function verifyRows(
  { queries, seals, locked }: Pick<Database, "queries" | "seals" | "locked">,
  workspace: string,
  findings: IntegrityFindings,
  pause: () => Promise<void>,
): Promise<Pick<InspectedRows, "rows" | "upgraded">> {
  const look = () => inspectRows(queries.direct, seals, workspace, pause);
  const turns = () =>
    Promise.all([workspace, ...seals.nobodys].map(async (scope) => (await seals.root(queries.direct, scope))?.turn));
  let found: InspectedRows;
  for (let attempt = 1; ; attempt++) {
    const before = await turns();
    found = attempt > QUIET_LOOKS ? await locked(look) : await look();
    if (found.faults.length === 0 || attempt > QUIET_LOOKS) break;
    if (JSON.stringify(await turns()) === JSON.stringify(before)) break;
  }
  const named = await nameSessions(queries);
  for (const fault of found.faults) findings.add({ kind: "row", since: null, ...describe(fault, named) });
  if (found.foreign > 0) {
    const detail = `${String(found.foreign)} sign-ins were sealed by servers with another secret, which alone can check them.`;
    findings.unchecked.push({ target: "Credential", detail });
  }
  return found;
}

/** The ids of sessions by the keys that rows have. */
async function nameSessions({ direct }: Database["queries"]): Promise<Map<number, string>> {
  const rows = await direct.all(`SELECT "key", "id" FROM "Session"`);
  return new Map(rows.map(([key, id]) => [Number(key), String(id)]));
}

function describe(fault: RowFault, sessions: ReadonlyMap<number, string>): { target: string; detail: string } {
  switch (fault.why) {
    case "changed":
      return {
        target: targetOf(fault, sessions),
        detail: "It was changed past Wardroom: it is not what was recorded.",
      };
    case "unsealed":
      return { target: targetOf(fault, sessions), detail: "It was put there past Wardroom, which never recorded it." };
    case "gone":
      return { target: targetOf(fault, sessions), detail: "It was recorded, and was removed past Wardroom." };
    case "sums": {
      const { table, had, has } = fault;
      const detail = `Rows were removed, added or put back to an earlier state past Wardroom, together with their signatures: ${String(had)} are recorded, ${String(has)} are there.`;
      return { target: table.table, detail };
    }
    case "no root":
      return { target: "Root", detail: "The signature over all rows is gone: whether any was removed cannot be told." };
    case "root":
      return {
        target: "Root",
        detail:
          "The signature over all rows was changed, or made with another secret: whether any was removed cannot be told.",
      };
  }
}

/** Such as "Role one/implementer-1", "Acknowledgement 3f9a1c07be42d518". */
function targetOf({ table, key }: Extract<RowFault, { key: unknown }>, sessions: ReadonlyMap<number, string>): string {
  const named = key.map((value, index) => {
    const isSession = table.key[index] === "sessionKey" || table.table === "Session";
    return (isSession && sessions.get(Number(value))) || String(value);
  });
  return `${table.table} ${named.join("/")}`;
}
