import { defineRoute, methods } from "@/lib/api/define-route";
import { LOGOUT_COOKIE } from "@/lib/api/session-cookie";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "End the browser's cookie",
    tag: "Server",
    response: null,
    handle: async ({ services, caller }) => {
      await services.authentication.logOut(caller);
      return new Response(null, { status: 204, headers: { "set-cookie": LOGOUT_COOKIE } });
    },
  }),
});
