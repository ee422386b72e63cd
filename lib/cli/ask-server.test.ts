import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { Command, listen } from "@/lib/cli/testing/command.fixture";
import { Ledger, stateFolder } from "@/lib/hook/ledger";

const JSON_TYPE = { "content-type": "application/json" };

let command: Command;
let servers: Server[] = [];

beforeAll(async () => {
  command = await Command.build();
  await mkdir(command.data, { recursive: true });
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
  await rm(join(command.data, "server.json"), { force: true });
});
afterAll(() => command.dispose());

/** Has another program answer at the address that the data folder names; answers what it was sent. */
async function stand(
  answer: (response: ServerResponse) => void,
  file: object = {},
  other = (response: ServerResponse): void => void response.writeHead(404).end(),
): Promise<string[]> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      sent.push(`${request.url} ${request.headers.authorization ?? ""} ${body}`);
      if (request.url === "/api/v1/commands") answer(response);
      else other(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = { url, pid: process.pid, key: "only-for-this-server", workspaces: [], ...file };
  await writeFile(join(command.data, "server.json"), JSON.stringify(known));
  return sent;
}

it("is one request, whose answer is printed as it came", async () => {
  const printed = [
    ["out", "한글 · one\n"],
    ["err", "note: two\n"],
    ["out", "three\n"],
  ];
  const sent = await stand((response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify({ code: 7, printed })));
  const env = { WARDROOM_ROLE: "implementer-1", SECRET: "not to be sent", CLAUDECODE: "1" };
  const ended = await command.run(["say", "implementer-1", "finding", "-"], { stdin: "from a pipe\n", env });
  expect(ended).toEqual({ code: 7, out: "한글 · one\nthree\n", err: "note: two\n" });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"WARDROOM_ROLE":"implementer-1","CLAUDECODE":"1"');
  expect(sent[0]).not.toContain("not to be sent");
});

it("never shows the owner's token to who took a dead server's address", async () => {
  await command.run(["session", "list"]);
  const sent = await stand((response) => response.end("<h1>Another program</h1>"));
  expect(await command.run(["session", "list"])).toMatchObject({ code: 0 });
  const token = (await readFile(join(command.data, "token"), "utf8")).trim();
  expect(sent.join("\n")).not.toContain(token);
});

it.each([
  ["is of no Wardroom", (response: ServerResponse) => void response.writeHead(404).end()],
  ["is another program's", (response: ServerResponse) => void response.end("<h1>Hello</h1>")],
  ["leaves it to the process", (response: ServerResponse) => void response.writeHead(200, JSON_TYPE).end(" null")],
  ["is refused", (response: ServerResponse) => void response.writeHead(401).end("{}")],
  ["is JSON of another program", (response: ServerResponse) => void response.writeHead(200, JSON_TYPE).end("{}")],
  ["is no JSON", (response: ServerResponse) => void response.writeHead(200, JSON_TYPE).end("not json")],
  ["never ends", (response: ServerResponse) => void response.writeHead(404).write("x")],
  ["ends before it begins", (response: ServerResponse) => void response.socket?.destroy()],
])("is run in its own process where the answer %s", async (_, answer) => {
  await stand(answer);
  const said = await command.run(["help"]);
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toContain("wardroom");
});

it("sends standard input once it is asked for, and reads none otherwise", async () => {
  const sent = await stand((response) => {
    const isAsked = sent.at(-1)?.includes('"input":null') === true;
    response.writeHead(200, JSON_TYPE).end(isAsked ? '"input"' : '{"code":0,"printed":[]}');
  });
  expect(await command.run(["say", "x", "-"], { stdin: "from a pipe\n" })).toEqual({ code: 0, out: "", err: "" });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toContain('"input":"from a pipe\\n"');
});

it("ends quietly where nobody reads on", async () => {
  const printed = [["out", `${"x".repeat(70)}\n`.repeat(20_000)]];
  await stand((response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify({ code: 0, printed })));
  const { out, err } = await command.bash("wardroom team | head -1");
  expect({ out, err }).toEqual({ out: `${"x".repeat(70)}\n`, err: "" });
});

it("says so where a server took it and was gone before it answered, and does not do it twice", async () => {
  const sent = await stand((response) => {
    response.writeHead(200, JSON_TYPE).write(" ");
    setImmediate(() => response.socket?.destroy());
  });
  const lost = await command.run(["say", "implementer-1", "finding", "once"]);
  expect(lost).toMatchObject({ code: 7, out: "" });
  expect(lost.err).toMatch(/was gone before it answered\.\nhint: /);
  expect(sent).toHaveLength(1);
});

