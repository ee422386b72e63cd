import { defineRoute, methods } from "@/lib/api/define-route";
import { logoutCookie } from "@/lib/api/session-cookie";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Sign this browser out",
    tag: "Server",
    response: null,
    handle: async ({ services, caller }) => {
      await services.signIn.logOut(caller);
      const cookie = logoutCookie(services.authentication.folderId);
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
});
