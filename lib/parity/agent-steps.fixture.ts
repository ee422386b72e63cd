import { AgentMemory, AgentSessionClosed, AgentSessionStarted } from "@/lib/contracts/agents";
import { AgentBrief, ProjectBrief } from "@/lib/contracts/briefs";
import {
  OF_LEAD,
  refused,
  shown,
  type Known,
  type RestCall,
  type Step,
  type ToolCall,
} from "@/lib/parity/step.fixture";

const LEARNT = {
  summary: "first · half\nsecond half",
  outcome: "done",
  findings: ["Fonts load twice"],
  worked: ["Small commits", "Pairs"],
  watchPoints: ["Rates are cached"],
  openThreads: ["Retry on 502"],
  closedThreads: ["nothing like it"],
};

const AGAIN = {
  summary: "Again",
  outcome: "done",
  findings: ["Fonts load twice", "Fonts load twice on each page"],
  worked: ["Small commits and pairs"],
  closedThreads: ["Retry on 502"],
};

const LEARNT_WORDS = [
  ...["--summary", "-", "--outcome", "done", "--finding", "Fonts load twice", "--worked", "Small commits"],
  ...["--worked", "Pairs", "--watch", "Rates are cached", "--thread", "Retry on 502", "--done", "nothing like it"],
];

const close =
  (body: object, query = "", session?: string) =>
  (known: Known): RestCall => ["POST", `/agents/scribe/sessions/${session ?? known.session}/close${query}`, body];

/** What `close` tells, of the same body. */
const closed = (body: object, which = "session"): ToolCall =>
  shown(
    "close",
    (known) => ({ agent: "scribe", sessionId: known[which], ...body }),
    AgentSessionClosed,
    (done) => ({
      log: done.log,
      added: done.added.map(({ section, text }) => ({ section, text })),
      repeated: done.repeated.map(({ text }) => text),
      nearDuplicates: done.nearDuplicates.map(({ text, entry, similarity }) => ({
        text,
        entry: { id: entry.id, text: entry.text },
        similarity,
      })),
      closedThreads: done.closedThreads.map(({ id, text }) => ({ id, text })),
      unknownThreads: done.unknownThreads.map(({ text, nearest }) => ({
        text,
        nearest: nearest && { id: nearest.id, text: nearest.text },
      })),
      revision: done.revision,
    }),
  );

const start = (agent: string): ToolCall =>
  shown(
    "start",
    () => ({ agent }),
    AgentSessionStarted,
    (begun) => ({
      sessionId: begun.sessionId,
      acknowledgement: begun.acknowledgement,
      memory: begun.memory && { text: begun.memory.text, next: null },
      brief: { text: begun.brief.text, next: null },
      openSessions: begun.openSessions.map(({ id, startedAt, startedBy }) => ({ id, startedAt, startedBy })),
    }),
  );

const brief = (budget: number, agent?: string, task?: string): ToolCall =>
  shown(
    "brief",
    () => ({ ...(agent !== undefined && { agent }), ...(task !== undefined && { task }), budget }),
    agent === undefined ? ProjectBrief : AgentBrief,
    ({ text, tokens, leftOut }) => ({
      text,
      tokens,
      budget,
      leftOut: leftOut.reduce((sum, { count }) => sum + count, 0),
    }),
  );

