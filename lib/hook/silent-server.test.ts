import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Ledger } from "@/lib/hook/ledger";
import { findServer } from "@/lib/hook/server";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";

const ACK = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";
const CALL = { tool_use_id: "toolu_owed", tool_name: "mcp__wardroom__say", tool_input: {} };
/** Longer than a test may take: a test that waits for it fails. */
const FOREVER = { WARDROOM_HOOK_MS: "3000000" };

describe("a server that takes requests and answers none", () => {
  let team: HookedTeam;

  beforeEach(async () => {
    team = await HookedTeam.open();
  });
  afterEach(() => team.close());

  test("holds nobody up, and what waits is delivered once it answers", async () => {
    await team.session.publish(CONTEXT);
    // Two more things to say than the one that is asked.
    await team.client.says("[ACK-UPDATE] GC-v7 received. Items: 1/1. Impact: NONE. Action: CONTINUE");
    await team.client.says("[ACK-UPDATE] GC-v8 received. Items: 1/1. Impact: NONE. Action: CONTINUE");
    team.isSilent = true;
    const run = await team.hook("post-tool-batch", {}, { WARDROOM_HOOK_MS: "1" });
    expect(run).toMatchObject({ code: 0, stdout: "", stderr: "" });
    // None where the machine is so slow that not even the request arrived in time.
    expect(team.asked.length).toBeLessThanOrEqual(1);
    team.isSilent = false;
    await expect.poll(() => team.told("post-tool-batch")).toContain("[CONTEXT-UPDATE] GC-v1");
  });

  test("is waited for once: what follows tries it for a moment, and says so", async () => {
    team.isSilent = true;
    const started = { agent_id: "aimplementer-1-3333333333333333", agent_type: "implementer-1" };
    await team.hook("post-tool-batch", {}, { WARDROOM_HOOK_MS: "1" });
    for (const event of ["post-tool-batch", "subagent-stop", "pre-compact"]) await team.hook(event, {}, FOREVER);
    const { said } = await team.hook("session-start", started, FOREVER);
    expect(said.additionalContext).toContain("Its server does not answer; updates wait.");
  });

  test("hears later whose a call was, and what was acknowledged", async () => {
    await team.session.publish(CONTEXT);
    await team.hook("subagent-start");
    await team.client.says(`All read.\n${ACK}`);
    team.isSilent = true;
    await team.hook("pre-tool-use-mcp", CALL, { WARDROOM_HOOK_MS: "1" });
    await team.hook("subagent-stop", {}, FOREVER);
    team.isSilent = false;
    team.asked.length = 0;
    await expect
      .poll(async () => [await team.hook("post-tool-batch"), ...team.asked].slice(1).filter(isPost))
      .toEqual(expect.arrayContaining([expect.stringContaining("/callers"), expect.stringContaining("/context/acks")]));
    expect(await team.session.confirmed("implementer-1")).toBe("GC-v1");
  });
});

test.each([
  ["answers another hook meanwhile is busy, and is waited for as ever", true],
  ["says nothing to anybody is waited for as long only once", false],
])("a server that %s", async (_, isHeard) => {
  const home = await mkdtemp(join(tmpdir(), "wardroom-silent-"));
  const given: { ms: number; end: AbortController }[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const end = new AbortController();
    given.push({ ms, end });
    return end.signal;
  });
  let arrives = () => {};
  const arrived = new Promise<void>((resolve) => (arrives = resolve));
  const server = createServer(({ url }, response) => (url?.endsWith("slow") ? arrives() : response.end("{}")));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { HOME: home, WARDROOM_URL: url, WARDROOM_TOKEN: "owner", WARDROOM_WORKSPACE: "demo" };
  const ask = (path: string) =>
    findServer(home, { environment, scriptFolder: home })?.call("GET", path, { as: null, run: null });
  const waits = ask("slow");
  await arrived;
  if (isHeard) expect(await ask("quick")).toMatchObject({ status: 200 });
  given[0]?.end.abort();
  expect(await waits).toBeNull();
  await ask("quick");
  expect(given.at(-1)?.ms).toSatisfy((ms: number) => ms > 1000 === isHeard);
  timeout.mockRestore();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(home, { recursive: true });
});

test("a server that does not know whether it did what was said is told again", async () => {
  const home = await mkdtemp(join(tmpdir(), "wardroom-unknown-"));
  const answers = [
    [503, "outcome_unknown"],
    [503, "outcome_unknown"],
    [200, ""],
  ] as const;
  let asked = 0;
  const server = createServer((_, response) => {
    const [status, code] = answers[asked++] ?? [500, "internal"];
    response.writeHead(status).end(JSON.stringify({ code }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { HOME: home, WARDROOM_URL: url, WARDROOM_TOKEN: "owner", WARDROOM_WORKSPACE: "demo" };
  const found = findServer(home, { environment, scriptFolder: home });
  expect(await found?.call("POST", "acks", { as: null, run: null }, {})).toMatchObject({ status: 200 });
  expect(asked).toBe(3);
  await new Promise((closed) => server.close(closed));
  await rm(home, { recursive: true });
});

const isPost = (line: unknown) => typeof line === "string" && line.startsWith("POST");

describe("what is owed", () => {
  let base: string;

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), "wardroom-owed-"));
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(base, { recursive: true });
  });

  test("stays in the ledger while it is being said, and is said by another where that one was killed", () => {
    const ledger = new Ledger(base, "a session");
    expect(ledger.owe("to be said", "server")).toBe(true);
    expect(ledger.owe("to be said", "server")).toBe(true);
    const borrowed = ledger.borrowOwed("server");
    expect(borrowed?.text).toBe("to be said");
    expect(ledger.borrowOwed("server")).toBeNull();
    ledger.owe("said after it", "server");
    if (borrowed !== null) ledger.putBackOwed(borrowed);
    // At its place among the others.
    expect(ledger.borrowOwed("server")?.text).toBe("to be said");
    expect(ledger.borrowOwed("server")?.text).toBe("said after it");
    expect(ledger.borrowOwed("server")).toBeNull();
    vi.setSystemTime(Date.now() + 31_000);
    expect(ledger.takeOwed("server")).toEqual(["to be said", "said after it"]);
    expect(ledger.takeOwed("server")).toEqual([]);
  });

  test("is due where the clock was set back since", () => {
    const ledger = new Ledger(base, "a session");
    ledger.owe("to be said", "server");
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    expect(ledger.takeOwed("server")).toEqual(["to be said"]);
  });
});
