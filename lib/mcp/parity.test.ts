import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { Problem } from "@/lib/contracts/primitives";
import type { ErrorCode } from "@/lib/core/errors";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/change-request";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, PROJECT, TestWardroom, TestSession } from "@/lib/services/testing/test-wardroom.fixture";

/** Ids that earlier steps were answered. */
type Known = Record<string, string>;

interface Step {
  name: string;
  as: string;
  /** Method, path below the workspace, body. */
  rest: (known: Known) => [method: string, path: string, body?: unknown];
  /** The tool and its arguments. */
  mcp: (known: Known) => [tool: string, args?: Record<string, unknown>];
  /** What later steps need of either answer. */
  keep?: (answer: Record<string, unknown>) => Known;
  /** The code of the error both give; none when left out. */
  code?: ErrorCode;
}

const S = "/sessions/invoice-import";
const session = "invoice-import";
const ITEM = { tag: "Finding", text: "Retries share one deadline in `src/queue/retry.ts`" };
const CLOSED = { summary: "Read the queue", outcome: "Known", findings: ["The queue drops nothing"] };

const STEPS: Step[] = [
  {
    name: "say as a role that writes itself",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, ITEM],
    mcp: () => ["say", { ...ITEM, session }],
  },
  {
    name: "say with a tag there is not",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, { ...ITEM, tag: "Rumour" }],
    mcp: () => ["say", { ...ITEM, tag: "Rumour", session }],
    code: "invalid_input",
  },
  {
    name: "say with a field too many",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, { ...ITEM, loud: true }],
    mcp: () => ["say", { ...ITEM, loud: true, session }],
    code: "invalid_input",
  },
  {
    name: "say in another's section",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, { ...ITEM, role: "Lead" }],
    mcp: () => ["say", { ...ITEM, role: "Lead", session }],
    code: "forbidden",
  },
  {
    name: "say in a session there is not",
    as: "implementer-2",
    rest: () => ["POST", "/sessions/nowhere/memory/items", ITEM],
    mcp: () => ["say", { ...ITEM, session: "nowhere" }],
    code: "not_found",
  },
  {
    name: "say as a role that writes through the Lead",
    as: "researcher-1",
    rest: () => ["POST", `${S}/memory/items`, ITEM],
    mcp: () => ["say", { ...ITEM, session }],
  },
  {
    name: "edit one's own section",
    as: "implementer-2",
    rest: () => [
      "POST",
      `${S}/memory/edit`,
      { oldString: "Retries share one deadline", newString: "Retries share a deadline" },
    ],
    mcp: () => ["edit", { oldString: "Retries share one deadline", newString: "Retries share a deadline", session }],
  },
  {
    name: "edit what is not there any more",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "Retries share one deadline", newString: "x" }],
    mcp: () => ["edit", { oldString: "Retries share one deadline", newString: "x", session }],
    code: "conflict",
  },
  {
    name: "edit as a role that writes through the Lead",
    as: "researcher-1",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "Retries", newString: "x" }],
    mcp: () => ["edit", { oldString: "Retries", newString: "x", session }],
    code: "forbidden",
  },
  {
    name: "lose the context",
    as: "implementer-2",
    rest: () => ["POST", `${S}/context/status`, { role: "implementer-2", status: "CONTEXT_LOST" }],
    mcp: () => ["lost", { session }],
  },
  {
    name: "read what waits",
    as: "implementer-2",
    rest: () => ["GET", `${S}/context/updates`],
    mcp: () => ["updates", { session }],
    keep: ({ items }) => {
      const [update] = items as { version: string; total: number }[];
      return { version: update?.version ?? "", total: String(update?.total) };
    },
  },
  {
    name: "acknowledge it",
    as: "implementer-2",
    rest: ({ version, total }) => [
      "POST",
      `${S}/context/acks`,
      { role: "implementer-2", version, applied: Number(total), total: Number(total), action: "CONTINUE" },
    ],
    mcp: ({ version, total }) => [
      "ack",
      { version, applied: Number(total), total: Number(total), action: "CONTINUE", session },
    ],
  },
  {
    name: "acknowledge a version nobody sent",
    as: "implementer-2",
    rest: () => [
      "POST",
      `${S}/context/acks`,
      { role: "implementer-2", version: "GC-v99", applied: 1, total: 1, action: "CONTINUE" },
    ],
    mcp: () => ["ack", { version: "GC-v99", applied: 1, total: 1, action: "CONTINUE", session }],
    code: "conflict",
  },
  {
    name: "acknowledge for another",
    as: "implementer-2",
    rest: () => ["POST", `${S}/context/acks`, { role: "researcher-1", text: "[ACK] GC-v5" }],
    mcp: () => ["ack", { role: "researcher-1", text: "[ACK] GC-v5", session }],
    code: "forbidden",
  },
  {
    name: "start an agent's session",
    as: "implementer-2",
    rest: () => ["POST", "/agents/researcher/sessions"],
    mcp: () => ["start", { agent: "researcher" }],
    keep: ({ sessionId }) => ({ agentSession: String(sessionId) }),
  },
  {
    name: "close it",
    as: "implementer-2",
    rest: ({ agentSession }) => ["POST", `/agents/researcher/sessions/${agentSession}/close`, CLOSED],
    mcp: ({ agentSession }) => ["close", { agent: "researcher", sessionId: agentSession, ...CLOSED }],
  },
  {
    name: "close it again",
    as: "implementer-2",
    rest: ({ agentSession }) => ["POST", `/agents/researcher/sessions/${agentSession}/close`, CLOSED],
    mcp: ({ agentSession }) => ["close", { agent: "researcher", sessionId: agentSession, ...CLOSED }],
    code: "conflict",
  },
  {
    name: "begin a team session",
    as: "implementer-2",
    rest: () => ["POST", "/teams/security-review/sessions", { mode: "review" }],
    mcp: () => ["load", { team: "security-review", mode: "review" }],
    keep: ({ teamSession, id }) => ({ teamSession: String(teamSession ?? id) }),
  },
  {
    name: "load beyond the budget",
    as: "implementer-2",
    rest: ({ teamSession }) => [
      "POST",
      `/teams/security-review/sessions/${teamSession}/commands`,
      { command: "*load: postgres-locking" },
    ],
    mcp: ({ teamSession }) => ["load", { team: "security-review", teamSession, id: "postgres-locking" }],
    code: "over_budget",
  },
  {
    name: "unload",
    as: "implementer-2",
    rest: ({ teamSession }) => [
      "POST",
      `/teams/security-review/sessions/${teamSession}/commands`,
      { command: "*unload: owasp-top-10" },
    ],
    mcp: ({ teamSession }) => ["unload", { team: "security-review", teamSession, id: "owasp-top-10" }],
  },
  {
    name: "save a checkpoint",
    as: "implementer-2",
    rest: ({ teamSession }) => [
      "POST",
      `/teams/security-review/sessions/${teamSession}/checkpoints`,
      { openIssues: ["Who has the key"] },
    ],
    mcp: ({ teamSession }) => ["save", { team: "security-review", teamSession, openIssues: ["Who has the key"] }],
  },
  {
    name: "resume from one there is not",
    as: "implementer-2",
    rest: ({ teamSession }) => [
      "POST",
      `/teams/security-review/sessions/${teamSession}/resume`,
      { checkpoint: "none.yaml" },
    ],
    mcp: ({ teamSession }) => ["resume", { team: "security-review", teamSession, checkpoint: "none.yaml" }],
    code: "not_found",
  },
  {
    name: "search for a kind there is not",
    as: "implementer-2",
    rest: () => ["GET", "/search?q=x&kind=rumour"],
    mcp: () => ["search", { q: "x", kind: "rumour" }],
    code: "invalid_input",
  },
];

