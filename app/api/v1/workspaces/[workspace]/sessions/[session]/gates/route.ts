import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { SessionParams } from "@/lib/api/params";
import { Gate, GateList, OpenGate } from "@/lib/contracts/gates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Gates and gate records",
    tag: "Gates",
    params: SessionParams,
    query: ListQuery,
    response: GateList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.gates.list(caller, params), query, ({ id }) => id),
  }),
  POST: defineRoute({
    summary: "Begin the evaluation of a phase",
    tag: "Gates",
    params: SessionParams,
    body: OpenGate,
    response: Gate,
    errors: ["gate_open"],
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.gates.open(caller, params, body, change),
  }),
});
