import type { z } from "zod";
import { api, query, type AgentScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type {
  AgentMemory,
  AgentMemoryCleared,
  AgentSessionClosed,
  AgentSessionStarted,
  CloseAgentSession,
  EditAgentMemory,
} from "@/lib/contracts/agents";

const agents = () => import("@/lib/contracts/agents");
const memoryContract = () => agents().then((all) => all.AgentMemory);

/** Makes an agent's memory with its six sections; a conflict where there is one. */
export function initAgentMemory(scope: AgentScope): Promise<AgentMemory> {
  return request(memoryContract, api.agentMemory(scope), { method: "POST", body: {} });
}

/** Begins a session: the answer is what the agent should read before it works. */
export function startAgentSession(scope: AgentScope): Promise<AgentSessionStarted> {
  const contract = () => agents().then((all) => all.AgentSessionStarted);
  return request(contract, `${api.agent(scope)}/sessions`, { method: "POST", body: {} });
}

/** Closes a session with what was learnt, or shows what that would change. */
export function closeAgentSession(
  scope: AgentScope,
  session: string,
  body: z.input<typeof CloseAgentSession>,
  dryRun: boolean,
): Promise<AgentSessionClosed> {
  const contract = () => agents().then((all) => all.AgentSessionClosed);
  const path = `${api.agent(scope)}/sessions/${encodeURIComponent(session)}/close`;
  return request(contract, path + (dryRun ? query({ dryRun: "true" }) : ""), { method: "POST", body });
}

/** Changes one section or entry, if the memory still is the one that was read. */
export function editAgentMemory(
  scope: AgentScope,
  body: z.input<typeof EditAgentMemory>,
  etag: string,
): Promise<AgentMemory> {
  return request(memoryContract, api.agentMemory(scope), { method: "PATCH", body, ifMatch: etag });
}

/** Deletes the memory; `confirm` repeats the agent's name. Undoing the revision that is answered brings it back. */
export function clearAgentMemory(scope: AgentScope, confirm: string): Promise<AgentMemoryCleared> {
  const contract = () => agents().then((all) => all.AgentMemoryCleared);
  return request(contract, api.agentMemory(scope) + query({ confirm }), { method: "DELETE" });
}

/** Takes back one revision of an agent's memory. */
export async function undoAgentRevision(scope: AgentScope, revision: number): Promise<void> {
  const contract = () => import("@/lib/contracts/memory").then((all) => all.Changed);
  await request(contract, `${api.agentMemory(scope)}/undo`, { method: "POST", body: { revision } });
}
