import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { CreateSession, Session } from "@/lib/contracts/sessions";

const sessionContract = () => import("@/lib/contracts/sessions").then((contracts) => contracts.Session);

/** Makes the session's folder and its team memory. */
export function createSession(workspace: string, body: CreateSession): Promise<Session> {
  return request(sessionContract, api.sessions(workspace), { method: "POST", body });
}
