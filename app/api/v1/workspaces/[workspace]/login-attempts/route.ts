import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { LoginAttempts } from "@/lib/contracts/browsers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Sign-ins that failed lately",
    tag: "Server",
    params: WorkspaceParams,
    response: LoginAttempts,
    handle: ({ services, caller, params }) => Promise.resolve(services.browsers.attempts(caller, params)),
  }),
});
