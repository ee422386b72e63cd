import type { AckMatrix, DeliveryPlan, MatrixCell, Savings, Update, UpdateList } from "@/lib/contracts/context";
import { renderClarification } from "@/lib/core/context/clarification";
import { computeDelta } from "@/lib/core/context/compute-delta";
import { computeSavings, type SavingsLine } from "@/lib/core/context/savings";
import { versionOf } from "@/lib/core/context/version";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import {
  findDelivery,
  findVersion,
  listAcks,
  listDeliveries,
  listPendingDeliveries,
  listVersions,
  type AckRow,
  type DeliveryRow,
} from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import { presentAck } from "@/lib/services/acknowledgements";
import type { Draft } from "@/lib/services/act";
import { actorOf, assertLead, authorOf, type Caller } from "@/lib/services/caller";
import type { ChangeRequest } from "@/lib/services/change-request";
import type { ServiceContext, SessionParams } from "@/lib/services/context";
import { currentNumber, loadContext, readContextState } from "@/lib/services/context-state";
import { recipientsOf, sendCurrent, trackInPlan } from "@/lib/services/deliver";
import { readTextAt } from "@/lib/services/revision-texts";
import { memoryPath } from "@/lib/services/session-paths";
import { TOKEN_METHOD } from "@/lib/services/token-counter";

/** Versions shown side by side. */
const SHOWN_VERSIONS = 8;

/** Names a delivery. */
export interface DeliveryParams extends SessionParams {
  delivery: string;
}

