import { foreseen, useChange, type Change } from "@/components/shell/use-change";
import { ackMatrixQuery, guideDelivery, pingDelivery, resendDelivery, sendInFull } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { endRun, keepRun, moveRun, sayRun } from "@/lib/client/runs";
import { sessionKey } from "@/lib/client/sessions";
import type { DeliveryPlan, MatrixCell } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";
import { say } from "@/lib/core/i18n/say";
import { changeCell, pinged, sentAgain } from "./foresee-matrix";

/** Of what was sent, only the newest is said. */
export const DELIVERY = "delivery";

/** What the Lead does about what was sent: shown at once, and taken back when it fails. */
export function useDeliveries(scope: SessionScope) {
  const { run } = useChange([sessionKey(scope)], { key: DELIVERY });

  const foresee = (delivery: string, change: (cell: MatrixCell, now: string) => MatrixCell) => {
    const now = new Date().toISOString();
    return [foreseen(ackMatrixQuery(scope), (matrix) => changeCell(matrix, delivery, (cell) => change(cell, now)))];
  };

  const again = (delivery: string, role: string, mode: "delta" | "full"): Change<DeliveryPlan> => ({
    foresee: foresee(delivery, (cell, now) => sentAgain(cell, mode, now)),
    send: () => (mode === "full" ? sendInFull : resendDelivery)(scope, delivery),
    done: (plan) => ({
      title: say(
        "Sent {mode, select, full {the full text} other {the unclear items}} to {role}: {tokens, plural, one {# token} other {# tokens}}",
        { mode: plan.mode, role: plan.role, tokens: plan.tokens },
      ),
    }),
    failed: say("Not sent to {role}", { role }),
  });

  return {
    ping: (delivery: string, role: string) =>
      run({
        foresee: foresee(delivery, pinged),
        send: () => pingDelivery(scope, delivery),
        done: () => ({ title: say("Pinged {role}: deadline reset", { role }) }),
        failed: say("{role} was not pinged", { role }),
      }),
    resend: (delivery: string, role: string) => run(again(delivery, role, "delta")),
    full: (delivery: string, role: string) => run(again(delivery, role, "full")),
    guide: (delivery: string, role: string, text: string) =>
      run({
        send: () => guideDelivery(scope, delivery, text),
        done: () => ({ title: say("Sent guidance to {role}", { role }) }),
        failed: say("No guidance was sent to {role}", { role }),
      }),
    end: (ended: Run, reason: string) =>
      run({
        send: () => endRun(scope, ended, reason),
        done: () => ({ title: say("Ended {run} as {role}", { run: sayRun(ended.id), role: ended.role }) }),
        failed: say("{run} was not ended", { run: sayRun(ended.id) }),
      }),
    keep: (kept: Run, reason: string) =>
      run({
        send: () => keepRun(scope, kept, reason),
        done: () => ({ title: say("Only {run} stays as {role}", { run: sayRun(kept.id), role: kept.role }) }),
        failed: say("No run was ended"),
      }),
    move: (moved: Run, to: string) =>
      run({
        send: () => moveRun(scope, moved, to),
        done: ({ role }) => ({ title: say("{run} goes on as {role}", { run: sayRun(moved.id), role }) }),
        failed: say("{run} was not moved", { run: sayRun(moved.id) }),
      }),
  };
}

export type Deliveries = ReturnType<typeof useDeliveries>;
