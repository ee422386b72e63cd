import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { LayOutKnowledge } from "@/lib/contracts/knowledge-layout";
import { PLAIN_REQUEST, type ChangeRequest } from "@/lib/services/workspace/caller";
import { ifMatch, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = { workspace: "demo" };
let wardroom: TestWardroom;

beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

const layOut = (body: unknown, request: ChangeRequest = PLAIN_REQUEST, caller = OWNER) =>
  wardroom.services.knowledgeLayout.layOut(caller, WORKSPACE, LayOutKnowledge.parse(body), request);

it("shows what it would write, writes exactly that in one act, and then has nothing left to do", async () => {
  const folder = join(wardroom.files, ".microai/agents/teams/sec");
  await mkdir(join(folder, "knowledge"), { recursive: true });
  await mkdir(join(folder, "memory"));
  await writeFile(join(folder, "knowledge/owasp.md"), "# OWASP\n");
  await writeFile(join(folder, "memory/learnings.md"), Buffer.from([0xff]));
  await writeFile(join(folder, "memory/context.md"), "ours\n");
  const preview = await layOut({ teams: ["qa"] });
  expect(preview).toMatchObject({ done: false, teams: ["qa", "sec"] });
  expect(preview.changes.map(({ kind, path }) => `${kind} ${path.slice(9)}`)).toEqual([
    "created knowledge/shared/registry.yaml",
    "created agents/teams/qa/knowledge/knowledge-index.yaml",
    "created agents/teams/qa/memory/context.md",
    "created agents/teams/qa/memory/sessions.yaml",
    "created agents/teams/qa/memory/learnings.md",
    "created agents/teams/sec/knowledge/knowledge-index.yaml",
    "created agents/teams/sec/memory/sessions.yaml",
  ]);
  await refusal("invalid_input", layOut({ teams: ["qa"], dryRun: false }));
  const request = ifMatch(preview.etag.slice(1, -1));
  expect(await layOut({ teams: ["qa"], dryRun: false }, request)).toMatchObject({ done: true });
  expect(await readFile(join(folder, "knowledge/knowledge-index.yaml"), "utf8")).toContain("- id: owasp\n");
  expect(await readFile(join(folder, "memory/context.md"), "utf8")).toBe("ours\n");
  expect(await wardroom.services.events.verify(OWNER, WORKSPACE)).toMatchObject({ ok: true });
  await refusal("stale", layOut({ teams: ["qa"], dryRun: false }, request));
  expect((await layOut({ teams: ["qa"] })).changes).toEqual([]);
});

it("is the Lead's, and takes no name that leads anywhere else", async () => {
  await refusal("forbidden", layOut({}, PLAIN_REQUEST, VIEWER));
  await refusal("invalid_input", layOut({ teams: ["../../etc"] }));
});

it("refuses another spelling of a team that is there or asked for, and the suffix of temporary files", async () => {
  await mkdir(join(wardroom.files, ".microai/agents/teams/Sec"), { recursive: true });
  const { message } = await refusal("conflict", layOut({ teams: ["sec"] }));
  expect(message).toContain("Sec");
  await refusal("conflict", layOut({ teams: ["qa", "QA"] }));
  await refusal("invalid_input", layOut({ teams: ["qa.wardroom-tmp"] }));
  const missing = await refusal("not_found", wardroom.services.knowledge.team(OWNER, { ...WORKSPACE, team: "SEC" }));
  expect(missing.details.hint).toContain("Did you mean Sec?");
});
