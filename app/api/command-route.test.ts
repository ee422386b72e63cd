import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import type { TypedCommand } from "@/lib/contracts/command";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import packageJson from "@/package.json";

let wardroom: TestWardroom;
let key: string;
let roleToken: string;

beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.runtime.announce(`http://${HOST}`);
  key = wardroom.runtime.announced()?.key ?? "";
  await mkdir(join(wardroom.folder, "other/.git"), { recursive: true });
  await send(["session", "create", "one", "-r", "implementer-1"]);
  const made = await send(["session", "add-role", "one", "implementer-2", "--json"]);
  roleToken = /"token": "(wr_[^"]+)"/.exec(made.out)?.[1] ?? "";
});
afterAll(() => wardroom.dispose());

const quiet = { isTTY: false };

function typed(argv: string[], more: Partial<TypedCommand> = {}): TypedCommand {
  return {
    ...{ argv, version: packageJson.version, until: Date.now() + 60_000, env: {}, input: null },
    zone: new Date().getTimezoneOffset(),
    ...{ cwd: wardroom.files, home: wardroom.folder, terminal: { in: quiet, out: quiet, err: quiet } },
    ...more,
  };
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  const known = { host: HOST, authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  return answer(new Request(`http://${HOST}/api/v1/commands`, { ...init, headers: known }));
}

async function send(argv: string[], more: Partial<TypedCommand> = {}) {
  const response = await post(typed(argv, more));
  expect(response.status).toBe(200);
  const done = (await response.json()) as { code: number; printed: [string, string][] } | "input" | null;
  const out =
    (done === "input" ? null : done)?.printed.map(([where, text]) => (where === "out" ? text : "")).join("") ?? "";
  return { done, out };
}

const items = async () => (await send(["events", "--json"])).done;

it("takes a command from who read its key, and from nobody else", async () => {
  expect((await send(["session", "list"])).out).toContain("one");
  expect(roleToken).not.toBe("");
  for (const [token, status] of [
    [OWNER_TOKEN, 403],
    [roleToken, 403],
    ["", 401],
    [`${key}x`, 401],
  ] as const) {
    const refused = await post(typed(["session", "list"]), { authorization: `Bearer ${token}` });
    expect(refused.status).toBe(status);
  }
  expect((await post(typed(["session", "list"]), { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(typed(["session", "list"]), { host: "evil.example" })).status).toBe(403);
  for (const body of ["{", "[]", { argv: ["team"] }, { ...typed(["team"]), argv: [1] }])
    expect((await post(body)).status).toBe(400);
});

it("does nothing for who has gone another way since, nor for another version", async () => {
  const say = ["say", "implementer-1", "finding", "Said by nobody"];
  expect((await send(say, { until: Date.now() - 1 })).done).toBeNull();
  expect((await send(say, { version: "0.0.0-other" })).done).toBeNull();
  expect((await send(["memory", "show"])).out).not.toContain("Said by nobody");
});

it.each([
  ["reads a file", ["context", "publish", "notes.md"], {}],
  ["waits for news", ["inbox", "implementer-1", "--wait", "1"], {}],
  ["is about the machine", ["doctor"], {}],
  ["names another server", ["team", "--url", "http://127.0.0.1:1"], {}],
  ["is of a folder that is not served", ["team", "-w", "../other"], {}],
  ["tells another time", ["team"], { zone: new Date().getTimezoneOffset() + 60 }],
  [
    "asks a person",
    ["session", "delete", "one"],
    { terminal: { in: { isTTY: true }, out: { isTTY: true }, err: { isTTY: true } } },
  ],
] as [string, string[], Partial<TypedCommand>][])("leaves to its own process what %s", async (_, argv, more) => {
  const before = await items();
  expect((await send(argv, more)).done).toBeNull();
  expect(await items()).toEqual(before);
});

it("asks for standard input only where a command reads it", async () => {
  const say = ["say", "implementer-1", "finding", "-"];
  expect((await send(say)).done).toBe("input");
  expect((await send(say, { input: "From a pipe" })).out).toContain("Added");
  for (const argv of [
    ["search", "-"],
    ["say", "-", "--help"],
    ["say", "implementer-1", "finding", "a", "-", "b"],
  ])
    expect((await send(argv)).done).toMatchObject({ printed: expect.any(Array) as unknown });
});

it("acts as the variables say, and as nobody where an agent does not say who it is", async () => {
  const say = (text: string, env: Record<string, string>) => send(["say", "tester-1", "finding", text], { env });
  expect((await say("Mine", { WARDROOM_ROLE: "implementer-1" })).done).toMatchObject({ code: 3 });
  const nameless = await send(["session", "list"], { env: { CLAUDECODE: "1" } });
  expect(nameless.done).toMatchObject({ code: 3 });
  expect(JSON.stringify(nameless.done)).toContain("does not say as whom");
});
