import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { connectionOf } from "./connection.mjs";

/** @typedef {import("@hono/node-server").HttpBindings} HttpBindings */

/**
 * Answers a server's requests as web requests are answered.
 * @param {(request: Request, connection: import("../lib/api/connection.ts").Connection) => Promise<Response>} answer
 * @param {(response: Response) => string | Buffer | undefined} [knownContent] What a response was made from, which is sent at once.
 */
export function listener(answer, knownContent = () => undefined) {
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = /** @type {HttpBindings} */ (env);
      const response = await answer(request, connectionOf(incoming));
      const content = knownContent(response);
      if (content === undefined) return response;
      const headers = Object.fromEntries(response.headers);
      outgoing.writeHead(response.status, { ...headers, "content-length": Buffer.byteLength(content) });
      outgoing.end(content);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
}
