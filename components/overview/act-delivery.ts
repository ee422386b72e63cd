import { settledNeeds } from "@/components/memory/settled-needs";
import type { Change } from "@/components/shell/use-change";
import { pingDelivery, resendDelivery, sendInFull, unpingDelivery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import type { Need } from "@/lib/contracts/needs";

/** What can be done at once about a teammate that is behind. */
type DeliveryAct = "ping" | "resend" | "full";

/** The change that sends a teammate the version it owes an answer to once more, or asks for the answer. */
export function actDelivery(
  scope: SessionScope,
  need: Extract<Need, { kind: "ack" }>,
  act: DeliveryAct,
): Change<unknown> {
  const { key, role, delivery, version } = need;
  const who = role ?? "";
  const id = delivery ?? "";
  const acts = {
    ping: {
      send: () => pingDelivery(scope, id),
      title: `Pinged ${who}: deadline reset`,
      failed: `${who} was not pinged`,
      undo: () => unpingDelivery(scope, id),
    },
    resend: {
      send: () => resendDelivery(scope, id),
      title: `Sent what was unclear of ${version} to ${who}`,
      failed: `Not sent to ${who}`,
    },
    full: {
      send: () => sendInFull(scope, id),
      title: `Sent the full text of ${version} to ${who}`,
      failed: `Not sent to ${who}`,
    },
  };
  const { send, title, failed } = acts[act];
  const undo = act === "ping" ? { undo: acts.ping.undo } : {};
  return { foresee: [settledNeeds(scope.workspace, [key])], send, done: () => ({ title, ...undo }), failed };
}
