import type { DeliveryPlan, FallbackCode, Update, UpdateList } from "@/lib/contracts/context";
import { wordDelivery } from "@/lib/core/context/fallbacks";
import { FULL_CONTEXT, renderClarification } from "@/lib/core/context/update-message";
import { changesSince } from "@/lib/services/context/changes-since";
import { DEEDS, type Deed } from "@/lib/core/access/deeds";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import {
  findDelivery,
  findPing,
  findVersion,
  listAcks,
  listDeliveries,
  listPendingDeliveries,
  type DeliveryRow,
  type MessageRow,
  type VersionRow,
} from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import {
  actorOf,
  allow,
  authorOf,
  may,
  type Caller,
  aloneBy,
  runOf,
  type ChangeRequest,
  by,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { loadContext, readContextState } from "@/lib/services/context/context-state";
import { catchUp, isLeftOut } from "@/lib/services/context/catch-up";
import { assertTeammate, changesFor, sendAndTrack, shownTo } from "@/lib/services/context/deliver";
import { awaitAnew } from "@/lib/services/context/owed-answers";
import { getSeat } from "@/lib/services/context/seats";
import { nextEvent, throwIfEnded } from "@/lib/services/workspace/next-event";
import { noteDown } from "@/lib/services/commit/commit-errors";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { withDeltas, type DeltaOf } from "@/lib/services/context/with-deltas";

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
    deed: Deed,
    request: ChangeRequest,
    decide: (draft: Draft, session: SessionRow, delivery: MessageRow, deltaOf: DeltaOf) => Promise<R>,
  ): Promise<R> {
    // Whose delivery it is, is known once it is found.
    allow(caller, DEEDS[deed] === "lead" ? deed : "change the team memory");
    const session = await sessions.get(caller, params);
    return withDeltas(context.countTokens, (deltaOf) =>
      committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        const delivery = await findDelivery(draft.queries, session.key, params.delivery);
        if (delivery === null)
          throw new AppError("not_found", `There is no delivery ${params.delivery} in this session.`, {
            hint: "Find the deliveries and their ids with {ack.list}.",
          });
        allow(caller, deed, { role: delivery.role });
        await getSeat(draft, session, delivery.role);
        return decide(draft, session, delivery, deltaOf);
      }),
    );
  }

  return {
    /**
     * What waits for a role, oldest first; with `wait` seconds, answered as soon as there is something, or when `signal`
     * ends it. A role that fetches its own updates is recorded to have done so; Lead and viewers may look at anybody's. Throws
     * `unauthenticated` as soon as the caller's credential ends.
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
      const memory = await committer.readable(params.workspace, memoryPath(params.session));
      const { addedAt } = assertTeammate(memory, await listRoles(database.queries, session.key), role);
      const isOwn = role === actorOf(caller);
      const run = isOwn ? runOf(caller) : null;
      if (caller.kind !== "viewer" && (await isLeftOut(database.queries, session, { role, run }, addedAt))) {
        await noteDown(() => catchUp(context, session, { role, run }, authorOf(caller)));
      }
      const deadline = performance.now() + query.wait * 1000;
      for (;;) {
        // Before the look, so that nothing falls between.
        const next = nextEvent(
          live,
          params.workspace,
          ({ session: of, action, target }) =>
            of === params.session && (action === "context.published" || target === role),
        );
        try {
          const rows = await listPendingDeliveries(database.queries, session.key, role, run ?? undefined);
          await throwIfEnded(context, signal);
          const left = deadline - performance.now();
          if (rows.length > 0 || left <= 0) {
            if (isOwn) await noteDown(() => markFetched(caller, session, rows));
            return { items: rows.map(presentUpdate), nextCursor: null };
          }
          await next.within(left, signal);
          if (!signal.aborted) continue;
          await throwIfEnded(context, signal);
          return { items: [], nextCursor: null };
        } finally {
          next.stop();
        }
      }
    },

    /** Sends the items that were unclear once more, with their surroundings; in full where most were, or none was named. */
    resend(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, "send an update again", request, async (draft, session, delivery, deltaOf) => {
        await assertNewest(draft, session, delivery);
        const { addedAt } = await getSeat(draft, session, delivery.role);
        const ack = (await listAcks(draft.queries, session.key, delivery.role)).findLast(
          (each) => each.version === delivery.version && each.run === delivery.run && each.at >= addedAt,
        );
        const unclear = ack === undefined ? [] : (JSON.parse(ack.unclear) as string[]);
        if (unclear.length === 0 || ack?.leadAction === "full") return sendInFull(draft, session, delivery, deltaOf);
        const { message, author } = await clarify(draft, session, delivery, unclear, deltaOf);
        const tokens = context.countTokens(message);
        // Surroundings may grow beyond the whole: then the whole is the cheaper answer.
        if (tokens >= delivery.fullTokens) return sendInFull(draft, session, delivery, deltaOf);
        const id = context.newId();
        const { role, run, version, fromVersion, fullTokens, total } = delivery;
        const about = { id, sessionKey: session.key, role, run, version, fromVersion, fullTokens, total };
        const sent = { ...about, message, tokens, author };
        draft.effect({ type: "send", delivery: { ...sent, kind: "clarification", mode: "delta", reason: null } });
        await awaitAnew(draft, session, delivery);
        draft.event("context.resent", role, session, { version: versionOf(version), unclear, tokens });
        const why = WHY_AGAIN.clarification;
        return {
          id,
          role,
          run,
          mode: "delta" as const,
          reason: null,
          why,
          fromVersion: versionOrNull(fromVersion),
          tokens,
        };
      });
    },

    /** Sends the current version in full, because it was asked for: by the Lead, or by the teammate itself. */
    full(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<DeliveryPlan> {
      return act(caller, params, "have the full context sent to another role", request, sendInFull);
    },

    /** Asks for the acknowledgement: the update is handed out anew, and its deadline begins again. */
    ping(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<Update> {
      return act(caller, params, "ping a teammate", request, (draft, session, delivery) => {
        if (delivery.state !== "pending" || delivery.kind === "guidance")
          throw new AppError("conflict", `No acknowledgement is awaited of this delivery: it is ${delivery.state}.`, {
            hint: "See what is pending now with {ack.list}.",
            current: { state: delivery.state, role: delivery.role, version: versionOf(delivery.version) },
          });
        const pingedAt = draft.now.toISOString();
        draft.effect({ type: "update-delivery", id: delivery.id, change: { pingedAt } });
        const about = { delivery: delivery.id, before: delivery.pingedAt?.toISOString() ?? null };
        draft.event("context.pinged", delivery.role, session, { version: versionOf(delivery.version), ...about });
        return Promise.resolve(presentUpdate({ ...delivery, pingedAt: draft.now }));
      });
    },

    /** Takes a ping back that its teammate has not seen: the deadline is again what it was before. */
    unping(caller: Caller, params: DeliveryParams, request: ChangeRequest): Promise<Update> {
      return act(caller, params, "take back a ping", request, async (draft, session, delivery) => {
        if (delivery.pingedAt === null || delivery.state !== "pending" || !isUnseen(delivery)) throw noPing(delivery);
        const before = await pingBefore(draft.queries, session, delivery.id);
        draft.effect({ type: "update-delivery", id: delivery.id, change: { pingedAt: before?.toISOString() ?? null } });
        const about = { version: versionOf(delivery.version), delivery: delivery.id };
        draft.event("context.unpinged", delivery.role, session, about);
        return presentUpdate({ ...delivery, pingedAt: before });
      });
    },

    /**
     * Gives a role that paused, or asked, a word of guidance, which needs no acknowledgement; the same word is given once while it waits. Where it had not applied everything, its update is
     * handed out again with it, and awaits an answer anew.
     */
    guide(caller: Caller, params: DeliveryParams, body: { text: string }, request: ChangeRequest) {
      return act(caller, params, "give guidance", request, async (draft, session, delivery) => {
        const { role, run, version, fromVersion } = delivery;
        const tokens = context.countTokens(body.text);
        const about = { mode: "full", reason: null, why: WHY_AGAIN.guidance } as const;
        const plan = { role, run, ...about, fromVersion: versionOrNull(fromVersion), tokens };
        const pending = await listPendingDeliveries(draft.queries, session.key, role, run ?? undefined);
        const same = pending.find((each) => each.kind === "guidance" && each.run === run && each.message === body.text);
        if (same !== undefined) return { ...plan, id: same.id };
        const id = context.newId();
        const costs = { tokens, fullTokens: tokens, total: 0, message: body.text, author: actorOf(caller) };
        const sent = { id, sessionKey: session.key, role, run, version, fromVersion, ...costs };
        draft.effect({ type: "send", delivery: { ...sent, kind: "guidance", mode: "full", reason: null } });
        if (delivery.state === "answered" && delivery.kind !== "guidance") {
          const change = { state: "pending", pingedAt: draft.now.toISOString() };
          draft.effect({ type: "update-delivery", id: delivery.id, change });
        }
        draft.event("context.guided", role, session, { version: versionOf(version), text: body.text.slice(0, 200) });
        return { ...plan, id };
      });
    },
  };

  async function sendInFull(
    draft: Draft,
    session: SessionRow,
    { role, run }: DeliveryRow,
    deltaOf: DeltaOf,
  ): Promise<DeliveryPlan> {
    const { latest, publishedText } = await loadContext(draft, context, session);
    if (latest === null)
      throw new AppError("not_found", "No version was published yet.", { hint: "Publish one with {context.publish}." });
    const { runs } = await getSeat(draft, session, role);
    const known = runs.find(({ id }) => id === run);
    const target = { number: latest.number, text: publishedText };
    const sent = await listDeliveries(draft.queries, session.key, role);
    const before = sent.filter(({ version }) => version < target.number);
    const shown = known === undefined ? null : shownTo(known, before);
    const changes = changesFor(shown, await changesSince({ draft, session, deltaOf }, [shown], target));
    // Whether or not somebody asked for it, the next run to come has never confirmed a version.
    const reason = run === null ? "FC-3" : "FC-5";
    const plan = await sendAndTrack(draft, context, session, { role, run }, reason, {
      latest,
      text: publishedText,
      changes,
    });
    await awaitAnew(draft, session, { role, run, version: latest.number });
    const version = versionOf(latest.number);
    draft.event("context.resent", role, session, { version, reason, tokens: plan.tokens });
    return plan;
  }

  async function clarify(
    draft: Draft,
    session: SessionRow,
    delivery: DeliveryRow,
    unclear: string[],
    deltaOf: DeltaOf,
  ) {
    const textOf = async (row: VersionRow | null) =>
      row === null ? "" : readTextAt(draft.queries, row.documentId, row.revision);
    const { version, fromVersion } = delivery;
    const sent = await findVersion(draft.queries, session.key, version);
    const text = await textOf(sent);
    const known = fromVersion === null ? null : await findVersion(draft.queries, session.key, fromVersion);
    const { operations } = deltaOf(await textOf(known), text, {});
    const message = renderClarification({ version: versionOf(version), unclear, operations, text });
    return { message, author: sent?.actor ?? null };
  }

  async function markFetched(caller: Caller, session: SessionRow, rows: DeliveryRow[]): Promise<void> {
    if (rows.every((row) => row.fetchedAt !== null)) return;
    await committer.act(by(caller, session.workspaceId), (draft) => markShown(draft, rows));
  }
}