/** What was sent to whom, what waits, and what the Lead does about it. Source: context delta §5, §8. */
export function deliveryService(context: ServiceContext) {
  const { committer, sessions, database, live } = context;

  /** One act of the Lead on one delivery. */
  async function act<R>(
    caller: Caller,
    params: DeliveryParams,
    what: string,
    request: ChangeRequest,
    decide: (draft: Draft, session: SessionRow, delivery: DeliveryRow) => Promise<R>,
  ): Promise<R> {
    assertLead(caller, what);
    const session = await sessions.get(caller, params);
    return committer.submit({
      workspace: params.workspace,
      author: authorOf(caller),
      alone: true,
      idempotency: request.idempotency,
      decide: async (draft) => {
        const delivery = await findDelivery(draft.queries, session.key, params.delivery);
        if (delivery === null) throw noDelivery(params.delivery);
        return decide(draft, session, delivery);
      },
    });
  }

  return {
    /**
     * What waits for a role, oldest first; with `waitSeconds`, answered as soon as there is something. A role that fetches
     * its own updates is recorded to have done so; the Lead may look at anybody's.
     */
    async updates(
      caller: Caller,
      params: SessionParams,
      query: { role?: string | undefined; wait: number },
      signal: AbortSignal,
    ): Promise<UpdateList> {
      const session = await sessions.get(caller, params);
      const role = foldRoleId(query.role ?? actorOf(caller));
      if (role !== actorOf(caller)) assertLead(caller, "look at the updates of another role");
      await readContextState(context, session);
      const deadline = Date.now() + query.wait * 1000;
      for (;;) {
        const next = nextEventOf(params, role);
        const rows = await listPendingDeliveries(database.queries, session.key, role);
        const left = deadline - Date.now();
        if (rows.length > 0 || left <= 0 || signal.aborted) {
          next.stop();
          if (role === actorOf(caller)) await markFetched(caller, session, rows);
          return { items: rows.map(presentUpdate), nextCursor: null };
        }
        await next.within(left, signal);
      }
    },

    /** Who confirmed which version, who was sent which, and since when it is pending. */
    async matrix(caller: Caller, params: SessionParams): Promise<AckMatrix> {
      const session = await sessions.get(caller, params);
      const { latest } = await readContextState(context, session);
      const { queries } = database;
      const [rows, deliveries, acks, all] = await Promise.all([
        listRoles(queries, session.key),
        listDeliveries(queries, session.key),
        listAcks(queries, session.key),
        listVersions(queries, session.key),
      ]);
      const versions = all
        .slice(0, SHOWN_VERSIONS)
        .map((row) => row.number)
        .reverse();
      const memory = await committer.current(params.workspace, memoryPath(params.session));
      const now = context.clock();
      const overdueBefore = new Date(now.getTime() - session.ackDeadline * 60_000);
      const cellsOf = (role: RoleRow): MatrixCell[] =>
        versions.map((version) => cellOf(role, version, deliveries, acks, overdueBefore));
      return {
        version: versionOf(currentNumber(latest)),
        versions: versions.map(versionOf),
        deadlineMinutes: session.ackDeadline,
        now: now.toISOString(),
        roles: recipientsOf(memory, rows).map((role) => ({
          role: role.id,
          state: "active" as const,
          confirmed: role.confirmed === null ? null : versionOf(role.confirmed),
          behind: currentNumber(latest) - (role.confirmed ?? 0),
          lostAt: role.lostAt?.toISOString() ?? null,
          cells: cellsOf(role),
        })),
      };
    },

    /** Sends the items that were unclear once more, with their surroundings; in full where nothing in particular was named. */
    resend(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, "send an update once more", request, async (draft, session, delivery) => {
        const ack = (await listAcks(draft.queries, session.key, delivery.role)).findLast(
          (each) => each.version === delivery.version,
        );
        const unclear = ack === undefined ? [] : (JSON.parse(ack.unclear) as string[]);
        if (unclear.length === 0) return sendInFull(draft, session, delivery);
        const message = await clarify(draft, session, delivery, unclear);
        const tokens = context.countTokens(message);
        // Surroundings may grow beyond the whole: then the whole is the cheaper answer.
        if (tokens >= delivery.fullTokens) return sendInFull(draft, session, delivery);
        const id = context.newId();
        const { role, version, fromVersion, fullTokens, total } = delivery;
        const sent = { id, sessionKey: session.key, role, version, fromVersion, fullTokens, total, message, tokens };
        draft.effect({ type: "send", delivery: { ...sent, kind: "clarification", mode: "delta", reason: null } });
        draft.event("context.resent", role, session, { version: versionOf(version), unclear, tokens });
        return { id, role, mode: "delta" as const, reason: null, fromVersion: nameOf(fromVersion), tokens };
      });
    },

    /** Sends the current version in full, because it was asked for. */
    full(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, "send the full text", request, sendInFull);
    },

    /** Asks for the acknowledgement: the update is handed out anew, and its deadline begins again. */
    ping(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<Update> {
      return act(caller, params, "ping a teammate", request, (draft, session, delivery) => {
        if (delivery.state !== "pending") throw notPending(delivery);
        const pingedAt = draft.now.toISOString();
        draft.effect({ type: "update-delivery", id: delivery.id, change: { pingedAt } });
        draft.event("context.pinged", delivery.role, session, { version: versionOf(delivery.version) });
        return Promise.resolve(presentUpdate({ ...delivery, pingedAt: draft.now }));
      });
    },

    /** Gives a role that paused, or asked, a word of guidance; it needs no acknowledgement. */
    guide(
      caller: Caller,
      params: DeliveryParams,
      body: { text: string },
      request: ChangeRequest,
    ): Promise<DeliveryPlan> {
      return act(caller, params, "give guidance", request, (draft, session, delivery) => {
        const id = context.newId();
        const { role, version, fromVersion } = delivery;
        const tokens = context.countTokens(body.text);
        const costs = { tokens, fullTokens: tokens, total: 0, message: body.text };
        const sent = { id, sessionKey: session.key, role, version, fromVersion, ...costs };
        draft.effect({ type: "send", delivery: { ...sent, kind: "guidance", mode: "full", reason: null } });
        draft.event("context.guided", role, session, { version: versionOf(version), text: body.text.slice(0, 200) });
        return Promise.resolve({
          id,
          role,
          mode: "full" as const,
          reason: null,
          fromVersion: nameOf(fromVersion),
          tokens,
        });
      });
    },

    /** What deltas saved: per update, per role and in all, fallbacks and acknowledgements included. */
    async savings(caller: Caller, params: SessionParams): Promise<Savings> {
      const session = await sessions.get(caller, params);
      const { queries } = database;
      const acks = await listAcks(queries, session.key);
      const sent = (await listDeliveries(queries, session.key)).filter((each) => each.kind !== "guidance");
      const { byUpdate, byRole, total } = computeSavings(
        sent.map((each) => ({
          version: versionOf(each.version),
          role: each.role,
          mode: each.mode === "full" ? ("full" as const) : ("delta" as const),
          reason: each.reason,
          fullTokens: each.fullTokens,
          sentTokens: each.tokens,
          ackTokens: acks.filter((ack) => ack.deliveryId === each.id).reduce((sum, ack) => sum + ack.tokens, 0),
        })),
      );
      const versions = await listVersions(queries, session.key);
      const atOf = (version: string) => versions.find((row) => versionOf(row.number) === version)?.at ?? new Date(0);
      return {
        updates: byUpdate.map((line) => ({
          ...presentLine(line),
          version: line.version,
          at: atOf(line.version).toISOString(),
        })),
        roles: byRole.map((line) => ({ ...presentLine(line), role: line.role })),
        total: presentLine(total),
        tokenMethod: TOKEN_METHOD,
      };
    },
  };

  async function sendInFull(draft: Draft, session: SessionRow, { role }: DeliveryRow): Promise<DeliveryPlan> {
    const { latest, publishedText } = await loadContext(draft, context, session);
    if (latest === null)
      throw new AppError("not_found", "No version was published yet.", { hint: "Publish one with PUT …/context." });
    const plan = sendCurrent(draft, context, session, role, "FC-5", { latest, text: publishedText });
    const version = versionOf(latest.number);
    draft.event("context.resent", role, session, { version, reason: "FC-5", tokens: plan.tokens });
    const timestamp = draft.now.toISOString();
    await trackInPlan(draft, session, {
      lastDelta: { [role]: { sentVersion: version, deltaSize: plan.tokens, timestamp } },
    });
    return plan;
  }

  async function clarify(draft: Draft, session: SessionRow, delivery: DeliveryRow, unclear: string[]): Promise<string> {
    const textOf = async (number: number | null) => {
      const row = number === null ? null : await findVersion(draft.queries, session.key, number);
      return row === null ? "" : readTextAt(draft.queries, row.documentId, row.revision);
    };
    const text = await textOf(delivery.version);
    const { operations } = computeDelta(await textOf(delivery.fromVersion), text, context.countTokens);
    return renderClarification({ version: versionOf(delivery.version), unclear, operations, text });
  }

  async function markFetched(caller: Caller, session: SessionRow, rows: DeliveryRow[]): Promise<void> {
    const fresh = rows.filter((row) => row.fetchedAt === null);
    if (fresh.length === 0) return;
    await committer.submit({
      workspace: session.workspaceId,
      author: authorOf(caller),
      decide: (draft) => {
        const fetchedAt = draft.now.toISOString();
        for (const { id, kind } of fresh) {
          // Guidance is answered by being read.
          const change = kind === "guidance" ? { fetchedAt, state: "answered" } : { fetchedAt };
          draft.effect({ type: "update-delivery", id, change });
        }
        return Promise.resolve(null);
      },
    });
  }

  /** Listens for the next event that may bring a role an update. Listening begins at once, so that nothing falls between. */
  function nextEventOf({ workspace, session }: SessionParams, role: string) {
    let wake = (): void => undefined;
    const happened = new Promise<void>((resolve) => (wake = resolve));
    const stop = live.subscribe((event) => {
      const concerns = event.action === "context.published" || event.target === role;
      if (event.workspace === workspace && event.session === session && concerns) wake();
    });
    return {
      stop,
      within: async (milliseconds: number, signal: AbortSignal) => {
        const timer = setTimeout(wake, milliseconds);
        signal.addEventListener("abort", wake, { once: true });
        await happened;
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        stop();
      },
    };
  }
}

