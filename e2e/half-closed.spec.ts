import { connect } from "node:net";
import { CHECKOUT } from "./checkout";
import { expect, test } from "./test";

const ITEMS = "/api/v1/workspaces/team/sessions/checkout/memory/items";
const UPDATES = "/api/v1/workspaces/team/sessions/checkout/context/updates?role=implementer-1&wait=25";

test.use({ signedIn: false, files: { ".agent/teams/checkout/TEAM-MEMORY.md": CHECKOUT } });

/** Sends bytes, shuts the write side at once, and answers all that comes back. */
function sendAndShut(url: string, head: string, body = ""): Promise<string> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      socket.end(`${head}\r\nHost: ${host}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (answer += text));
    socket.on("end", () => resolve(answer)).on("error", reject);
  });
}

test("answers a client that shuts its side after a change, and stores the change once", async ({ server, memory }) => {
  const body = JSON.stringify({ tag: "Finding", text: "Sent by half a connection" });
  const head = `POST ${ITEMS} HTTP/1.1\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json`;
  const answer = await sendAndShut(server.url, head, body);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(answer).toContain("Sent by half a connection");
  expect((await memory.read()).split("Sent by half a connection")).toHaveLength(2);
});

test("answers such a client a page, and at once what it would have waited for", async ({ server }) => {
  expect(await sendAndShut(server.url, "GET /login HTTP/1.1")).toMatch(/^HTTP\/1\.1 307 /);
  const authorization = `Authorization: Bearer ${server.token}`;
  const waited = await sendAndShut(server.url, `GET ${UPDATES} HTTP/1.1\r\n${authorization}`);
  expect(waited).toMatch(/^HTTP\/1\.1 200 /);
  expect(waited).toContain('"items":[]');
  const stream = await sendAndShut(
    server.url,
    `GET /api/v1/workspaces/team/events/stream HTTP/1.1\r\n${authorization}`,
  );
  expect(stream).toContain(": connected");
});
