import type { AcceptProblems, Event, Integrity } from "@/lib/contracts/events";
import { findLastEventOf, listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import { isDatabaseFault } from "@/lib/db/open";
import { findLastRevisionId } from "@/lib/db/revisions";
import { eventOfRow } from "@/lib/services/commit/event-log";
import type { Witness } from "@/lib/services/commit/witness";
import { compareWithWitness, describeDiscrepancy } from "@/lib/services/history/compare-witness";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { lookAtWorkspace } from "@/lib/services/history/outside-edits";
import { isSigned } from "@/lib/services/history/redacted-events";
import { verifyDocuments } from "@/lib/services/history/verify-documents";
import { type VerifiedEvents, verifyEvents } from "@/lib/services/history/verify-events";
import { verifyRows } from "@/lib/services/history/verify-rows";
import { verifyRevisions } from "@/lib/services/history/verify-revisions";
import { allow, authorOf, type Caller } from "@/lib/services/workspace/caller";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import { pauses } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

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
      allow(caller, "look", { workspace });
      context.store(workspace);
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
      allow(caller, "accept what is wrong with the history", { workspace });
      context.store(workspace);
      await context.committer.submit({
        workspace,
        author: authorOf(caller),
        idempotency: request.idempotency,
        decide: (draft) => {
          draft.event("history.accepted", workspace, null, { problems: ids });
          return Promise.resolve(null);
        },
      });
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
