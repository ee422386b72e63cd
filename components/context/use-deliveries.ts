"use client";
import { useQueryClient } from "@tanstack/react-query";
import { complain } from "@/components/shell/complain";
import { sayCount } from "@/components/ui/say-count";
import { toast } from "@/components/ui/toast-queue";
import { guideDelivery, pingDelivery, resendDelivery, sendInFull } from "@/lib/client/mutations/act-on-delivery";
import { giveAck } from "@/lib/client/mutations/give-ack";
import type { SessionScope } from "@/lib/client/paths";
import { ackMatrixQuery } from "@/lib/client/queries/ack-matrix";
import { sessionKey } from "@/lib/client/queries/session";
import type { DeliveryPlan, GiveAck, MatrixCell } from "@/lib/contracts/context";
import { changeCell, pinged, sentAgain } from "./foresee-matrix";

interface Act<Answer> {
  delivery: string;
  foresee?: (cell: MatrixCell, now: string) => MatrixCell;
  send: () => Promise<Answer>;
  done: (answer: Answer) => string;
  failed: string;
}

/** What the Lead does about what was sent: shown at once, and taken back when it fails. */
export function useDeliveries(scope: SessionScope) {
  const client = useQueryClient();
  const key = ackMatrixQuery(scope).queryKey;

  async function run<Answer>({ delivery, foresee, send, done, failed }: Act<Answer>): Promise<boolean> {
    // An answer that is already on its way would overwrite what is foreseen.
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData(key);
    if (foresee) {
      const now = new Date().toISOString();
      client.setQueryData(key, (matrix) => matrix && changeCell(matrix, delivery, (cell) => foresee(cell, now)));
    }
    try {
      toast({ title: done(await send()), key: "delivery" });
      return true;
    } catch (error) {
      if (foresee) client.setQueryData(key, before);
      complain(failed, error);
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: sessionKey(scope) });
    }
  }

  const sent = ({ role, mode, tokens }: DeliveryPlan) =>
    `Sent ${mode === "full" ? "the full text" : "the unclear items"} to ${role}: ${sayCount(tokens, "token")}`;

  return {
    ping: (delivery: string, role: string) =>
      run({
        delivery,
        foresee: pinged,
        send: () => pingDelivery(scope, delivery),
        done: () => `Pinged ${role}: its time begins again`,
        failed: `${role} was not pinged`,
      }),
    resend: (delivery: string, role: string) =>
      run({
        delivery,
        foresee: (cell, now) => sentAgain(cell, "delta", now),
        send: () => resendDelivery(scope, delivery),
        done: sent,
        failed: `Not sent to ${role}`,
      }),
    full: (delivery: string, role: string) =>
      run({
        delivery,
        foresee: (cell, now) => sentAgain(cell, "full", now),
        send: () => sendInFull(scope, delivery),
        done: sent,
        failed: `Not sent to ${role}`,
      }),
    guide: (delivery: string, role: string, text: string) =>
      run({
        delivery,
        send: () => guideDelivery(scope, delivery, text),
        done: () => `Sent guidance to ${role}`,
        failed: `No guidance was sent to ${role}`,
      }),
    /** Throws what the server found wrong, which belongs beside the form. */
    ack: async (body: GiveAck) => {
      const given = await giveAck(scope, body);
      const { role, version, confirmed } = given.ack;
      toast({
        title: confirmed ? `${role} is on ${version} now` : `Recorded the answer of ${role} to ${version}`,
        ...(given.repeated && { detail: "The same answer had been given before." }),
        key: "delivery",
      });
      void client.invalidateQueries({ queryKey: sessionKey(scope) });
    },
  };
}

export type Deliveries = ReturnType<typeof useDeliveries>;
