import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  AgentList,
  AgentMemory,
  AgentMemoryCleared,
  AgentSessionClosed,
  AgentSessionList,
  AgentSessionStarted,
  ClaudeMemoryList,
} from "@/lib/contracts/agents";
import { EventList } from "@/lib/contracts/events";
import { Changed } from "@/lib/contracts/memory";
import { Diff, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import { call, problem, serve, type Said } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = "/api/v1/workspaces/demo";
const TESTER = `${WORKSPACE}/agents/tester`;
const MEMORY = `${TESTER}/memory`;

let wardroom: TestWardroom;
let roleToken: string;
let viewerToken: string;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  const role = await call("POST", `${WORKSPACE}/sessions/one/roles/implementer-1/tokens`, { body: {} });
  roleToken = ((await role.json()) as { token: string }).token;
  const viewer = await call("POST", `${WORKSPACE}/viewers`, { body: { label: "looks" } });
  viewerToken = ((await viewer.json()) as { token: string }).token;
});

/** The answer as its contract has it, nothing more and nothing less. */
async function read<T>(contract: { parse(value: unknown): T }, response: Response | Promise<Response>, status = 200) {
  const answer = await response;
  const body: unknown = await answer.json();
  expect({ status: answer.status, body }).toMatchObject({ status });
  const parsed = contract.parse(body);
  expect(parsed).toEqual(body);
  return parsed;
}
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
};

it("runs an agent through its memory's life as the contract says", async () => {
  expect(await read(AgentList, call("GET", `${WORKSPACE}/agents`))).toEqual({
    items: [],
    reports: [],
    nextCursor: null,
  });
  await problem("not_found", call("GET", MEMORY));

  const made = await call("POST", MEMORY);
  const etag = made.headers.get("etag") ?? "";
  const begun = await read(AgentMemory, made, 201);
  expect(begun).toMatchObject({ agent: "tester", etag, revision: 1, project: "demo", missing: [] });
  await problem("conflict", call("POST", MEMORY, { body: { project: "other" } }));
  const got = await call("GET", MEMORY);
  expect(got.headers.get("etag")).toBe(etag);
  expect(await read(AgentMemory, got)).toEqual(begun);
  const bytes = await call("GET", MEMORY, { headers: { accept: "text/markdown" } });
  expect([bytes.headers.get("content-type"), bytes.headers.get("etag")]).toEqual([
    "text/markdown; charset=utf-8",
    etag,
  ]);
  expect(await bytes.text()).toBe(begun.text);

  const started = await read(AgentSessionStarted, call("POST", `${TESTER}/sessions`), 201);
  expect(started).toMatchObject({ memory: begun, brief: { agent: "tester" }, openSessions: [] });
  const close = `${TESTER}/sessions/${started.sessionId}/close`;
  const body = { summary: "Replay", outcome: "91 %", findings: ["Amounts are integers"], openThreads: ["Ask finance"] };
  const preview = await read(AgentSessionClosed, call("POST", `${close}?dryRun=true`, { body }));
  expect(preview).toMatchObject({ dryRun: true, revision: null, etag });
  const done = await call("POST", close, { body, headers: { "if-match": etag } });
  const closed = await read(AgentSessionClosed, done);
  expect(closed).toMatchObject({ dryRun: false, revision: 2, etag: done.headers.get("etag"), added: preview.added });
  const again = await problem("conflict", call("POST", close, { body }));
  expect(again.current).toMatchObject({ state: "closed", summary: "Replay" });

  const { items } = await read(AgentList, call("GET", `${WORKSPACE}/agents`));
  expect(items).toMatchObject([
    { name: "tester", memory: "enabled", exists: true, sessionCount: 1, openThreads: 1, openSessions: [] },
  ]);
  const sessions = await read(AgentSessionList, call("GET", `${TESTER}/sessions?state=closed&limit=5`));
  expect(sessions.items).toEqual([closed.session]);

  const edited = await call("PATCH", MEMORY, {
    body: { section: "Watch Points", add: "Staging is ahead" },
    headers: { "if-match": closed.etag },
  });
  const memory = await read(AgentMemory, edited);
  expect(memory).toMatchObject({ revision: 3, etag: edited.headers.get("etag") });
  await problem(
    "stale",
    call("PATCH", MEMORY, { body: { section: "Watch Points", add: "x" }, headers: { "if-match": etag } }),
  );
  await problem("invalid_input", call("PUT", MEMORY, { body: { text: "x" } }));
  const replaced = await call("PUT", MEMORY, {
    body: { text: `${memory.text}\n` },
    headers: { "if-match": memory.etag },
  });
  expect(await read(AgentMemory, replaced)).toMatchObject({ revision: 4, lines: memory.lines + 1 });

  const revisions = await read(RevisionList, call("GET", `${MEMORY}/revisions?limit=2`));
  expect(revisions).toMatchObject({ items: [{ revision: 4, operation: "replace" }, { revision: 3 }], nextCursor: "3" });
  expect((await read(RevisionText, call("GET", `${MEMORY}/revisions/1`))).text).toBe(begun.text);
  expect(await read(Diff, call("GET", `${MEMORY}/diff?from=3&to=4`))).toMatchObject({ added: 1, removed: 0 });
  expect(await read(Changed, call("POST", `${MEMORY}/undo`, { body: { revision: 4 } }))).toMatchObject({ revision: 5 });
  const reverted = call("POST", `${MEMORY}/revert`, { body: { revision: 1 }, headers: { "if-match": "*" } });
  expect(await read(Changed, reverted)).toMatchObject({ revision: 6, etag });

  for (const confirm of ["", "?confirm=", "?confirm=Tester", "?confirm=true"]) {
    await problem("invalid_input", call("DELETE", MEMORY + confirm));
  }
  await problem("invalid_input", call("DELETE", `${MEMORY}?confirm=tester&force=true`));
  const cleared = await read(AgentMemoryCleared, call("DELETE", `${MEMORY}?confirm=tester`));
  expect(cleared).toMatchObject({ agent: "tester", revision: 7 });
  await problem("not_found", call("GET", MEMORY));
  await problem("not_found", call("DELETE", `${MEMORY}?confirm=tester`));
  await read(Changed, call("POST", `${MEMORY}/undo`, { body: { revision: 7 } }));
  expect((await read(AgentMemory, call("GET", MEMORY))).etag).toBe(etag);

  const events = await read(EventList, call("GET", `${WORKSPACE}/events?target=.kaizen/agents/tester/memory.md`));
  expect(events.items.map(({ action }) => action).reverse()).toEqual([
    "agent.created",
    "agent.started",
    "agent.closed",
    "agent.edited",
    "agent.edited",
    "agent.undone",
    "agent.reverted",
    "agent.cleared",
    "agent.undone",
  ]);
});

