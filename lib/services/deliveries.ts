import type { DeliveryPlan, Update, UpdateList } from "@/lib/contracts/context";
import { renderClarification } from "@/lib/core/context/clarification";
import { computeDelta } from "@/lib/core/context/compute-delta";
import { versionOf } from "@/lib/core/context/version";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import {
  findDelivery,
  findVersion,
  listAcks,
  listDeliveries,
  listPendingDeliveries,
  type DeliveryRow,
} from "@/lib/db/context";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/act";
import { actorOf, assertLead, authorOf, mayLookAtAll, type Caller } from "@/lib/services/caller";
import type { ChangeRequest } from "@/lib/services/change-request";
import type { ServiceContext } from "@/lib/services/context";
import { loadContext, readContextState } from "@/lib/services/context-state";
import { assertTeammate, getTeammate, sendAndTrack } from "@/lib/services/deliver";
import { readTextAt } from "@/lib/services/revision-texts";
import type { SessionParams } from "@/lib/services/session-params";
import { memoryPath } from "@/lib/services/session-paths";

/** Names a delivery. */
export interface DeliveryParams extends SessionParams {
  delivery: string;
}

/** What waits for whom, and what the Lead does about it. Source: context delta §5, §8. */
export function deliveryService(context: ServiceContext) {
  const { committer, sessions, database, live } = context;

  /** One act on one delivery to a teammate at work; the Lead's, or where `own` is allowed, of that very teammate too. */
  async function act<R>(
    caller: Caller,
    params: DeliveryParams,
    what: { name: string; own?: boolean },
    request: ChangeRequest,
    decide: (draft: Draft, session: SessionRow, delivery: DeliveryRow) => Promise<R>,
  ): Promise<R> {
    if (what.own !== true || caller.kind === "viewer") assertLead(caller, what.name);
    const session = await sessions.get(caller, params);
    return committer.submit({
      workspace: params.workspace,
      author: authorOf(caller),
      alone: true,
      idempotency: request.idempotency,
      decide: async (draft) => {
        const delivery = await findDelivery(draft.queries, session.key, params.delivery);
        if (delivery === null) throw noDelivery(params.delivery);
        if (delivery.role !== actorOf(caller)) assertLead(caller, `${what.name} of another role`);
        await getTeammate(draft, session, delivery.role);
        return decide(draft, session, delivery);
      },
    });
  }

  return {
    /**
     * What waits for a role, oldest first; with `wait` seconds, answered as soon as there is something, or when `signal`
     * ends it. A role that fetches its own updates is recorded to have done so; Lead and viewers may look at anybody's.
     */
    async updates(
      caller: Caller,
      params: SessionParams,
      query: { role?: string | undefined; wait: number },
      signal: AbortSignal,
    ): Promise<UpdateList> {
      const session = await sessions.get(caller, params);
      const role = wantedRole(caller, query.role);
      await readContextState(context, session);
      const memory = await committer.current(params.workspace, memoryPath(params.session));
      assertTeammate(memory, await listRoles(database.queries, session.key), role);
      const deadline = Date.now() + query.wait * 1000;
      for (;;) {
        // Before the look, so that nothing falls between.
        const next = nextEventOf(params, role);
        try {
          const rows = await listPendingDeliveries(database.queries, session.key, role);
          const left = deadline - Date.now();
          if (rows.length > 0 || left <= 0) {
            if (role === actorOf(caller)) await markFetched(caller, session, rows);
            return { items: rows.map(presentUpdate), nextCursor: null };
          }
          await next.within(left, signal);
          if (signal.aborted) return { items: [], nextCursor: null };
        } finally {
          next.stop();
        }
      }
    },

    /** Sends the items that were unclear once more, with their surroundings; in full where most were, or none was named. */
    resend(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, { name: "send an update once more" }, request, async (draft, session, delivery) => {
        await assertNewest(draft, session, delivery);
        const { addedAt } = await getTeammate(draft, session, delivery.role);
        const ack = (await listAcks(draft.queries, session.key, delivery.role)).findLast(
          (each) => each.version === delivery.version && each.at >= addedAt,
        );
        const unclear = ack === undefined ? [] : (JSON.parse(ack.unclear) as string[]);
        if (unclear.length === 0 || ack?.leadAction === "full") return sendInFull(draft, session, delivery);
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

    /** Sends the current version in full, because it was asked for: by the Lead, or by the teammate itself. */
    full(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, { name: "ask for the full text", own: true }, request, sendInFull);
    },

    /** Asks for the acknowledgement: the update is handed out anew, and its deadline begins again. */
    ping(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<Update> {
      return act(caller, params, { name: "ping a teammate" }, request, (draft, session, delivery) => {
        if (delivery.state !== "pending" || delivery.kind === "guidance") throw notAwaited(delivery);
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
      return act(caller, params, { name: "give guidance" }, request, (draft, session, delivery) => {
        const id = context.newId();
        const { role, version, fromVersion } = delivery;
        const tokens = context.countTokens(body.text);
        const costs = { tokens, fullTokens: tokens, total: 0, message: body.text };
        const sent = { id, sessionKey: session.key, role, version, fromVersion, ...costs };
        draft.effect({ type: "send", delivery: { ...sent, kind: "guidance", mode: "full", reason: null } });
        draft.event("context.guided", role, session, { version: versionOf(version), text: body.text.slice(0, 200) });
        const plan = { id, role, mode: "full", reason: null, fromVersion: nameOf(fromVersion), tokens } as const;
        return Promise.resolve(plan);
      });
    },
  };

  async function sendInFull(draft: Draft, session: SessionRow, { role }: DeliveryRow): Promise<DeliveryPlan> {
    const { latest, publishedText } = await loadContext(draft, context, session);
    if (latest === null)
      throw new AppError("not_found", "No version was published yet.", { hint: "Publish one with PUT …/context." });
    const plan = await sendAndTrack(draft, context, session, role, "FC-5", { latest, text: publishedText });
    const version = versionOf(latest.number);
    draft.event("context.resent", role, session, { version, reason: "FC-5", tokens: plan.tokens });
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

  /** Listens for the next event that may bring a role an update. Listening begins at once. */
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
        if (signal.aborted) return;
        const timer = setTimeout(wake, milliseconds);
        signal.addEventListener("abort", wake, { once: true });
        await happened;
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
      },
    };
  }
}

/** Whose updates are meant: one's own, or those of the role that is named, for whoever may look at them. */
function wantedRole(caller: Caller, named: string | undefined): string {
  const mayLook = mayLookAtAll(caller);
  if (named === undefined && mayLook) {
    throw new AppError("invalid_input", "Whose updates are meant is not said.", {
      hint: "Name a teammate with ?role=; the Lead itself is sent none.",
      errors: [{ path: "role", message: "is missing" }],
    });
  }
  const role = foldRoleId(named ?? actorOf(caller));
  if (role !== actorOf(caller) && !mayLook) assertLead(caller, "look at the updates of another role");
  return role;
}

/** Something older must not take the place of what was sent since. */
async function assertNewest(draft: Draft, session: SessionRow, delivery: DeliveryRow): Promise<void> {
  const sent = await listDeliveries(draft.queries, session.key, delivery.role);
  const newest = sent.findLast((each) => each.kind !== "guidance");
  if (newest === undefined || newest.id === delivery.id) return;
  throw new AppError("conflict", `${delivery.role} was sent something newer since.`, {
    hint: "Act on the delivery named in `current`, or send the full text.",
    current: { delivery: newest.id, version: versionOf(newest.version), state: newest.state },
  });
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

function noDelivery(id: string): AppError {
  return new AppError("not_found", `There is no delivery ${id} in this session.`, {
    hint: "Look at GET …/context/acks for the deliveries and their ids.",
  });
}

function notAwaited(delivery: DeliveryRow): AppError {
  return new AppError("conflict", `No acknowledgement is awaited of this delivery: it is ${delivery.state}.`, {
    hint: "Look at GET …/context/acks for what is pending now.",
    current: { state: delivery.state, role: delivery.role, version: versionOf(delivery.version) },
  });
}
