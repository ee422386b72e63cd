import { beforeAll, expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { TestTeams } from "@/lib/services/testing/team.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEAM = "/api/v1/workspaces/demo/teams/dev-security";

let wardroom: TestWardroom;
let teams: TestTeams;
let token: string;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  teams = await TestTeams.make(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  const minted = await call("POST", "/api/v1/workspaces/demo/sessions/one/roles/implementer-1/tokens");
  token = ((await minted.json()) as { token: string }).token;
});

type Json = Record<string, unknown>;
const json = async (response: Response | Promise<Response>) => (await response).json() as Promise<Json>;

it("takes a team through a session: start, commands, checkpoints, resume, end", async () => {
  const started = await call("POST", `${TEAM}/sessions`, {
    body: { mode: "review", topic: "OWASP", checkpointEvery: 2 },
  });
  expect(started.status).toBe(201);
  const { id, message } = (await started.json()) as { id: string; message: string };
  expect(message).toBe("Knowledge loaded: [owasp-top-10, secure-code-review]");
  const session = `${TEAM}/sessions/${id}`;
  const command = (text: string, more: object = {}) =>
    call("POST", `${session}/commands`, { body: { command: text, ...more } });

  const over = await problem("over_budget", command("*load: threat-modeling"));
  expect(over.current).toMatchObject({ budget: 1000, couldUnload: expect.any(Array) as unknown });
  const loaded = await command("*load: estimation");
  expect(loaded.status).toBe(200);
  expect(await loaded.json()).toMatchObject({
    message: "Knowledge loaded: [owasp-top-10, secure-code-review, estimation]",
    loaded: [{ id: "owasp-top-10" }, { id: "secure-code-review" }, { id: "estimation" }],
    tokens: expect.any(Number) as number,
  });
  expect(await json(command("*load: threat-modeling", { force: true }))).toMatchObject({ command: "load" });

  expect(await json(call("POST", `${session}/turns`, { body: {} }))).toMatchObject({ turns: 1, checkpoint: null });
  const second = await json(call("POST", `${session}/turns`, { body: { speaker: "a", summary: "said" } }));
  expect(second).toMatchObject({ turns: 2, checkpoint: { file: `${id}.yaml`, kept: null } });
  const body = {
    state: { mode: "design", turnCount: 5, currentSpeaker: "developer" },
    dialogueSummary: [{ turn: 1, speaker: "developer", summary: "Presented requirements" }],
    agreements: ["Use shared knowledge folder"],
    openIssues: ["Token enforcement"],
    resumeHints: { nextAction: "Architect to propose design" },
  };
  const saved = await call("POST", `${session}/checkpoints`, { body });
  expect(saved.status).toBe(201);
  expect(await saved.json()).toMatchObject({ file: `${id}.yaml`, kept: `${id}.1.yaml` });

  await teams.put(`agents/teams/dev-security/memory/checkpoints/${id}.yaml`, "session_id: cut off\nstate:");
  expect(await json(call("GET", `${session}/checkpoints?limit=1`))).toMatchObject({
    items: [{ file: `${id}.yaml`, valid: false, fault: { kind: "other_session" } }],
    nextCursor: `${id}.yaml`,
  });
  const resumed = await json(call("POST", `${session}/resume`));
  expect(resumed).toMatchObject({
    turns: 2,
    resumed: { checkpoint: `${id}.1.yaml`, faults: [{ file: `${id}.yaml` }] },
  });
  const bad = await problem("unparseable", call("POST", `${session}/resume`, { body: { checkpoint: `${id}.yaml` } }));
  expect(bad.hint).toContain(`${id}.1.yaml`);

  expect((await call("POST", `${session}/learnings`, { body: { text: "Learnt" } })).status).toBe(201);
  expect(await json(call("POST", `${session}/end`, { body: { outcome: "done" } }))).toMatchObject({
    status: "completed",
  });
  await problem("conflict", command("*reload"));
  expect(await json(call("GET", session))).toMatchObject({ id, outcome: "done" });
  expect(await json(call("GET", `${TEAM}/sessions`))).toMatchObject({
    items: [{ id, status: "completed", known: true }],
  });
  expect(await json(call("GET", `${TEAM}/memory`))).toMatchObject({
    learnings: { months: [{ items: [expect.stringContaining("Learnt")] }] },
  });
});

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