it("repeats its first answer to a key, and refuses another body under it", async () => {
  const url = `${WORKSPACE}/agents/keyed/memory`;
  const headers = { "idempotency-key": "k" };
  const first = await read(AgentMemory, call("POST", url, { body: {}, headers }), 201);
  expect(await read(AgentMemory, call("POST", url, { body: {}, headers }), 201)).toEqual(first);
  await problem("idempotency_mismatch", call("POST", url, { body: { project: "p" }, headers }));
});

it("refuses what is no name, no agent, no session and no close", async () => {
  for (const name of ["a%2Fb", "..%2F..", "a%5Cb", "%20", "x".repeat(81)]) {
    const said = await problem("invalid_input", call("POST", `${WORKSPACE}/agents/${name}/memory`, { body: {} }));
    if (name.includes("%2F")) expect(said.hint).toContain("letters, digits");
    await problem("invalid_input", call("GET", `${WORKSPACE}/agents/${name}/memory`));
  }
  const nobody = `${WORKSPACE}/agents/nobody`;
  await problem("not_found", call("GET", `${nobody}/memory`));
  await problem("not_found", call("POST", `${nobody}/sessions`));
  await problem("not_found", call("GET", `${nobody}/sessions`));
  await problem("not_found", call("GET", `${nobody}/claude-memory`));
  await call("POST", MEMORY);
  const unknown = `${TESTER}/sessions/0000/close`;
  await problem("not_found", call("POST", unknown, { body: { summary: "a", outcome: "b" } }));
  for (const body of [{}, { summary: "a" }, { summary: "", outcome: "b" }, { summary: "a", outcome: "b", more: 1 }]) {
    await problem("invalid_input", call("POST", unknown, { body }));
  }
  await problem("invalid_input", call("POST", unknown, { body: { summary: "\uD800", outcome: "b" } }));
  await problem("invalid_input", call("PATCH", MEMORY, { body: { section: "Nothing", text: "" } }));
});

