import type { Deed } from "@/lib/core/access/deeds";
import { listRoles } from "@/lib/db/sessions";
import type { AgentParams } from "@/lib/services/agents/agent-params";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * Throws `forbidden` unless the caller may do it to that agent. Answers the type of the caller's role, by which it may work
 * as an agent of another name: within a transaction it cannot be looked up.
 */
export async function allowAgent(
  { database }: ServiceContext,
  caller: Caller,
  deed: Deed,
  target: AgentParams,
): Promise<string | null> {
  const { role, sessionKey } = caller;
  const roles = role === null || sessionKey === null ? [] : await listRoles(database.queries, sessionKey);
  const type = roles.find(({ id }) => id === role)?.type ?? null;
  allow(caller, deed, { ...target, type });
  return type;
}
