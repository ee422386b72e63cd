import type { DeliveryPlan, FallbackCode } from "@/lib/contracts/context";
import {
  decideDelivery,
  renderChanges,
  renderFullMessage,
  renderUpdateMessage,
  type UpdateImpact,
  requiredOf,
} from "@/lib/core/context/update-message";
import { FALLBACKS, wordDelivery } from "@/lib/core/context/fallbacks";
import type { Delta } from "@/lib/core/context/delta";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { setPlanTracking, type LastDelta, type PlanTracking } from "@/lib/core/context/plan";
import type { DeliveryRow, VersionRow } from "@/lib/db/context";
import type { RunRow } from "@/lib/db/presence";
import type { RoleRow, SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { memoryPath, planPath } from "@/lib/core/memory/session-paths";
import { roleSections } from "@/lib/core/memory/role-id";
import { didYouMean } from "@/lib/core/text/did-you-mean";

/** What is to be delivered: a version, its text, and how it came about. */
export interface Publication extends UpdateImpact {
  number: number;
  text: string;
  fullTokens: number;
  /** Who published it. */
  author: string;
  /** Null where a delta is not possible: the first version, or the current one sent once more. */
  delta: Delta | null;
}

/** Whoever is sent the context: a run, or the seat itself for whoever comes next. */
export interface Recipient extends Pick<RunRow, "confirmed" | "lostAt" | "wantsFull"> {
  role: string;
  run: string | null;
  /** Number of the newest version that it has read, confirmed or not; null for none. */
  shown: number | null;
}

/** Whether a run was shown what was sent, since it began in its seat and lost its context: an earlier teammate there was another. */
export function wasShown(
  { id, began, lostAt }: Pick<RunRow, "id" | "began" | "lostAt">,
  { run, fetchedAt, sentAt }: DeliveryRow,
): boolean {
  return run === id && fetchedAt !== null && fetchedAt >= began && sentAt >= (lostAt ?? sentAt);
}

/** Number of the newest version that a run was shown, or that it confirmed; null for none. */
export function shownTo(run: RunRow, sent: readonly DeliveryRow[]): number | null {
  const read = sent.filter((each) => each.kind !== "guidance" && wasShown(run, each));
  return read.reduce<number | null>((newest, { version }) => Math.max(newest ?? version, version), run.confirmed);
}

/** The roles a context goes to: all active ones but the Lead. Source: formats "Context delta". */
export function recipientsOf(memory: DocumentState, rows: RoleRow[]): RoleRow[] {
  const active = roleSections(memoryOf(memory)).filter(({ state, role }) => state === "active" && role !== "Lead");
  // A file made by hand may hold two sections of one role.
  const ids = new Set(active.map((section) => section.role));
  const known = new Map(rows.map((row) => [row.id, row]));
  const blank = { sessionKey: 0, type: null, addedAt: new Date(0), readRevision: null, readAt: null };
  return [...ids].map((id) => known.get(id) ?? { ...blank, id });
}

/** The teammate as stored; `not_found` for a role that is no active one of the session. */
export function assertTeammate(memory: DocumentState, rows: RoleRow[], role: string): RoleRow {
  const recipients = recipientsOf(memory, rows);
  const found = recipients.find((each) => each.id === role);
  if (found !== undefined) return found;
  if (role === "Lead") {
    throw new AppError("not_found", "The Lead is sent no updates of the context: it publishes them.", {
      hint: "What is new for the Lead is in its inbox: {inbox.read}.",
    });
  }
  const meant = didYouMean(
    role,
    recipients.map(({ id }) => id),
  );
  throw new AppError("not_found", `${role} is not an active teammate of this session.`, {
    hint: `${meant}Only active roles take part; add one with {role.add}.`,
  });
}

/** What changed from an older version to the one that is delivered; null where the older one is not known any more. */
export type ChangesSince = (version: number) => Delta | null;

/** How an update would go to a run, and the exact message. */
export function planDelivery(
  to: Recipient,
  publication: Publication,
  { since, countTokens }: { since: ChangesSince; countTokens: (text: string) => number },
): DeliveryPlan & { message: string } {
  const { number, fullTokens, delta } = publication;
  const version = versionOf(number);
  const confirmed = versionOrNull(to.confirmed);
  const decision = decideDelivery({
    contextLost: to.lostAt !== null,
    confirmed,
    version,
    deltaTokens: delta?.tokens ?? Infinity,
    fullTokens,
    fullRequested: to.wantsFull || delta === null,
  });
  const plan = { id: "", role: to.role, run: to.run, fromVersion: confirmed };
  if (decision.mode === "delta" && delta !== null) {
    const why = wordDelivery(null, { changes: delta.operations.length, from: confirmed });
    const message = renderUpdateMessage({ delta, ...impactOn(to.role, publication) });
    return { ...plan, mode: "delta", reason: null, why, tokens: delta.tokens, message };
  }
  const { reason } = decision.mode === "full" ? decision : { reason: "FC-5" as const };
  const changes = changesFor(to.shown, since);
  const message = fullMessage(to.role, reason, publication, changes);
  const why = wordDelivery(reason, { changes: 1, from: confirmed });
  return { ...plan, mode: "full", reason, why, tokens: fullTokens + countTokens(changes), message };
}

/** What changed since the version that a run was shown, to stand above a full text; "" where that is not known. */
export function changesFor(shown: number | null, since: ChangesSince): string {
  const changed = shown === null ? null : since(shown);
  return changed === null || shown === null ? "" : renderChanges(versionOf(shown), changed);
}

/** Whether an update names each of several teammates as affected. */
export function areAll(affected: readonly string[], teammates: readonly Pick<RoleRow, "id">[]): boolean {
  return teammates.length > 1 && teammates.every(({ id }) => affected.includes(id));
}

/** The version that was published last as it goes to somebody later, among these teammates. */
export function publicationOf(
  { number, tokens: fullTokens, actor: author, requiredActions, at: publishedAt, affected: named }: VersionRow,
  text: string,
  teammates: readonly Pick<RoleRow, "id">[],
): Publication {
  const affected = JSON.parse(named) as string[];
  const about = { affected, areAll: areAll(affected, teammates), requiredActions, publishedAt };
  return { number, text, fullTokens, author, delta: null, ...about };
}

/** Whom an update concerns, and what it asks of that role. */
function impactOn(role: string, impact: UpdateImpact): UpdateImpact {
  const { affected, requiredActions } = impact;
  return { ...impact, requiredActions: requiredOf(requiredActions, role, [...new Set([...affected, role])]) };
}

/** The message that carries a full text, below what changed in it. */
function fullMessage(role: string, code: FallbackCode, publication: Publication, changes: string): string {
  const { number, text } = publication;
  const reason = `${code}: ${FALLBACKS[code]}`;
  return renderFullMessage({ version: versionOf(number), reason, text, changes, ...impactOn(role, publication) });
}

/** Sends what was planned, as part of the draft. */
export function send(
  draft: Draft,
  context: ServiceContext,
  session: SessionRow,
  publication: Publication,
  planned: DeliveryPlan & { message: string },
): DeliveryPlan {
  const { message, ...plan } = planned;
  const id = context.newId();
  draft.effect({
    type: "send",
    delivery: {
      id,
      sessionKey: session.key,
      role: plan.role,
      run: plan.run,
      version: publication.number,
      fromVersion: plan.fromVersion === null ? null : Number(plan.fromVersion.slice("GC-v".length)),
      kind: "update",
      mode: plan.mode,
      reason: plan.reason,
      message,
      tokens: plan.tokens,
      fullTokens: publication.fullTokens,
      author: publication.author,
      total: plan.mode === "delta" ? (publication.delta?.operations.length ?? 1) : 1,
    },
  });
  if (plan.mode === "full" && plan.run !== null) {
    const change = { wantsFull: false, silent: true } as const;
    draft.effect({ type: "put-run", sessionKey: session.key, role: plan.role, run: plan.run, change });
  }
  return { ...plan, id };
}

/**
 * Sends the current version in full, and notes in the plan that it was sent: the role was just added, or a run of it has lost what it
 * knew, or asked for it.
 */
export async function sendAndTrack(
  draft: Draft,
  context: ServiceContext,
  session: SessionRow,
  { role, run }: Pick<Recipient, "role" | "run">,
  reason: "FC-2" | "FC-3" | "FC-5",
  current: { latest: VersionRow; text: string; changes?: string },
): Promise<DeliveryPlan> {
  const { latest, text, changes = "" } = current;
  const teammates = recipientsOf(await draft.document(memoryPath(session.id)), await draft.roles(session.key));
  const publication = publicationOf(latest, text, teammates);
  const message = fullMessage(role, reason, publication, changes);
  const why = wordDelivery(reason, { changes: 1, from: null });
  const tokens = latest.tokens + context.countTokens(changes);
  const planned = { id: "", role, run, mode: "full", reason, why, fromVersion: null, tokens } as const;
  const plan = send(draft, context, session, publication, { ...planned, message });
  await trackInPlan(draft, session, { lastDelta: { [role]: sentNow(draft, latest.number, plan) } });
  return plan;
}

/** What the plan says of a delivery that is sent now. */
export function sentNow(draft: Draft, version: number, { tokens }: DeliveryPlan): LastDelta {
  const timestamp = draft.now.toISOString().replace(/\.\d+Z$/, "Z"); // 2026-02-09T10:00:00.000Z
  return { sentVersion: versionOf(version), deltaSize: tokens, timestamp };
}

/** Keeps the plan's two frontmatter keys current. A plan that cannot be edited safely stays as it is. */
export async function trackInPlan(draft: Draft, session: SessionRow, tracking: Partial<PlanTracking>): Promise<void> {
  const plan = await draft.document(planPath(session.id));
  if (plan.binary) return;
  const { text } = setPlanTracking(plan.hash === "" ? null : plan.text, { versions: {}, lastDelta: {}, ...tracking });
  if (text !== plan.text) draft.edit(plan.path, { text, operation: "track context versions" });
}