/** Has a proxy answer every change, the first in its own way and each later one as a Wardroom would; answers the keys of those. */
async function standBetween(first: (response: ServerResponse) => void): Promise<{ url: string; keys: unknown[] }> {
  const keys: unknown[] = [];
  const relay = { id: "r1", role: "tester-1", tag: "Finding", text: "once", state: "pending" };
  const undecided = { reason: null, itemId: null, createdAt: "2026-12-01T00:00:00Z", decidedAt: null, decidedBy: null };
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === "GET") response.writeHead(404, JSON_TYPE).end("{}");
    else if (keys.push(request.headers["idempotency-key"]) === 1) first(response);
    else response.writeHead(202, JSON_TYPE).end(JSON.stringify({ relay: { ...relay, ...undecided } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

const SAY = ["say", "tester-1", "finding", "once", "--session", "kv", "--workspace", "shop", "--token", "t", "--url"];

it.each([502, 503, 504])("sends a change again under its key where something in between answers %i", async (status) => {
  const { url, keys } = await standBetween((response) => void response.writeHead(status).end("<h1>Bad</h1>"));
  expect(await command.run([...SAY, url])).toMatchObject({ code: 0, err: "" });
  expect(keys).toEqual([keys[0], keys[0]]);
});

/** What cuts an answer, gives a page for one, and leads elsewhere; the exit code, and what is said. */
const NO_ANSWERS: [string, (response: ServerResponse) => void, number, string][] = [
  [
    "is cut",
    (response) => {
      response.writeHead(201, { ...JSON_TYPE, "content-length": "1000" }).write('{"item"');
      setImmediate(() => response.socket?.destroy());
    },
    7,
    "wardroom events",
  ],
  ["is no JSON", (response) => void response.end("<h1>Hi</h1>"), 1, "in a way this command does not know"],
  ["leads elsewhere", (response) => void response.writeHead(302).end(), 1, "in its place"],
];

it.each(NO_ANSWERS)(
  "says what to do where the answer to a change %s, and sends it once",
  async (_, first, code, says) => {
    const { url, keys } = await standBetween(first);
    const { err, ...ended } = await command.run([...SAY, url]);
    expect([ended, keys.length]).toEqual([{ code, out: "" }, 1]);
    expect(err).toContain(says);
    expect(err).toContain("\nhint: ");
    expect(err).not.toContain("WARDROOM_DEBUG");
  },
);

it("takes no file for a server's that is none", async () => {
  for (const file of [
    "",
    "[]",
    '{"url":5,"pid":1,"key":"k"}',
    `{"url":"ftp://x","pid":${process.pid},"key":"k"}`,
    `{"url":"http://[bad","pid":${process.pid},"key":"k"}`,
    `{"url":"http://127.0.0.1:1","pid":${process.pid},"key":"k\\n"}`,
  ]) {
    await writeFile(join(command.data, "server.json"), file);
    expect(await command.run(["help"])).toMatchObject({ code: 0, err: "" });
  }
});

it("waits for a mute server once, then only asks how it is until it answers, as the hooks of this user do", async () => {
  const said: ((response: ServerResponse) => void)[] = [];
  const say = (response: ServerResponse) => said[0]?.(response);
  const sent = await stand(say, {}, say);
  const ask = async () => {
    const before = sent.length;
    expect(await command.run(["help"])).toMatchObject({ code: 0 });
    return sent.slice(before).map((each) => each.split(" ", 1)[0]);
  };
  expect(await ask()).toEqual(["/api/v1/commands"]);
  expect(await ask()).toEqual(["/api/health"]);
  const { url } = JSON.parse(await readFile(join(command.data, "server.json"), "utf8")) as { url: string };
  const ledger = new Ledger(stateFolder({ HOME: command.folder }), `server ${url}`);
  expect(Number(ledger.read("silent"))).toBeGreaterThan(0);
  said.push((response) => response.writeHead(200, JSON_TYPE).end('{"code":0,"printed":[]}'));
  expect(await ask()).toEqual(["/api/health", "/api/v1/commands"]);
  expect(ledger.read("silent")).toBeNull();
});

it("is the same with a server as without, in a pipe and as JSON", async () => {
  await command.run(["session", "create", "one", "-r", "implementer-1"]);
  const all = [["team"], ["session", "list", "--json"], ["memory", "show", "-s", "one"], ["nonsense"], ["say"]];
  const alone = [];
  for (const argv of all) alone.push(await command.run([...argv, "--no-server"]));
  const server = await listen(command.data, { name: "shop", folder: command.shop });
  try {
    for (const [at, argv] of all.entries()) {
      const before = server.requests();
      expect(await command.run(argv)).toEqual(alone[at]);
      expect(server.requests() - before).toBe(1);
    }
  } finally {
    await server.close();
  }
});
