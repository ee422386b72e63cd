import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Answer } from "@/lib/api/dispatch";
import { ownListening, type Listening } from "@/lib/api/listening";
import { assertOwnOrigin } from "@/lib/api/origin";
import { problemResponse } from "@/lib/api/problem";
import { withSecurityHeaders } from "@/lib/api/security-headers";

/** Where the scripts, styles and typefaces of a build are, before the path within its folder. */
const PREFIX = "/_next/static";

/** The name of such a file changes with its content. */
const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Answers what the build made for browsers, from `folder` and nowhere else, in the smallest form that lies beside the file
 * and that the browser takes. Says `not found` to other addresses, and `forbidden` to what is not meant for this server.
 */
export function serveAssets(folder: string, listening: () => Listening = ownListening): Answer {
  const app = new Hono();
  app.use(`${PREFIX}/*`, async ({ req }, next) => {
    assertOwnOrigin(req.raw.headers, listening());
    await next();
  });
  app.get(
    `${PREFIX}/*`,
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(PREFIX.length),
    }),
  );
  app.onError((error, { req }) => problemResponse(error, req.raw));
  return async (request) => {
    const response = withSecurityHeaders(await app.fetch(request));
    if (response.ok) response.headers.set("cache-control", FOR_EVER);
    return response;
  };
}
