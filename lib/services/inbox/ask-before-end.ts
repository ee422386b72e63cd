import type { TakenInbox } from "@/lib/contracts/runs";
import { readerOfRun } from "@/lib/core/context/run";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { sayCount } from "@/lib/core/text/say-count";
import { listPendingDeliveries } from "@/lib/db/context";
import { listClaims, listTold } from "@/lib/db/presence";
import { listUnanswered } from "@/lib/db/questions";
import type { SessionRow } from "@/lib/db/sessions";
import { isUnseen, presentUpdate } from "@/lib/services/context/deliveries";
import type { Whose } from "@/lib/services/inbox/whose";
import { type Caller, aloneBy } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Under what it is kept that a run was asked for more than its versions. */
const WORTH_SAYING = "ask";

/**
 * What a run is asked for before it rests or ends: each version that it was shown and has not acknowledged, once and again after a
 * ping, and once what others wait for or find held by it. Whoever asks at the same moment is answered nothing. Source: runs, "The end".
 */
export async function askBeforeEnd(
  { committer, clock, database: { queries } }: ServiceContext,
  caller: Caller,
  session: SessionRow,
  { role, run, isLead }: Whose,
): Promise<Pick<TakenInbox, "unanswered" | "owes">> {
  if (isLead || run === null) return { unanswered: [], owes: "" };
  const [pending, questions, claims] = await Promise.all([
    listPendingDeliveries(queries, session.key, role, run),
    listUnanswered(queries, session.key),
    listClaims(queries, session.key, clock()),
  ]);
  const shown = pending.filter((row) => row.kind !== "guidance" && !isUnseen(row));
  const asked = questions.filter((question) => question.role === role && question.seenAt !== null).length;
  const held = claims.filter((claim) => claim.run === run).map(({ what }) => `your claim "${what}" is open`);
  const owes = [...(asked === 0 ? [] : [`${sayCount(asked, "question")} to you unanswered`]), ...held].join("; ");
  const keyOf = ({ id, pingedAt }: (typeof shown)[number]) => `${WORTH_SAYING} ${id} ${pingedAt?.toISOString() ?? ""}`;
  const things = [...shown.map(keyOf), ...(owes === "" ? [] : [WORTH_SAYING])];
  const place = { sessionKey: session.key, reader: readerOfRun(run, role) };
  const freshOf = async (of: typeof queries) => {
    const told = await listTold(of, place, things);
    return things.filter((thing) => !told.has(thing));
  };
  const isAsked = things.length === 0 || (await freshOf(queries)).length === 0;
  const fresh = isAsked
    ? []
    : await committer.submit({
        ...aloneBy(caller, session.workspaceId),
        decide: async (draft) => {
          const ids = await freshOf(draft.queries);
          draft.effect({ type: "read-nudges", ids, run: place });
          return ids;
        },
      });
  return {
    unanswered: shown.filter((row) => fresh.includes(keyOf(row))).map(presentUpdate),
    owes: fresh.includes(WORTH_SAYING) ? withholdSecrets(owes) : "",
  };
}