/** When a delivery had been pinged before its last ping; null for never. */
async function pingBefore(queries: Queries, session: SessionRow, delivery: string): Promise<Date | null> {
  const ping = await findPing(queries, { workspaceId: session.workspaceId, session: session.id, delivery });
  const { before } = (ping === null ? {} : JSON.parse(ping)) as { before?: string | null };
  return typeof before === "string" ? new Date(before) : null;
}

/** Whose updates are meant: one's own, or those of the role that is named, for whoever may look at them. */
function wantedRole(caller: Caller, named: string | undefined): string {
  if (named === undefined && may(caller, "look at what waits for another role")) {
    throw new AppError("invalid_input", "The role is missing.", {
      hint: "Name a teammate as the role; the Lead itself is sent none, and has {inbox.read}.",
      errors: [{ path: "role", message: "is missing" }],
    });
  }
  const role = foldRoleId(named ?? actorOf(caller));
  allow(caller, "look at what waits for another role", { role });
  return role;
}

/** Something older must not take the place of what was sent since. */
async function assertNewest(draft: Draft, session: SessionRow, delivery: DeliveryRow): Promise<void> {
  const sent = await listDeliveries(draft.queries, session.key, delivery.role);
  const newest = sent.findLast((each) => each.kind !== "guidance" && each.run === delivery.run);
  if (newest === undefined || newest.id === delivery.id) return;
  throw new AppError("conflict", `${delivery.role} was sent something newer since.`, {
    hint: "Act on the delivery named in `current`, or send the full text.",
    current: { delivery: newest.id, version: versionOf(newest.version), state: newest.state },
  });
}

