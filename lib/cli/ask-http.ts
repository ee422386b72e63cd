import { Agent, request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import type { Answered, Asked } from "@/lib/cli/port";

/** One connection for all that a command asks, closed with it: the process is not kept waiting for it. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Asks over HTTP and follows no redirection: `fetch` does more, and loading it takes longer than a whole answer. Rejects where
 * nothing answers, or when the signal aborts.
 */
export async function askHttp({ url, method = "GET", headers = {}, body = null, signal }: Asked): Promise<Answered> {
  const { protocol } = new URL(url);
  const request = protocol === "https:" ? (await import("node:https")).request : requestHttp;
  // As bytes: a text would be sent together with the headers, and in its encoding.
  const bytes = body === null ? null : Buffer.from(body);
  const length = bytes === null ? {} : { "content-length": String(bytes.length) };
  const options: RequestOptions = { method, headers: { ...headers, ...length } };
  if (protocol === "http:") options.agent = agent;
  if (signal !== undefined) options.signal = signal;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (message) => {
      message.once("end", () => sent.socket?.unref());
      resolve(answerOf(message));
    });
    sent.on("error", reject);
    sent.end(bytes ?? undefined);
  });
}

function answerOf(message: IncomingMessage): Answered {
  const { statusCode: status = 0, headers } = message;
  const text = async () => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    return new TextDecoder().decode(Buffer.concat(parts));
  };
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    body: message,
    text,
    json: async () => JSON.parse(await text()) as unknown,
  };
}

/** Ends the connections that are kept for the next request. */
export function closeHttp(): void {
  agent.destroy();
}
