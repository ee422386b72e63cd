import { isSessionOf } from "@/lib/core/agent-memory/agent-name";
import type { AgentSessionRow } from "@/lib/db/agent-sessions";
import { actorOf, type Caller } from "@/lib/services/workspace/caller";

/** Whether a session of an agent's memory is the caller's to close, by the one rule of `isSessionOf`. */
export function isOwnSession({ startedBy, sessionKey }: AgentSessionRow, caller: Caller): boolean {
  return isSessionOf({ role: startedBy, sessionKey }, { role: actorOf(caller), sessionKey: caller.sessionKey });
}

/** Whether a role of the caller's name began it, in another team session. */
export function isOfNamesake(row: AgentSessionRow, caller: Caller): boolean {
  return !isOwnSession(row, caller) && isOwnSession({ ...row, sessionKey: null }, caller);
}