/** Records that updates were shown to whom they were sent. */
export function markShown(draft: Draft, rows: readonly DeliveryRow[]): void {
  const fetchedAt = draft.now.toISOString();
  for (const { id, kind, fetchedAt: before, pingedAt } of rows) {
    if (!isUnseen({ fetchedAt: before, pingedAt })) continue;
    // Guidance is answered by being read.
    const change = kind === "guidance" ? { fetchedAt, state: "answered" } : { fetchedAt };
    draft.effect({ type: "update-delivery", id, change });
  }
}

/** Whether an update was never shown, or was asked about since. */
export function isUnseen({ fetchedAt, pingedAt }: Pick<DeliveryRow, "fetchedAt" | "pingedAt">): boolean {
  return fetchedAt === null || (pingedAt !== null && pingedAt > fetchedAt);
}

export function presentUpdate(row: MessageRow): Update {
  return {
    id: row.id,
    role: row.role,
    run: row.run,
    mode: row.mode as Update["mode"],
    reason: row.reason as Update["reason"],
    why: whyOf(row),
    fromVersion: versionOrNull(row.fromVersion),
    tokens: row.tokens,
    version: versionOf(row.version),
    kind: row.kind as Update["kind"],
    text: withholdSecrets(row.message, contextIn(row)),
    author: row.author,
    total: row.total,
    sentAt: row.sentAt.toISOString(),
    pingedAt: row.pingedAt?.toISOString() ?? null,
  };
}

/** Where the lines of the context's file begin in the message that delivers it whole; behind its end where it does not. */
function contextIn({ kind, mode, message }: MessageRow): number {
  const at = kind === "update" && mode === "full" ? message.indexOf(FULL_CONTEXT) : -1;
  return at < 0 ? message.length : at + FULL_CONTEXT.length;
}

/** How what is no update goes to a role. */
const WHY_AGAIN = { clarification: "what was unclear once more", guidance: "guidance" } as const;

function whyOf({ kind, reason, total, fromVersion }: DeliveryRow): string {
  if (kind === "clarification" || kind === "guidance") return WHY_AGAIN[kind];
  return wordDelivery(reason as FallbackCode | null, { changes: total, from: versionOrNull(fromVersion) });
}

function noPing(delivery: DeliveryRow): AppError {
  const why = delivery.pingedAt === null ? "it was not pinged" : `${delivery.role} has seen it`;
  return new AppError("conflict", `There is no ping to take back: ${why}.`, {
    hint: "See what is pending now with {ack.list}.",
    current: { state: delivery.state, role: delivery.role, version: versionOf(delivery.version) },
  });
}