/** What an agent remembers from session to session. */
export const AGENT_STEPS: readonly Step[] = [
  {
    name: "begin a session of an agent that there is not",
    rest: () => ["POST", "/agents/scribe/sessions", {}],
    mcp: refused("start", () => ({ agent: "scribe" })),
    cli: () => ["memory", "start", "scribe", "--as", "Lead"],
    code: "not_found",
  },
  {
    name: "begin one of an agent that keeps no memory",
    rest: () => ["POST", "/agents/changelog-writer/sessions", {}],
    mcp: refused("start", () => ({ agent: "changelog-writer" })),
    cli: () => ["memory", "start", "changelog-writer", "--as", "Lead"],
    code: "conflict",
  },
  {
    name: "make a memory",
    rest: () => ["POST", "/agents/scribe/memory", {}],
    mcp: "is made by the first `close`",
    cli: () => ["memory", "init", "scribe"],
  },
  {
    name: "make it again",
    rest: () => ["POST", "/agents/scribe/memory", {}],
    mcp: "is made by the first `close`",
    cli: () => ["memory", "init", "scribe"],
    code: "conflict",
  },
  {
    name: "make one for a name with a slash",
    rest: () => ["POST", "/agents/a%2Fb/memory", {}],
    mcp: "is made by the first `close`",
    cli: () => ["memory", "init", "a/b"],
    code: "invalid_input",
  },
  {
    name: "begin a session",
    rest: () => ["POST", "/agents/scribe/sessions", {}],
    mcp: start("scribe"),
    cli: () => ["memory", "start", "scribe", "--as", "Lead"],
    keep: ({ sessionId }) => ({ session: sessionId }),
  },
  {
    name: "begin one beside it",
    rest: () => ["POST", "/agents/scribe/sessions", {}],
    mcp: start("scribe"),
    cli: () => ["memory", "start", "scribe", "--as", "Lead"],
    keep: ({ sessionId }) => ({ beside: sessionId }),
  },
  {
    name: "begin one of an agent that has much to hear",
    rest: () => ["POST", "/agents/implementer/sessions", {}],
    mcp: start("implementer"),
    cli: () => ["memory", "start", "implementer", "--as", "Lead"],
  },
  {
    name: "preview what closing it would write",
    rest: close(LEARNT, "?dryRun=true"),
    mcp: closed({ ...LEARNT, dryRun: true }),
    cli: ({ session = "" }) => ["memory", "close", "scribe", "--as", "Lead", session, "--dry-run", ...LEARNT_WORDS],
    stdin: "first · half\nsecond half\n",
  },
  {
    name: "close it with a log line of several lines",
    rest: close(LEARNT),
    mcp: closed(LEARNT),
    cli: ({ session = "" }) => ["memory", "close", "scribe", "--as", "Lead", session, ...LEARNT_WORDS],
    stdin: "first · half\nsecond half\n",
  },
  {
    name: "close it again",
    rest: close({ summary: "x", outcome: "y" }),
    mcp: refused("close", ({ session }) => ({ agent: "scribe", sessionId: session, summary: "x", outcome: "y" })),
    cli: ({ session = "" }) => [
      "memory",
      "close",
      "scribe",
      "--as",
      "Lead",
      session,
      "--summary",
      "x",
      "--outcome",
      "y",
    ],
    code: "conflict",
  },
  {
    name: "close one that says what is known, and what is nearly known",
    rest: ({ beside }) => ["POST", `/agents/scribe/sessions/${beside}/close`, AGAIN],
    mcp: closed(AGAIN, "beside"),
    cli: ({ beside = "" }) => [
      ...["memory", "close", "scribe", "--as", "Lead", beside, "--summary", "Again", "--outcome", "done"],
      ...["--finding", "Fonts load twice", "--finding", "Fonts load twice on each page"],
      ...["--worked", "Small commits and pairs", "--done", "Retry on 502"],
    ],
  },
  {
    name: "close a session nobody began",
    rest: close({ summary: "x", outcome: "y" }, "", "0123456789abcdef"),
    mcp: refused("close", () => ({ agent: "scribe", sessionId: "0123456789abcdef", summary: "x", outcome: "y" })),
    cli: () => ["memory", "close", "scribe", "--as", "Lead", "0123456789abcdef", "--summary", "x", "--outcome", "y"],
    code: "not_found",
  },
  {
    name: "close without saying how it ended",
    rest: close({ summary: "x", outcome: "" }),
    mcp: refused("close", ({ session }) => ({ agent: "scribe", sessionId: session, summary: "x", outcome: "" })),
    cli: ({ session = "" }) => [
      "memory",
      "close",
      "scribe",
      "--as",
      "Lead",
      session,
      "--summary",
      "x",
      "--outcome",
      "",
    ],
    code: "invalid_input",
  },
  {
    name: "close with too long a summary",
    rest: close({ summary: "x".repeat(2001), outcome: "y" }),
    mcp: refused("close", ({ session }) => ({
      ...{ agent: "scribe", sessionId: session, summary: "x".repeat(2001), outcome: "y" },
    })),
    cli: ({ session = "" }) => [
      "memory",
      "close",
      "scribe",
      "--as",
      "Lead",
      session,
      "--summary",
      "x".repeat(2001),
      "--outcome",
      "y",
    ],
    code: "invalid_input",
  },
  {
    name: "read a memory",
    rest: () => ["GET", "/agents/scribe/memory"],
    mcp: shown(
      "recall",
      () => ({ agent: "scribe" }),
      AgentMemory,
      ({ agent, revision, etag, text }) => ({
        ...{ agent, revision, etag, text },
        next: null,
      }),
    ),
    cli: () => ["memory", "show", "scribe"],
  },
  {
    name: "read one that is not there",
    rest: () => ["GET", "/agents/nobody/memory"],
    mcp: refused("recall", () => ({ agent: "nobody" })),
    cli: () => ["memory", "show", "nobody"],
    code: "not_found",
  },
  {
    name: "read one of a name with a slash",
    rest: () => ["GET", "/agents/a%2Fb/memory"],
    mcp: refused("recall", () => ({ agent: "a/b" })),
    cli: () => ["memory", "show", "a/b"],
    code: "invalid_input",
  },
  {
    name: "brief an agent",
    rest: () => ["GET", "/agents/scribe/brief?budget=300"],
    mcp: brief(300, "scribe"),
    cli: () => ["memory", "brief", "scribe", "--budget", "300"],
  },
  {
    name: "brief one that nobody knows yet, by its task",
    rest: () => ["GET", "/agents/nobody/brief?budget=300&task=renew%20leases"],
    mcp: brief(300, "nobody", "renew leases"),
    cli: () => ["memory", "brief", "nobody", "--budget", "300", "--task", "renew leases"],
  },
  {
    name: "brief within no budget",
    rest: () => ["GET", "/agents/scribe/brief?budget=1"],
    mcp: refused("brief", () => ({ agent: "scribe", budget: 1 })),
    cli: () => ["memory", "brief", "scribe", "--budget", "1"],
    code: "invalid_input",
  },
  {
    name: "brief everybody",
    rest: () => ["GET", "/agents/brief?budget=900"],
    mcp: brief(900),
    cli: () => ["memory", "brief", "--budget", "900"],
  },
  {
    name: "clear a memory",
    rest: () => ["DELETE", "/agents/scribe/memory?confirm=scribe"],
    mcp: OF_LEAD,
    cli: () => ["memory", "clear", "scribe", "--yes"],
  },
  {
    name: "read one that was cleared",
    rest: () => ["GET", "/agents/scribe/memory"],
    mcp: refused("recall", () => ({ agent: "scribe" })),
    cli: () => ["memory", "show", "scribe"],
    code: "not_found",
  },
  {
    name: "begin a session without a memory",
    rest: () => ["POST", "/agents/scribe/sessions", {}],
    mcp: start("scribe"),
    cli: () => ["memory", "start", "scribe", "--as", "Lead"],
  },
];
