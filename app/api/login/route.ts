import { defineRoute, methods } from "@/lib/api/define-route";
import { assertMayHoldCookie } from "@/lib/api/own-host";
import { loginCookie } from "@/lib/api/session-cookie";
import { Login } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Exchange a one-time code, a viewer's link or the owner's token for the browser's cookie",
    tag: "Server",
    access: "public",
    body: Login,
    response: null,
    errors: ["rate_limited"],
    handle: async ({ services, runtime, body, request, connection }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const from = { address: connection.address, userAgent: request.headers.get("user-agent") };
      const { secret, maxAgeSeconds } = await services.signIn.logIn(body.code, from);
      const cookie = loginCookie(services.authentication.folderId, secret, maxAgeSeconds);
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
});
