import { expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { TestTeams } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEAM = "/api/v1/workspaces/demo/teams/dev-security";

type Json = Record<string, unknown>;
const json = async (response: Response | Promise<Response>) => (await response).json() as Promise<Json>;

const wardroom = await TestWardroom.open();
serve(wardroom);
await TestTeams.make(wardroom);
await wardroom.session("one", ["implementer-1"]);
const minted = await call("POST", "/api/v1/workspaces/demo/sessions/one/roles/implementer-1/tokens");
const token = ((await minted.json()) as { token: string }).token;

it("lets roles act, and only a person force", async () => {
  const started = await call("POST", `${TEAM}/sessions`, { token, body: { mode: "review" } });
  expect(started.status).toBe(201);
  const { id, startedBy } = (await started.json()) as { id: string; startedBy: string };
  expect(startedBy).toBe("implementer-1");
  const commands = `${TEAM}/sessions/${id}/commands`;
  const forced = { command: "*load: threat-modeling", force: true };
  await problem("forbidden", call("POST", commands, { token, body: forced }));
  await problem("forbidden", call("POST", commands, { body: forced, headers: { "x-wardroom-role": "implementer-1" } }));
  expect((await call("POST", commands, { body: forced })).status).toBe(200);
  await problem("forbidden", call("POST", `${TEAM}/sessions`, { token, body: { budget: 100_000 } }));
});

it("refuses what is no request", async () => {
  for (const body of [
    { mode: 1 },
    { unknown: true },
    { budget: 0 },
    { budget: -5 },
    { budget: 1.5 },
    { checkpointEvery: 0 },
    { topic: "" },
  ]) {
    await problem("invalid_input", call("POST", `${TEAM}/sessions`, { body }));
  }
  const { id } = (await json(call("POST", `${TEAM}/sessions`, { body: {} }))) as { id: string };
  const session = `${TEAM}/sessions/${id}`;
  for (const body of [{}, { command: "" }, { command: "load x" }, { command: "*load" }, { command: "*x: y" }]) {
    await problem("invalid_input", call("POST", `${session}/commands`, { body }));
  }
  for (const body of [{ turns: 0 }, { turns: "1" }, { summary: "" }, { agreements: "a" }]) {
    await problem("invalid_input", call("POST", `${session}/turns`, { body }));
  }
  for (const body of [{ state: { turnCount: -1 } }, { dialogueSummary: [{ turn: 1 }] }, { loaded: ["a"] }]) {
    await problem("invalid_input", call("POST", `${session}/checkpoints`, { body }));
  }
  await problem("invalid_input", call("POST", `${session}/end`, { body: { status: "active" } }));
  await problem("not_found", call("GET", "/api/v1/workspaces/demo/teams/none/sessions"));
  await problem("not_found", call("GET", `${TEAM}/sessions/none`));
  await problem("invalid_input", call("GET", `${TEAM}/sessions/..%2Fx`));
  await problem("invalid_input", call("GET", `${TEAM}/sessions/a.1/checkpoints`));
  await problem("not_found", call("POST", `${TEAM}/sessions/none/resume`));
});
