import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { SessionSettings } from "@/lib/contracts/context";

const settingsContract = () => import("@/lib/contracts/context").then((contracts) => contracts.SessionSettings);

/** Sets what may be set for one session. */
export function changeSessionSettings(scope: SessionScope, body: SessionSettings): Promise<SessionSettings> {
  return request(settingsContract, api.settings(scope), { method: "PUT", body });
}
