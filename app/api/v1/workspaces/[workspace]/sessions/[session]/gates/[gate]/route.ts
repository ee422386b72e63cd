import { defineRoute, methods } from "@/lib/api/define-route";
import { GateParams } from "@/lib/api/params";
import { Gate } from "@/lib/contracts/gates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One gate, with what blocks it",
    tag: "Gates",
    params: GateParams,
    response: Gate,
    handle: ({ services, caller, params }) => services.gates.get(caller, params),
  }),
});
