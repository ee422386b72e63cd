"use client";
import { foreseen, useChange, type Change } from "@/components/shell/use-change";
import { sayCount } from "@/lib/core/text/say-count";
import { ackMatrixQuery, giveAck, guideDelivery, pingDelivery, resendDelivery, sendInFull } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { DeliveryPlan, GiveAck, MatrixCell } from "@/lib/contracts/context";
import { changeCell, pinged, sentAgain } from "./foresee-matrix";

/** Of what was sent, only the newest is said. */
const KEY = "delivery";

/** What the Lead does about what was sent: shown at once, and taken back when it fails. */
export function useDeliveries(scope: SessionScope) {
  const { run } = useChange([sessionKey(scope)]);

  const foresee = (delivery: string, change: (cell: MatrixCell, now: string) => MatrixCell) => {
    const now = new Date().toISOString();
    return [foreseen(ackMatrixQuery(scope), (matrix) => changeCell(matrix, delivery, (cell) => change(cell, now)))];
  };

  const again = (delivery: string, role: string, mode: "delta" | "full"): Change<DeliveryPlan> => ({
    foresee: foresee(delivery, (cell, now) => sentAgain(cell, mode, now)),
    send: () => (mode === "full" ? sendInFull : resendDelivery)(scope, delivery),
    done: (plan) => ({
      title: `Sent ${plan.mode === "full" ? "the full text" : "the unclear items"} to ${plan.role}: ${sayCount(plan.tokens, "token")}`,
      key: KEY,
    }),
    failed: `Not sent to ${role}`,
  });

  return {
    ping: (delivery: string, role: string) =>
      run({
        foresee: foresee(delivery, pinged),
        send: () => pingDelivery(scope, delivery),
        done: () => ({ title: `Pinged ${role}: deadline reset`, key: KEY }),
        failed: `${role} was not pinged`,
      }),
    resend: (delivery: string, role: string) => run(again(delivery, role, "delta")),
    full: (delivery: string, role: string) => run(again(delivery, role, "full")),
    guide: (delivery: string, role: string, text: string) =>
      run({
        send: () => guideDelivery(scope, delivery, text),
        done: () => ({ title: `Sent guidance to ${role}`, key: KEY }),
        failed: `No guidance was sent to ${role}`,
      }),
    /** What the server found wrong belongs beside the form. */
    ack: (body: GiveAck, failed: (error: Error) => void) =>
      run({
        send: () => giveAck(scope, body),
        done: ({ ack: { role, version, confirmed }, repeated }) => ({
          title: confirmed ? `${role} is on ${version} now` : `Recorded the answer of ${role} to ${version}`,
          ...(repeated && { detail: "The same answer had been given before." }),
          key: KEY,
        }),
        failed,
      }),
  };
}

export type Deliveries = ReturnType<typeof useDeliveries>;
