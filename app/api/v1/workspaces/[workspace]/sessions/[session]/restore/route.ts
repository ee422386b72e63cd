import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Session } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Bring a deleted session back",
    tag: "Sessions",
    params: SessionParams,
    response: Session,
    handle: ({ services, caller, params, change }) => services.sessions.restore(caller, params, change),
  }),
});
