import { defineRoute, methods } from "@/lib/api/define-route";
import { loginCookie } from "@/lib/api/session-cookie";
import { Login } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Exchange a one-time code, or the owner's token, for the browser's cookie",
    tag: "Server",
    access: "public",
    body: Login,
    response: null,
    handle: async ({ services, body }) => {
      const { token, maxAgeSeconds } = await services.authentication.logIn(body.code);
      return new Response(null, { status: 204, headers: { "set-cookie": loginCookie(token, maxAgeSeconds) } });
    },
  }),
});