it("tells of an agent that opted out, and of Claude Code's own memory", async () => {
  await put(".claude/agents/out.md", "---\nname: out\nmemory: disabled\n---\n");
  await put(".claude/agent-memory/out/MEMORY.md", "# Out\n");
  const said = await problem("conflict", call("POST", `${WORKSPACE}/agents/out/memory`, { body: {} }));
  expect(said).toMatchObject({ current: { memory: "disabled", definitions: [".claude/agents/out.md"] } });
  await problem("conflict", call("POST", `${WORKSPACE}/agents/out/sessions`));
  const { items } = await read(AgentList, call("GET", `${WORKSPACE}/agents`));
  expect(items.find(({ name }) => name === "out")).toMatchObject({
    memory: "disabled",
    exists: false,
    claudeMemories: [{}],
  });
  const claude = await read(ClaudeMemoryList, call("GET", `${WORKSPACE}/agents/out/claude-memory`));
  expect(claude.items).toMatchObject([{ scope: "project", text: "# Out\n" }]);
});

it("lets role tokens read and have sessions, viewers read, and nobody without a credential in", async () => {
  const url = `${WORKSPACE}/agents/shared`;
  await call("POST", `${url}/memory`);
  const role: Said = { token: roleToken };
  const viewer: Said = { token: viewerToken };
  for (const said of [role, viewer]) {
    await read(AgentMemory, call("GET", `${url}/memory`, said));
    await read(AgentList, call("GET", `${WORKSPACE}/agents`, said));
    await read(RevisionList, call("GET", `${url}/memory/revisions`, said));
    await problem("forbidden", call("POST", `${WORKSPACE}/agents/new/memory`, said));
    await problem(
      "forbidden",
      call("PATCH", `${url}/memory`, { ...said, body: { section: "Watch Points", add: "a" } }),
    );
    await problem(
      "forbidden",
      call("PUT", `${url}/memory`, { ...said, body: { text: "" }, headers: { "if-match": "*" } }),
    );
    await problem("forbidden", call("DELETE", `${url}/memory?confirm=shared`, said));
    await problem("forbidden", call("POST", `${url}/memory/undo`, { ...said, body: { revision: 1 } }));
  }
  await problem("forbidden", call("POST", `${url}/sessions`, role));
  const own = `${WORKSPACE}/agents/implementer`;
  await call("POST", `${own}/memory`);
  const started = await read(AgentSessionStarted, call("POST", `${own}/sessions`, role), 201);
  const close = `${own}/sessions/${started.sessionId}/close`;
  const body = { summary: "a", outcome: "b" };
  await problem("forbidden", call("POST", `${own}/sessions`, viewer));
  await problem("forbidden", call("POST", close, { ...viewer, body }));
  expect(await read(AgentSessionClosed, call("POST", close, { ...role, body }))).toMatchObject({
    session: { closedBy: "implementer-1" },
  });
  await problem("unauthenticated", call("GET", `${url}/memory`, { token: null }));
});

it("gives the agents in pages", async () => {
  for (const name of ["page-a", "page-b"]) await put(`.claude/agents/${name}.md`, `---\nname: ${name}\n---\n`);
  const whole = await read(AgentList, call("GET", `${WORKSPACE}/agents`));
  const first = await read(AgentList, call("GET", `${WORKSPACE}/agents?limit=1`));
  expect(first.items).toEqual(whole.items.slice(0, 1));
  const rest = await read(AgentList, call("GET", `${WORKSPACE}/agents?cursor=${String(first.nextCursor)}`));
  expect(rest).toEqual({ items: whole.items.slice(1), reports: [], nextCursor: null });
  await problem("invalid_input", call("GET", `${WORKSPACE}/agents?limit=0`));
});
