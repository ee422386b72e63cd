import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { AckGiven, AckMatrix, GiveAck } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Role by version: sent, confirmed, pending since, overdue",
    tag: "Context",
    params: SessionParams,
    response: AckMatrix,
    handle: ({ services, caller, params }) => services.context.matrix(caller, params),
  }),
  POST: defineRoute({
    summary: "Acknowledge an update",
    tag: "Context",
    params: SessionParams,
    body: GiveAck,
    response: AckGiven,
    handle: ({ services, caller, params, body, change }) => services.context.give(caller, params, body, change),
  }),
});
