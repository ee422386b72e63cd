import { createServer, request } from "node:http";
import { listen } from "./address.mjs";

/**
 * A proxy that adds a token to every request, for programs that can send none. Host and Origin go on as they came, but
 * for the proxy's own address, which becomes the server's: a forged one arrives forged.
 * @param {string} target Such as `http://127.0.0.1:41234`. @param {string} token
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function startProxy(target, token) {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { host, origin, ...rest } = incoming.headers;
    const headers = {
      ...rest,
      authorization: `Bearer ${token}`,
      host: host?.replace(own, `$1${port}`),
      ...(origin !== undefined && { origin: origin.replace(own, `$1${port}`) }),
    };
    const { url: path, method } = incoming;
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    // Either side may go at any time: a stream ends with its reader.
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  const proxyPort = await listen(server, { host: "127.0.0.1", port: 0 });
  // http://localhost:40001, 127.0.0.1:40001
  const own = new RegExp(`^((?:http://)?(?:127\\.0\\.0\\.1|localhost|\\[::1\\]):)${proxyPort}$`);
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
