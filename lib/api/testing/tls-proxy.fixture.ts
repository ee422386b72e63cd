import { once } from "node:events";
import { request as requestHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { selfSigned } from "@/lib/api/testing/self-signed.fixture";

/** A proxy that ends TLS for a name, passes everything on with its Host, and adds who came to X-Forwarded-For, as proxies do. */
export async function proxyTo(target: number | Promise<number>, name: string) {
  const { key, cert } = selfSigned(name);
  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const port = await target;
    const { method, url, headers, socket } = incoming;
    const said = [headers["x-forwarded-for"] ?? []].flat();
    const forwarded = [...said, socket.remoteAddress?.replace("::ffff:", "") ?? "unknown"].join(", ");
    const onward = requestHttp(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, "x-forwarded-for": forwarded } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, outgoing, () => undefined);
      },
    );
    onward.on("error", () => outgoing.destroy());
    pipeline(incoming, onward, () => undefined);
  };
  const server = createServer({ key, cert }, (incoming, outgoing) => void passOn(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, cert, close: () => server.close().closeAllConnections() };
}

interface Asked {
  port: number;
  /** What the server calls itself, which the certificate has to be for. */
  name: string;
  cert: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The address of this machine that the client comes from. */
  from?: string;
}

/** A request to the proxy, whose certificate is checked. */
export async function askProxy(
  path: string,
  { port, name, cert, method = "GET", headers = {}, body, from = "127.0.0.1" }: Asked,
): Promise<{ status: number; cookie: string; text: string }> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = requestHttps({
    ...{ host: "127.0.0.1", port, servername: name, ca: cert, localAddress: from, method, path },
    headers: {
      host: name,
      ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...headers,
    },
    agent: false,
  });
  sent.end(text);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const parts: string[] = [];
  for await (const part of answer.setEncoding("utf8")) parts.push(part as string);
  return { status: answer.statusCode ?? 0, cookie: answer.headers["set-cookie"]?.join() ?? "", text: parts.join("") };
}
