import { defineRoute, methods } from "@/lib/api/define-route";
import { RepairParams } from "@/lib/api/params";
import { Repair } from "@/lib/contracts/repairs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Put the lines back",
    tag: "History",
    params: RepairParams,
    response: Repair,
    handle: ({ services, caller, params, change }) => services.repairs.apply(caller, params, change),
  }),
});
