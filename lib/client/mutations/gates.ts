import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { z } from "zod";
import type { ConcludeGate, Gate, GateConcluded } from "@/lib/contracts/gates";

const gateContract = () => import("@/lib/contracts/gates").then((contracts) => contracts.Gate);
const gateConcludedContract = () => import("@/lib/contracts/gates").then((contracts) => contracts.GateConcluded);

/** Opens the gate of a phase: from now on nothing is published until it is concluded or abandoned. */
export function openGate(scope: SessionScope, phase: number): Promise<Gate> {
  return request(gateContract, api.gates(scope), { method: "POST", body: { phase } });
}

/** Concludes a gate: writes its record and the Lead's item, and archives what was chosen, in one act. */
export function concludeGate(
  scope: SessionScope,
  gate: string,
  body: z.input<typeof ConcludeGate>,
): Promise<GateConcluded> {
  return request(gateConcludedContract, `${api.gate(scope, gate)}/conclude`, { method: "POST", body });
}

/** Gives a gate up without a verdict; publishing is possible again. */
export function abandonGate(scope: SessionScope, gate: string): Promise<Gate> {
  return request(gateContract, `${api.gate(scope, gate)}/abandon`, { method: "POST", body: {} });
}
