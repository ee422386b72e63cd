import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";
import { Session } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One session",
    tag: "Sessions",
    params: SessionParams,
    response: Session,
    handle: ({ services, caller, params }) => services.sessions.get(caller, params),
  }),
  DELETE: defineRoute({
    summary: "Move the whole folder to the trash and end its tokens",
    tag: "Sessions",
    params: SessionParams,
    response: Done,
    conditional: true,
    handle: ({ services, caller, params, change }) => services.sessions.remove(caller, params, change),
  }),
});
