import { versionOf } from "@/lib/core/context/version-number";
import { isNamed, readerOfRun } from "@/lib/core/context/run";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { type DeliveryRow, findLatestVersion, listDeliveries, type VersionRow } from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import { findRun, type RunRow } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import type { Author, Draft } from "@/lib/services/commit/act";
import { memoryOf } from "@/lib/services/commit/document-states";
import { isFound, loadContext } from "@/lib/services/context/context-state";
import { changesSince } from "@/lib/services/context/changes-since";
import { withDeltas } from "@/lib/services/context/with-deltas";
import {
  planDelivery,
  publicationOf,
  recipientsOf,
  send,
  sendAndTrack,
  sentNow,
  shownTo,
  trackInPlan,
} from "@/lib/services/context/deliver";
import { getSeat } from "@/lib/services/context/seats";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { DeliveryPlan } from "@/lib/contracts/context";

/** A run in a seat; null stands for whoever comes next. */
interface InSeat {
  role: string;
  run: string | null;
}

/**
 * Sends the current version to a run that nothing of it was sent to: it has just begun, goes on after a while, or its section was made
 * in an editor. What waits for whoever comes next is taken by who comes. What nobody published is sent to nobody, and nothing to
 * a session that is finished. Source: formats "Context delta".
 */
export async function catchUp(context: ServiceContext, session: SessionRow, to: InSeat, author: Author): Promise<void> {
  const { committer } = context;
  const { role, run } = to;
  await withDeltas(context.countTokens, (deltaOf) =>
    committer.act({ workspace: session.workspaceId, author, alone: true }, async (draft) => {
      const memory = await draft.document(memoryPath(session.id));
      const seat = await getSeat(draft, session, role);
      const { latest, publishedText: text } = await loadContext(draft, context, session);
      if (latest === null || memoryOf(memory).meta.finished !== null) return;
      const known = [...seat.runs, ...seat.aside].find(({ id }) => id === run);
      const { number } = latest;
      const all = await listDeliveries(draft.queries, session.key, role);
      const sent = all.filter(({ version }) => version === number);
      if (!lacks(run, { latest, known, sent }, seat.addedAt)) return;
      const { confirmed, lostAt, wantsFull } = known ?? NOTHING_KNOWN;
      const waits = sent.some((each) => each.run === null && each.state === "pending" && each.mode === "full");
      if (run !== null && confirmed === null && lostAt === null && waits) {
        draft.effect({ type: "take-deliveries", sessionKey: session.key, role, run });
        return;
      }
      const shown = known === undefined ? null : shownTo(known, all);
      const since = await changesSince({ draft, session, deltaOf }, [shown, confirmed], { number, text });
      // Who is one version behind is sent what it missed.
      const delta = lostAt === null && confirmed === number - 1 ? since(confirmed) : null;
      const teammates = recipientsOf(memory, await draft.roles(session.key));
      const publication = { ...publicationOf(latest, text, teammates), delta };
      const knows = { role, run, confirmed, shown, lostAt, wantsFull };
      const planned = planDelivery(knows, publication, { since, countTokens: context.countTokens });
      const plan = send(draft, context, session, publication, planned);
      await trackInPlan(draft, session, { lastDelta: { [role]: sentNow(draft, number, plan) } });
      const told = { version: versionOf(number), reason: plan.reason, tokens: plan.tokens, caughtUp: true };
      draft.event("context.resent", role, session, told);
    }),
  );
}

const NOTHING_KNOWN = { confirmed: null, lostAt: null, wantsFull: false };

/**
 * Whether a run has not confirmed the version published last and was sent nothing of it, since its role was added and since it lost
 * its context. For whoever comes next, whether nothing waits there and nobody has it.
 */
export async function isLeftOut(queries: Queries, session: SessionRow, { role, run }: InSeat, since: Date) {
  const latest = await findLatestVersion(queries, session.key);
  if (latest === null) return false;
  const known = run === null ? null : await findRun(queries, session.key, readerOfRun(run, role));
  const sent = await listDeliveries(queries, session.key, role);
  return lacks(run, { latest, known, sent: sent.filter(({ version }) => version === latest.number) }, since);
}

interface Sent {
  latest: VersionRow;
  known: RunRow | null | undefined;
  sent: readonly DeliveryRow[];
}

function lacks(run: string | null, { latest, known, sent }: Sent, since: Date): boolean {
  if (isFound(latest)) return false;
  if ((known?.confirmed ?? 0) >= latest.number) return false;
  return !sent.some(
    (each) => (run === null || each.run === run) && each.kind !== "guidance" && each.sentAt >= (known?.lostAt ?? since),
  );
}

/**
 * A run has lost what it knew: it starts over, with the whole context and with what stands in the memory. `isSaidByAnother` where that
 * is no sign of its own. Answers how the current version goes to it; null where there is none. Source: context delta §6 (FC-2).
 */
export async function loseContext(
  draft: Draft,
  context: ServiceContext,
  session: SessionRow,
  { role, run, isSaidByAnother = false }: { role: string; run: string; isSaidByAnother?: boolean },
): Promise<DeliveryPlan | null> {
  const change = { confirmed: null, lost: true, ...(isSaidByAnother && { silent: true as const }) };
  draft.effect({ type: "put-run", sessionKey: session.key, role, run, change });
  const about = isSaidByAnother ? { ofRun: run } : { run };
  draft.event("context.lost", role, session, isNamed({ id: run }) ? about : {});
  const { latest, publishedText } = await loadContext(draft, context, session);
  if (latest === null) return null;
  return sendAndTrack(draft, context, session, { role, run }, "FC-2", { latest, text: publishedText });
}
