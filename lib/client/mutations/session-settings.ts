import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { SessionSettings } from "@/lib/contracts/context";

const settingsContract = () => import("@/lib/contracts/context").then((contracts) => contracts.SessionSettings);

/** Sets after how many minutes an acknowledgement is overdue. */
export function setAckDeadline(scope: SessionScope, ackDeadlineMinutes: number): Promise<SessionSettings> {
  return request(settingsContract, `${api.session(scope)}/settings`, { method: "PUT", body: { ackDeadlineMinutes } });
}
