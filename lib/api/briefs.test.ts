import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { AgentBrief, BriefRecorded, ProjectBrief } from "@/lib/contracts/briefs";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const AGENTS = "/api/v1/workspaces/demo/agents";

const wardroom = await TestWardroom.open();
await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });
serve(wardroom);

test("a brief of one agent, as JSON and as Markdown", async () => {
  const brief = AgentBrief.parse(await (await call("GET", `${AGENTS}/implementer/brief?budget=400`)).json());
  expect(brief).toMatchObject({ agent: "implementer", budget: 400 });
  const text = await call("GET", `${AGENTS}/implementer/brief?budget=400`, { headers: { accept: "text/markdown" } });
  expect(text.headers.get("content-type")).toContain("text/markdown");
  expect(await text.text()).toBe(brief.text);
});

test("a brief of all, and what the coach keeps of it", async () => {
  const brief = ProjectBrief.parse(await (await call("GET", `${AGENTS}/brief`)).json());
  expect(brief.risks.length).toBeGreaterThan(0);
  const recorded = BriefRecorded.parse(await (await call("POST", `${AGENTS}/brief/record`)).json());
  expect(recorded.added.length).toBeGreaterThan(0);
});

test("refusals", async () => {
  expect((await call("GET", `${AGENTS}/nobody/brief?task=intake`)).status).toBe(200);
  await problem("invalid_input", call("GET", `${AGENTS}/a%2Fb/brief`));
  await problem("invalid_input", call("GET", `${AGENTS}/tester/brief?budget=none`));
  await problem("invalid_input", call("GET", `${AGENTS}/brief?budget=10`));
  await problem("unauthenticated", call("GET", `${AGENTS}/brief`, { token: null }));
});
