import { defineRoute, methods } from "@/lib/api/define-route";
import { GateParams } from "@/lib/api/params";
import { ConcludeGate, GateConcluded } from "@/lib/contracts/gates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Conclude a gate",
    tag: "Gates",
    params: GateParams,
    body: ConcludeGate,
    response: GateConcluded,
    errors: ["gate_blocked"],
    handle: ({ services, caller, params, body, change }) => services.gates.conclude(caller, params, body, change),
  }),
});
