import { defineRoute, type Route } from "@/lib/api/define-route";
import type { Connection } from "@/lib/api/connection";
import { assertMayHoldCookie, browserOrigin, isEncrypted } from "@/lib/api/own-host";
import { loginCookie, logoutCookie, signInCookie, signInOfCookie } from "@/lib/api/session-cookie";
import { BeginSignIn, FinishSignIn, Login, SignInBegun, SignInFinished } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import type { Runtime } from "@/lib/runtime";
import type { LetIn, SigningIn } from "@/lib/services/access/let-in";
import { SIGN_IN_SECONDS } from "@/lib/services/access/provider-sign-in";

function whoSignsIn(request: Request, { address }: Connection): SigningIn {
  return { address, userAgent: request.headers.get("user-agent") };
}

/** Answers a browser that was let in, with its cookie. */
function letIn(request: Request, runtime: Runtime, browser: LetIn): Response {
  return new Response(null, { status: 204, headers: cookiesOf(request, runtime, browser) });
}

function cookiesOf(
  request: Request,
  runtime: Runtime,
  { secret, maxAgeSeconds }: LetIn,
  others: string[] = [],
): Headers {
  const encrypted = isEncrypted(request.headers, runtime.configuration);
  const { folderId } = runtime.services.authentication;
  const headers = new Headers({ "cache-control": "no-store" });
  for (const each of [loginCookie(folderId, secret, { maxAgeSeconds, encrypted }), ...others])
    headers.append("set-cookie", each);
  return headers;
}

/**
 * Where a browser comes back to from the provider, which is never made of what a request says. Throws `forbidden` for one that is
 * elsewhere now: what it keeps of the sign-in would not be sent there.
 */
function returnOrigin(request: Request, { configuration }: Runtime): string {
  const origin = browserOrigin(configuration);
  if (request.headers.get("host")?.toLowerCase() === new URL(origin).host) return origin;
  throw new AppError("forbidden", "Sign-ins with a provider begin and end at this server's own address.", {
    hint: `Open ${origin}/login and sign in there.`,
  });
}

/** How browsers are let in and out. */
export const SIGN_IN_ROUTES: readonly Route[] = [
  defineRoute({
    http: "POST /api/login",
    summary: "Exchange a one-time code, a viewer's link or the owner's token for the browser's cookie",
    tag: "Server",
    access: "public",
    body: Login,
    response: null,
    errors: ["rate_limited"],
    examples: [{ body: { code: "hV1sY0n3kq8uB2cPzT5wXa7e" } }],
    handle: async ({ services, runtime, body, request, connection }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      return letIn(request, runtime, await services.signIn.logIn(body.code, whoSignsIn(request, connection)));
    },
  }),
  defineRoute({
    http: "POST /api/login/provider",
    summary:
      "Begin to sign in with the provider: says where the browser is to go, which gets a cookie to come back with",
    tag: "Server",
    access: "public",
    body: BeginSignIn,
    response: SignInBegun,
    errors: ["not_found"],
    examples: [{ body: {}, answer: { address: "https://id.example.org/authorize?client_id=wardroom&state=Zm9v" } }],
    handle: async ({ services, runtime, body, request }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const { address, sealed } = await services.provider.begin(returnOrigin(request, runtime), body.invitation);
      const lasting = {
        maxAgeSeconds: SIGN_IN_SECONDS,
        encrypted: isEncrypted(request.headers, runtime.configuration),
      };
      return Response.json(SignInBegun.parse({ address }), {
        headers: {
          "cache-control": "no-store",
          "set-cookie": signInCookie(services.authentication.folderId, sealed, lasting),
        },
      });
    },
  }),
  defineRoute({
    http: "POST /api/login/provider/return",
    summary:
      "Finish to sign in with the provider: exchange what it sent the browser back with for the browser's cookie",
    tag: "Server",
    access: "public",
    body: FinishSignIn,
    response: SignInFinished,
    errors: ["not_found", "conflict", "rate_limited"],
    examples: [{ body: { query: "code=SplxlOBeZQQYbYS6WxSbIA&state=Zm9v" }, answer: { workspace: "example" } }],
    handle: async ({ services, runtime, body, request, connection }) => {
      assertMayHoldCookie(request.headers, runtime.configuration);
      const origin = returnOrigin(request, runtime);
      const { folderId } = services.authentication;
      const back = { query: body.query, sealed: signInOfCookie(request.headers.get("cookie"), folderId) };
      const browser = await services.provider.finish(origin, back, whoSignsIn(request, connection));
      const encrypted = isEncrypted(request.headers, runtime.configuration);
      const over = signInCookie(folderId, "", { maxAgeSeconds: 0, encrypted });
      const headers = cookiesOf(request, runtime, browser, [over]);
      return Response.json(SignInFinished.parse({ workspace: browser.workspace }), { headers });
    },
  }),
  defineRoute({
    http: "POST /api/logout",
    summary: "Sign this browser out",
    tag: "Server",
    response: null,
    handle: async ({ services, runtime, caller, request }) => {
      await services.signIn.logOut(caller);
      const encrypted = isEncrypted(request.headers, runtime.configuration);
      const cookie = logoutCookie(services.authentication.folderId, { encrypted });
      return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    },
  }),
];
