import { connect } from "node:net";
import { signInFor } from "./sign-in.mjs";
import { expect, test } from "./test";

test.use({ signedIn: false });

/** Sends bytes as they are, and answers all that comes back before the server ends the connection. */
function send(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, "latin1"));
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.on("end", () => resolve(answer)).on("error", reject);
  });
}

const TARGETS = [
  "/%",
  "//",
  "/%ff",
  "/a/%ff",
  "/docs/api/%",
  "/\\",
  "/[",
  "/\u00ff",
  "*",
  "x",
  "http://",
  "http://[",
  "http://evil.example/",
  "https://evil.example/api/health",
  "/api/%",
  "/api/\\",
  "/api/v1/workspaces/team/sessions/\\/memory/items",
  "/_next/static/%",
  "/_next/static/\\..\\x",
  "/_next/data/x.json",
  "/login?%",
];
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "TRACE", "CONNECT", "PROPFIND"];

test("answers any first line with what is wrong about it", async ({ server }) => {
  const cookie = await signInFor(server);
  const faults: string[] = [];
  for (const host of [new URL(server.url).host, new URL(server.origin).host]) {
    for (const method of METHODS) {
      for (const target of TARGETS) {
        const head = `Host: ${host}\r\nCookie: ${cookie}\r\nContent-Length: 0\r\nConnection: close`;
        const [line] = (await send(server.url, `${method} ${target} HTTP/1.1\r\n${head}\r\n\r\n`)).split("\r\n");
        if (!/^HTTP\/1\.1 [2-4]\d\d /.test(line ?? "")) faults.push(`${method} ${target}: ${line}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(server.output()).not.toMatch(/Error/);
});

test("answers an address that is too long to be read, also while the rest of it is still coming", async ({
  server,
}) => {
  for (let round = 0; round < 20; round++) {
    const answer = await send(server.url, `GET /${"x".repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  }
  expect(await send(server.url, "no request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

test("says in a problem what a first line must be", async ({ server }) => {
  const { host } = new URL(server.url);
  const head = `Host: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const star = await send(server.url, `OPTIONS * HTTP/1.1\r\n${head}`);
  expect(star).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"[\s\S]*"hint":/);
  const backslash = await send(server.url, `POST /api/v1/workspaces/team/sessions/\\/memory/items HTTP/1.1\r\n${head}`);
  expect(backslash).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"[\s\S]*%5C/);
  expect(await send(server.url, `TRACE / HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET/i);
  expect(await send(server.url, `CONNECT a:443 HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 405 /);
  const upgrade = `Host: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`;
  expect(await send(server.url, `GET /api/health HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 400 /);
  const absolute = await send(server.url, `GET http://${host}/api/health HTTP/1.1\r\n${head}`);
  expect(absolute).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
  expect(await send(server.url, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

test("shows the page of what is not there for an address that stands for no text", async ({ server }) => {
  const cookie = await signInFor(server);
  const { host } = new URL(server.origin);
  for (const target of ["/%", "/a/%ff"]) {
    const page = await send(
      server.url,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect(page).toMatch(/^HTTP\/1\.1 404 [\s\S]*<html/);
  }
});
