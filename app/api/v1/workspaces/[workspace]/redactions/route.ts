import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { Redact, Redaction } from "@/lib/contracts/redactions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Redact a secret in files and history",
    tag: "History",
    params: WorkspaceParams,
    body: Redact,
    response: Redaction,
    handle: ({ services, caller, params, body }) => services.redactions.redact(caller, params, body),
  }),
});