/** One Wardroom with the example, and what its door answers to a step: the code of an error, or the answer. */
interface Door {
  wardroom: TestWardroom;
  known: Known;
  take: (step: Step, known: Known) => Promise<Outcome>;
}

type Outcome = { code: ErrorCode } | { answer: Record<string, unknown> };

async function open(take: Door["take"]): Promise<Door> {
  const wardroom = await TestWardroom.open();
  await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });
  await wardroom.services.context.read(OWNER, { workspace: "demo", session });
  const text = "# Context\n\n## Goal\n\nShip the import.\n";
  const published = { text };
  const params = { workspace: "demo", session };
  await wardroom.services.context.publish(
    OWNER,
    params,
    published,
    { dryRun: false },
    { ...PLAIN_REQUEST, ifMatch: "*" },
  );
  return { wardroom, known: {}, take };
}

const overRest: Door["take"] = async (step, known) => {
  const [method, path, body] = step.rest(known);
  const headers = { "x-wardroom-role": step.as };
  const response = await call(method, `/api/v1/workspaces/demo${path}`, { body, headers });
  const answer = (await response.json()) as Record<string, unknown>;
  return response.ok ? { answer } : { code: Problem.parse(answer).code };
};

const overMcp: Door["take"] = async (step, known) => {
  const [name, args = {}] = step.mcp(known);
  const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": step.as });
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  if (isError !== true) return { answer: structuredContent as Record<string, unknown> };
  const [text] = content;
  return { code: Problem.parse(JSON.parse(text?.type === "text" ? text.text : "")).code };
};

const FILES = [
  ".agent/teams/invoice-import/TEAM-MEMORY.md",
  ".kaizen/agents/researcher/memory.md",
  ".microai/agents/teams/security-review/memory/context.md",
  ".microai/agents/teams/security-review/memory/learnings.md",
];

describe("REST and MCP", () => {
  let doors: Door[];
  beforeAll(async () => {
    doors = [await open(overRest), await open(overMcp)];
  });

  it.each(STEPS.map((step) => ({ name: step.name, step })))("agree when somebody wants to $name", async ({ step }) => {
    const outcomes = [];
    for (const door of doors) {
      serve(door.wardroom);
      const outcome = await door.take(step, door.known);
      if ("answer" in outcome) Object.assign(door.known, step.keep?.(outcome.answer));
      outcomes.push("code" in outcome ? outcome.code : undefined);
    }
    expect(outcomes).toEqual([step.code, step.code]);
  });

  it("leave the same files, and the same story told of the same people", async () => {
    const [rest, mcp] = await Promise.all(
      doors.map(async ({ wardroom }) => ({
        files: await Promise.all(FILES.map((path) => readFile(join(wardroom.files, path), "utf8"))),
        story: await storyOf(wardroom),
      })),
    );
    expect(mcp).toEqual(rest);
    expect(mcp?.story.length).toBeGreaterThan(8);
  });

  it("are told apart in the history by their door", async () => {
    const sources = await Promise.all(
      doors.map(async ({ wardroom }) => (await new TestSession(wardroom, session).last()).source),
    );
    expect(sources).toEqual(["api", "mcp"]);
  });
});

async function storyOf(wardroom: TestWardroom): Promise<string[]> {
  const { items } = await wardroom.services.events.list(OWNER, { workspace: "demo" }, { limit: 500, format: "json" });
  return items.map(({ actor, action, target }) => `${actor}: ${action} ${target}`);
}