function cellOf(
  role: RoleRow,
  version: number,
  deliveries: DeliveryRow[],
  acks: AckRow[],
  overdueBefore: Date,
): MatrixCell {
  const sent = deliveries.findLast(
    (each) =>
      each.role === role.id && each.version === version && each.kind !== "guidance" && each.sentAt >= role.addedAt,
  );
  const ack = acks.findLast((each) => each.role === role.id && each.version === version && each.at >= role.addedAt);
  const base = { version: versionOf(version), ack: ack === undefined ? null : presentAck(ack) };
  if (sent === undefined) {
    const nothing = {
      delivery: null,
      mode: null,
      reason: null,
      tokens: 0,
      sentAt: null,
      fetchedAt: null,
      pingedAt: null,
    };
    return { ...base, ...nothing, state: "none", leadAction: "none" };
  }
  const overdue = sent.state === "pending" && (sent.pingedAt ?? sent.sentAt) < overdueBefore;
  return {
    ...base,
    state: overdue ? "overdue" : (sent.state as MatrixCell["state"]),
    delivery: sent.id,
    mode: sent.mode as MatrixCell["mode"],
    reason: sent.reason as MatrixCell["reason"],
    tokens: sent.tokens,
    sentAt: sent.sentAt.toISOString(),
    fetchedAt: sent.fetchedAt?.toISOString() ?? null,
    pingedAt: sent.pingedAt?.toISOString() ?? null,
    leadAction: sent.state === "pending" ? "none" : ((ack?.leadAction ?? "none") as MatrixCell["leadAction"]),
  };
}

function presentUpdate(row: DeliveryRow): Update {
  return {
    id: row.id,
    role: row.role,
    mode: row.mode as Update["mode"],
    reason: row.reason as Update["reason"],
    fromVersion: nameOf(row.fromVersion),
    tokens: row.tokens,
    version: versionOf(row.version),
    kind: row.kind as Update["kind"],
    text: row.message,
    total: row.total,
    sentAt: row.sentAt.toISOString(),
    pingedAt: row.pingedAt?.toISOString() ?? null,
  };
}

function nameOf(number: number | null): string | null {
  return number === null ? null : versionOf(number);
}

function presentLine({ full, sent, ack, net, share, deliveries, inFull }: SavingsLine): Savings["total"] {
  return { full, sent, ack, net, savedShare: share, deliveries, fallbacks: inFull };
}

function noDelivery(id: string): AppError {
  return new AppError("not_found", `There is no delivery ${id} in this session.`, {
    hint: "Look at GET …/context/acks for the deliveries and their ids.",
  });
}

function notPending(delivery: DeliveryRow): AppError {
  return new AppError("conflict", `This delivery is ${delivery.state}: nothing is awaited for it.`, {
    hint: "Look at GET …/context/acks for what is pending now.",
    current: { state: delivery.state, role: delivery.role, version: versionOf(delivery.version) },
  });
}
