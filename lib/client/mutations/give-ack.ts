import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { AckGiven, GiveAck } from "@/lib/contracts/context";

const ackGivenContract = () => import("@/lib/contracts/context").then((contracts) => contracts.AckGiven);

/** Records an acknowledgement; as the Lead on a role's behalf, and marked as such. */
export function giveAck(scope: SessionScope, body: GiveAck): Promise<AckGiven> {
  return request(ackGivenContract, `${api.context(scope)}/acks`, { method: "POST", body });
}
