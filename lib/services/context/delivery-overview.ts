import type { AckMatrix, MatrixCell, Savings } from "@/lib/contracts/context";
import { readPlan } from "@/lib/core/context/plan";
import { computeSavings, type DeliveredUpdate, type SavingsLine } from "@/lib/core/context/savings";
import { vacantSince } from "@/lib/core/context/run";
import { versionsBehind } from "@/lib/core/context/standing";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { roleSections } from "@/lib/core/memory/role-id";
import { memoryPath, planPath } from "@/lib/core/memory/session-paths";
import { type AckRow, type DeliveryRow, listAcks, listDeliveries, listVersions } from "@/lib/db/context";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { memoryOf } from "@/lib/services/commit/document-states";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import { presentAck } from "@/lib/services/context/acknowledgements";
import { currentNumber, readContextState } from "@/lib/services/context/context-state";
import { leadActionOf } from "@/lib/services/context/owed-answers";
import { lastUpdate, readStandings, type Teammate } from "@/lib/services/context/read-standings";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { TOKEN_METHOD } from "@/lib/services/workspace/token-counter";

/** Versions shown side by side. */
const SHOWN_VERSIONS = 8;

/** What all deliveries of a session come to: who is where, and what it cost. Source: context delta §5, §7. */
export function deliveryOverviewService(context: ServiceContext) {
  const { sessions, database } = context;
  return {
    /** Who confirmed which version, who was sent which, and since when it is pending. */
    async matrix(caller: Caller, params: SessionParams): Promise<AckMatrix> {
      const session = await sessions.get(caller, params);
      const { latest } = await readContextState(context, session);
      const teammates = await readStandings(context, session);
      const versions = (await listVersions(database.queries, session.key))
        .slice(0, SHOWN_VERSIONS)
        .map((row) => row.number)
        .reverse();
      const current = currentNumber(latest);
      return {
        version: versionOf(current),
        versions: versions.map(versionOf),
        deadlineMinutes: session.ackDeadline,
        now: context.clock().toISOString(),
        plan: await readPlanNotes(context, session),
        roles: teammates.map((teammate) => ({
          role: teammate.role.id,
          state: "active" as const,
          confirmed: versionOrNull(teammate.role.confirmed),
          behind: versionsBehind(teammate.role.confirmed, current),
          lostAt: teammate.role.lostAt?.toISOString() ?? null,
          endedAt: vacantSince(teammate.role, context.clock(), session)?.toISOString() ?? null,
          cells: versions.map((version) => cellOf(version, teammate)),
        })),
      };
    },

    /** What deltas saved: per update, per role and in all, fallbacks and acknowledgements included. */
    async savings(caller: Caller, params: SessionParams): Promise<Savings> {
      const session = await sessions.get(caller, params);
      const { queries } = database;
      const acks = await listAcks(queries, session.key);
      const sent = (await listDeliveries(queries, session.key)).filter((each) => each.kind !== "guidance");
      const { byUpdate, byRole, total } = computeSavings(costsOf(sent, acks));
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
}

function cellOf(version: number, { sent, answer, standing }: Teammate): MatrixCell {
  const ofVersion = sent(version);
  const last = lastUpdate(ofVersion);
  const ack = answer(version);
  return {
    version: versionOf(version),
    ack: ack === undefined ? null : presentAck(ack),
    state: standing(version),
    delivery: last?.id ?? null,
    mode: (last?.mode ?? null) as MatrixCell["mode"],
    reason: (last?.reason ?? null) as MatrixCell["reason"],
    tokens: last?.tokens ?? 0,
    sentAt: last?.sentAt.toISOString() ?? null,
    fetchedAt: last?.fetchedAt?.toISOString() ?? null,
    pingedAt: last?.pingedAt?.toISOString() ?? null,
    leadAction: last === undefined ? "none" : leadActionOf(last, ack, ofVersion),
  };
}

/**
 * What each delivery cost beside the full text it stood for. Where every update went in full, nothing would have been
 * unclear: what is sent about a version once more because of that, stands for no further full text. In the order of `sent`.
 */
export function costsOf(sent: readonly DeliveryRow[], acks: readonly AckRow[]): DeliveredUpdate[] {
  const seen = new Set<string>();
  return sent.map((each) => {
    const key = `${each.role} ${each.version}`;
    const isRepeat = seen.has(key) && (each.kind === "clarification" || each.reason === "FC-5");
    seen.add(key);
    const answers = acks.filter((ack) => ack.deliveryId === each.id);
    return {
      version: versionOf(each.version),
      role: each.role,
      mode: each.mode === "full" ? "full" : "delta",
      reason: each.reason,
      fullTokens: isRepeat ? 0 : each.fullTokens,
      sentTokens: each.tokens,
      ackTokens: answers.reduce((sum, ack) => sum + ack.tokens, 0),
    };
  });
}

function presentLine({ full, sent, ack, net, share, deliveries, inFull }: SavingsLine): Savings["total"] {
  return { full, sent, ack, net, savedShare: share, deliveries, fallbacks: inFull };
}

/**
 * What a session's plan says of versions in its own words, and what is wrong with it; undefined where there is no plan. A plan
 * that cannot be opened is told, and stops nothing else from being shown.
 */
async function readPlanNotes({ store, committer, database }: ServiceContext, { key, id, workspaceId }: SessionRow) {
  const path = planPath(id);
  try {
    const file = await store(workspaceId).read(path);
    if (file === null) return undefined;
    const memory = await committer.readable(workspaceId, memoryPath(id));
    const rows = await listRoles(database.queries, key);
    const roles = [...roleSections(memoryOf(memory)).map(({ role }) => role), ...rows.map((row) => row.id)];
    const { mentions, diagnostics } = readPlan(file.text ?? file.bytes.toString("utf8"), roles);
    return { path, mentions, diagnostics: file.text === null ? [notText(path), ...diagnostics] : diagnostics };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { path, mentions: [], diagnostics: [unreadable(error.message)] };
  }
}
