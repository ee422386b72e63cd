import { defineRoute, methods } from "@/lib/api/define-route";
import { RepairParams } from "@/lib/api/params";
import { Repair } from "@/lib/contracts/repairs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One such save, with the lines it left out",
    tag: "History",
    params: RepairParams,
    response: Repair,
    handle: ({ services, caller, params }) => services.repairs.get(caller, params),
  }),
});
