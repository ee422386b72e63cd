import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { RepairList, RepairPolicy, RepairQuery, RepairSettings } from "@/lib/contracts/repairs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Saves from outside that left out newer lines",
    tag: "History",
    params: WorkspaceParams,
    query: RepairQuery,
    response: RepairList,
    handle: ({ services, caller, params, query }) => services.repairs.list(caller, params, query),
  }),
  PUT: defineRoute({
    summary: "Set what is done about such saves",
    tag: "History",
    params: WorkspaceParams,
    body: RepairSettings,
    response: RepairPolicy,
    handle: ({ services, caller, params, body, change }) => services.repairs.configure(caller, params, body, change),
  }),
});
