import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { RoleInput, RoleWithToken } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Add a teammate: its section and a token",
    tag: "Roles",
    params: SessionParams,
    body: RoleInput,
    response: RoleWithToken,
    conditional: true,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.sessions.addRole(caller, params, body, change),
  }),
});
