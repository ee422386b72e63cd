import { request } from "node:http";
import type { Reply } from "@/lib/soak/send.fixture";

/** Asks for an address as it is written: `fetch` would tidy it up. */
export function openAddress(
  origin: string,
  address: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const sending = body === undefined ? {} : { "content-type": "application/json" };
  const how = { hostname, port, path: address, method: body === undefined ? "GET" : "POST" };
  return new Promise((resolve, reject) => {
    const sent = request({ ...how, headers: { ...sending, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject).on("end", () => {
        const cookies = response.headers["set-cookie"] ?? [];
        resolve({
          status: response.statusCode ?? 0,
          body: text,
          headers: new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie])),
        });
      });
    });
    sent.on("error", reject).end(body);
  });
}
