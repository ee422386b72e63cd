import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Session, type CreateSession } from "@/lib/contracts/sessions";

/** Makes the session's folder and its team memory. */
export function createSession(workspace: string, body: CreateSession): Promise<Session> {
  return request(Session, api.sessions(workspace), { method: "POST", body });
}
