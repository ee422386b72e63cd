import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { DeliveryPlan, Update } from "@/lib/contracts/context";

const planContract = () => import("@/lib/contracts/context").then((contracts) => contracts.DeliveryPlan);
const updateContract = () => import("@/lib/contracts/context").then((contracts) => contracts.Update);

/** Sends the unclear items once more, with their surroundings. */
export function resendDelivery(scope: SessionScope, delivery: string): Promise<DeliveryPlan> {
  return request(planContract, `${api.delivery(scope, delivery)}/resend`, { method: "POST", body: {} });
}

/** Sends the current version in full. */
export function sendInFull(scope: SessionScope, delivery: string): Promise<DeliveryPlan> {
  return request(planContract, `${api.delivery(scope, delivery)}/full`, { method: "POST", body: {} });
}

/** Asks for the acknowledgement; its deadline begins again. */
export function pingDelivery(scope: SessionScope, delivery: string): Promise<Update> {
  return request(updateContract, `${api.delivery(scope, delivery)}/ping`, { method: "POST", body: {} });
}

/** Gives a role a word of guidance, which needs no acknowledgement. */
export function guideDelivery(scope: SessionScope, delivery: string, text: string): Promise<DeliveryPlan> {
  return request(planContract, `${api.delivery(scope, delivery)}/guidance`, { method: "POST", body: { text } });
}
