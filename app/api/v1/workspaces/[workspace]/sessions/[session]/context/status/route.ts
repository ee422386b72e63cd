import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { ReportStatus, StatusReported } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Report that a role lost its context",
    tag: "Context",
    params: SessionParams,
    body: ReportStatus,
    response: StatusReported,
    handle: ({ services, caller, params, body, change }) => services.context.reportLost(caller, params, body, change),
  }),
});
