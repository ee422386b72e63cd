import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { ChangeSessionSettings, SessionSettings } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What is set for the session",
    tag: "Sessions",
    params: SessionParams,
    response: SessionSettings,
    handle: ({ services, caller, params }) => services.settings.read(caller, params),
  }),
  PUT: defineRoute({
    summary: "Set the deadline of acknowledgements",
    tag: "Sessions",
    params: SessionParams,
    body: ChangeSessionSettings,
    response: SessionSettings,
    handle: ({ services, caller, params, body, change }) => services.settings.change(caller, params, body, change),
  }),
});
