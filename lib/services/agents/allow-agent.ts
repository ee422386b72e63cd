import type { Deed } from "@/lib/core/access/deeds";
import { listRoles } from "@/lib/db/sessions";
import { allow, type Caller, actorOf } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { accessOf } from "@/lib/core/memory/access";
import { findSection } from "@/lib/core/memory/find-section";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { memoryOf } from "@/lib/services/commit/document-states";
import { isSessionOf } from "@/lib/core/agent-memory/agent-name";
import type { AgentSessionRow } from "@/lib/db/agent-sessions";

/**
 * Throws `forbidden` unless the caller may do it to that agent. Answers the type of the caller's role, by which it may work
 * as an agent of another name: within a transaction it cannot be looked up.
 */
export async function allowAgent(context: ServiceContext, caller: Caller, deed: Deed, target: AgentParams) {
  const type = await typeOfCaller(context, caller);
  allow(caller, deed, { ...target, type });
  return type;
}

/** The type that the caller's role was given; null where it has none, or is no role of one session. */
export async function typeOfCaller({ database }: ServiceContext, { role, sessionKey }: Caller): Promise<string | null> {
  const roles = role === null || sessionKey === null ? [] : await listRoles(database.queries, sessionKey);
  return roles.find(({ id }) => id === role)?.type ?? null;
}

/** How what the caller's role says reaches the team of the session that it is in, in words; undefined for the Lead and for no teammate. */
export async function sayWay(context: ServiceContext, caller: Caller, workspace: string): Promise<string | undefined> {
  const role = actorOf(caller);
  const { sessions, committer, database } = context;
  const only = caller.sessionKey === null ? null : await sessions.idOf(caller.sessionKey);
  for (const id of role === "Lead" ? [] : only === null ? await sessions.looked(workspace) : [only]) {
    const memory = memoryOf(await committer.current(workspace, memoryPath(id)));
    const { finished, direct } = memory.meta;
    if (finished !== null || findSection(memory, role)?.state !== "active") continue;
    const { key } = await sessions.find(workspace, id);
    const type = (await listRoles(database.queries, key)).find((each) => each.id === role)?.type ?? null;
    return accessOf(role, { type, direct }) === "direct"
      ? `In ${id} you write to your own section directly.`
      : `In ${id} what you say reaches everybody at once, marked "with the Lead", who decides whether it stands.`;
  }
  return undefined;
}

export interface AgentParams {
  workspace: string;
  agent: string;
}

/** Whether a session of an agent's memory is the caller's to close, by the one rule of `isSessionOf`. */
export function isOwnSession({ startedBy, sessionKey }: AgentSessionRow, caller: Caller): boolean {
  return isSessionOf({ role: startedBy, sessionKey }, { role: actorOf(caller), sessionKey: caller.sessionKey });
}

/** Whether a role of the caller's name began it, in another team session. */
export function isOfNamesake(row: AgentSessionRow, caller: Caller): boolean {
  return !isOwnSession(row, caller) && isOwnSession({ ...row, sessionKey: null }, caller);
}
