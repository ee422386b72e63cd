import type { Ack, AckGiven, DeliveryPlan, GiveAck, LeadAction, StatusReported } from "@/lib/contracts/context";
import {
  checkAck,
  parseAck,
  renderAck,
  type Ack as ParsedAck,
  type SaidAck,
  acceptAck,
  decideAck,
} from "@/lib/core/context/ack";
import { type Answer, confirmedOf, isNamed, isOwn, unnamedRun } from "@/lib/core/context/run";
import { versionNumber, versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { findDelivery, listAcks, listDeliveries, type AckRow, type DeliveryRow } from "@/lib/db/context";
import type { RunRow } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { DocumentState } from "@/lib/services/commit/document-states";
import {
  actorOf,
  allow,
  runOf,
  signatureOf,
  type Caller,
  aloneBy,
  type ChangeRequest,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { trackInPlan, wasShown } from "@/lib/services/context/deliver";
import { loseContext } from "@/lib/services/context/catch-up";
import { answersIn, knowsSince } from "@/lib/services/context/read-standings";
import { getSeat, type Seat } from "@/lib/services/context/seats";
import { heldLines } from "@/lib/core/text/find-secrets";

/** Puts a question of one role to another as part of a change of the team memory, and answers its id. */
type PutQuestion = (
  caller: Caller,
  change: { draft: Draft; state: DocumentState; session: SessionRow },
  question: { asker: string; role: string; text: string },
) => Promise<{ id: string }>;

/** What roles answer: acknowledgements, and the loss of their context. Source: context delta §5, §6. */
export function acknowledgementService(context: ServiceContext, putQuestion: PutQuestion) {
  const { committer, sessions } = context;

  return {
    /** Takes an ACK of the caller's own role, or one that the Lead or owner records on a role's behalf. The same ACK twice is one. */
    async give(caller: Caller, params: SessionParams, body: GiveAck, request: ChangeRequest): Promise<AckGiven> {
      const role = foldRoleId(body.role);
      allow(caller, "acknowledge for another role", { role });
      const session = await sessions.get(caller, params);
      const said = "text" in body ? parseAck(body.text) : checkAck(body);
      const decide = async (draft: Draft) => {
        const seat = await getSeat(draft, session, role);
        const sent = (await listDeliveries(draft.queries, session.key, role)).filter(
          (each) => each.kind !== "guidance" && each.sentAt >= seat.addedAt,
        );
        const run = answering(caller, seat, sent, said.version ?? undefined);
        const known = [...seat.runs, ...seat.aside].find(({ id }) => id === run);
        // What was sent before it lost its context, or to an earlier teammate of its name, is gone from its memory.
        const since = known?.lostAt ?? knowsSince(sent, run) ?? seat.addedAt;
        const deliveries = sent.filter((each) => (each.run ?? run) === run && each.sentAt >= since);
        const acks = (await listAcks(draft.queries, session.key, role)).filter(
          (each) => each.run === run && each.at >= since,
        );
        const ack = answerTo(said, role, deliveries);
        const verdict = acceptAck(ack, {
          role,
          sent: deliveries.map((each) => ({ version: versionOf(each.version), items: each.total })),
          confirmed: versionOrNull(known?.confirmed),
          answers: answersSince(acks, deliveries),
        });
        const last = acks.findLast((each) => versionOf(each.version) === ack.version);
        if (verdict === "duplicate" && last !== undefined) {
          return { ack: presentAck(last), leadAction: last.leadAction as LeadAction, repeated: true };
        }
        const delivery = deliveries.findLast((each) => versionOf(each.version) === ack.version);
        if (delivery === undefined) throw new Error("an accepted ACK answers no delivery");
        const question =
          "text" in body || body.question === undefined ? null : await ask(draft, role, ack, body.question);
        const isSaidByAnother = actorOf(caller) !== role || runOf(caller) !== run;
        // What is said for a seat in which nobody is makes nobody be at work there.
        const isAway = seat.live.length === 0 && !isNamed({ id: run });
        const isAside = known !== undefined && !isOwn(known);
        const whose = { role, run, isSaidByAnother, isAway, isAside, answers: answersIn(deliveries, acks) };
        const given = await record(draft, session, whose, { delivery, ack, question }, signatureOf(caller));
        return question === null ? given : { ...given, question };
      };
      return committer.act(aloneBy(caller, session.workspaceId, request), decide);

      /** The question goes to the Lead with what it is about, as one of the role that acknowledges. */
      async function ask(draft: Draft, asker: string, { version, unclear }: ParsedAck, words: string): Promise<string> {
        const state = await getMemory(draft, session.id);
        const text = `${unclear.length === 0 ? version : `${unclear.join(", ")} in ${version}`}: ${words}`;
        const put = await putQuestion(caller, { draft, state, session }, { asker, role: "Lead", text });
        return put.id;
      }
    },

    /** A role has lost what it knew: it is sent the current version in full at once. */
    async reportLost(
      caller: Caller,
      params: SessionParams,
      body: { role: string; status: "CONTEXT_LOST" },
      request: ChangeRequest,
    ): Promise<StatusReported> {
      const role = foldRoleId(body.role);
      allow(caller, "say that another role lost its context", { role });
      const session = await sessions.get(caller, params);
      const decide = async (draft: Draft) => {
        const { live } = await getSeat(draft, session, role);
        const own = actorOf(caller) === role ? runOf(caller) : null;
        // Who says it for another means whoever is at work there.
        const lost =
          own === null && live.length > 0 ? live.map(({ id }) => id) : [own ?? unnamedRun(caller.credentialId)];
        const deliveries: DeliveryPlan[] = [];
        for (const run of lost) {
          const sent = await loseContext(draft, context, session, { role, run, isSaidByAnother: own === null });
          if (sent !== null) deliveries.push(sent);
        }
        return { role, status: body.status, deliveries };
      };
      return committer.act(aloneBy(caller, session.workspaceId, request), decide);
    },
  };

  async function record(
    draft: Draft,
    session: SessionRow,
    { role, run, answers, ...by }: Answering,
    { delivery, ack, question }: { delivery: DeliveryRow; ack: ParsedAck; question: string | null },
    actor: string,
  ): Promise<AckGiven> {
    const decision = decideAck(ack, delivery.mode === "full" ? "full" : "delta");
    const number = versionNumber(ack.version) ?? 0;
    const row = {
      id: context.newId(),
      sessionKey: session.key,
      deliveryId: delivery.id,
      role,
      run,
      version: number,
      applied: ack.applied,
      total: ack.total,
      impact: ack.impact,
      action: ack.action,
      unclear: JSON.stringify(ack.unclear),
      tokens: context.countTokens(renderAck(ack)),
      confirmed: decision.confirmed,
      leadAction: decision.leadAction,
      actor,
    };
    draft.effect({ type: "take-deliveries", sessionKey: session.key, role, run });
    draft.effect({ type: "put-ack", ack: row });
    const state = decision.confirmed ? "confirmed" : "answered";
    // What is said on its behalf is no sign of its own.
    const sign = by.isSaidByAnother ? { silent: true as const, ...(by.isAway && { ended: true }) } : {};
    draft.effect({ type: "update-delivery", id: delivery.id, change: { state } });
    const before = confirmedOf(answers);
    const confirmed = confirmedOf([...answers, { version: number, confirmed: decision.confirmed }]);
    const change = {
      confirmed,
      ...(decision.confirmed
        ? { lost: false, wantsFull: false }
        : decision.leadAction === "full" && { wantsFull: true }),
      ...sign,
    };
    draft.effect({ type: "put-run", sessionKey: session.key, role, run, change });
    if (!by.isAside && (decision.confirmed || confirmed !== before))
      await trackInPlan(draft, session, { versions: { [role]: versionOf(confirmed ?? 0) } });
    const { version, applied, total, action, unclear } = ack;
    const held = heldLines((await findDelivery(draft.queries, session.key, delivery.id))?.message ?? "").length;
    draft.event("context.acknowledged", role, session, {
      version,
      applied,
      total,
      action,
      ...(unclear.length > 0 && { unclear }),
      ...(question !== null && { question }),
      // It was not sent these, so it confirms the rest.
      ...(held > 0 && { heldBack: held }),
      confirmed: decision.confirmed,
      leadAction: decision.leadAction,
    });
    return { ack: presentAck({ ...row, at: draft.now }), leadAction: decision.leadAction, repeated: false };
  }
}

interface Answering {
  role: string;
  run: string;
  /** What it was sent and answered since it knows anything. */
  answers: readonly Answer[];
  isSaidByAnother: boolean;
  isAway: boolean;
  isAside: boolean;
}

/**
 * The run that an ACK counts for: the caller's own, where it has a name or the update was sent to it. What another says on the role's
 * behalf counts for a run that was shown the update, first for one at work that has it to answer. Else it counts for whoever there has
 * no id, whom nobody can tell apart. Throws `conflict` where it could only count for a run that was not shown the update.
 */
function answering(caller: Caller, { id: role, live, runs, last }: Seat, sent: DeliveryRow[], version?: string) {
  const own = actorOf(caller) === role ? runOf(caller) : null;
  const of = version === undefined ? sent : sent.filter((each) => versionOf(each.version) === version);
  if (own !== null && (isNamed({ id: own }) || of.some((each) => each.run === own))) return own;
  const shownTo = (run: RunRow) => of.filter((each) => wasShown(run, each));
  const all = [...live, ...runs].filter(({ id }) => id !== own);
  const shown =
    all.find((run) => shownTo(run).some(({ state }) => state === "pending")) ??
    all.find((run) => shownTo(run).length > 0);
  if (shown !== undefined) return shown.id;
  const unnamed = of.filter(({ run }) => run === null || !isNamed({ id: run }));
  const unshown = live.find(isNamed)?.id ?? (unnamed.length === 0 ? of.at(-1)?.run : undefined);
  if (typeof unshown === "string")
    throw new AppError("conflict", `${version} was not shown to ${unshown}, which has the seat of ${role}.`, {
      hint: "It acknowledges once it has looked at its inbox. Where it is gone, the Lead waives its blocker at the gate.",
    });
  const known = last !== undefined && !isNamed(last) ? last.id : unnamedRun(caller.credentialId);
  return own ?? unnamed.findLast(({ run }) => run !== null)?.run ?? known;
}

/** The ACK with the version it answers: where it names none, the newest that waits. */
function answerTo(said: SaidAck, role: string, deliveries: DeliveryRow[]): ParsedAck {
  const waiting = deliveries.findLast(({ state }) => state === "pending");
  const version = said.version ?? (waiting && versionOf(waiting.version));
  if (version !== undefined) return { ...said, version };
  throw new AppError("invalid_input", `Nothing waits for ${role}, and the ACK names no version.`, {
    hint: "Name it: `[ACK-UPDATE] GC-v{n} received. applied: 2/3, unclear: §Decisions.D-7`.",
    errors: [{ path: "version", message: "is missing" }],
  });
}

/** The last answer to each version, for versions not sent once more since: a resent one may be answered alike again. */
function answersSince(acks: AckRow[], deliveries: DeliveryRow[]): Record<string, ParsedAck> {
  const answers: Record<string, ParsedAck> = {};
  for (const ack of acks) {
    const newest = deliveries.findLast((each) => each.version === ack.version);
    if (newest?.id === ack.deliveryId) answers[versionOf(ack.version)] = parsedOf(ack);
  }
  return answers;
}

function parsedOf(row: AckRow): ParsedAck {
  const { applied, total, impact, unclear } = row;
  const action = row.action as ParsedAck["action"];
  return { version: versionOf(row.version), applied, total, impact, action, unclear: JSON.parse(unclear) as string[] };
}

/** An acknowledgement as the contract shows it. */
export function presentAck(row: AckRow): Ack {
  const { id, role, run, confirmed, actor } = row;
  return { id, role, run, ...parsedOf(row), confirmed, actor, at: row.at.toISOString() };
}
