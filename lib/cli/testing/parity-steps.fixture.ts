import type { ERRORS } from "@/lib/core/errors";

/** Ids that earlier steps were answered, by a name of the step's own. */
export type Known = Record<string, string>;

/** One thing done through both faces. */
export interface Step {
  name: string;
  /** Method, path below the workspace, body, headers. */
  rest: (known: Known) => [method: string, path: string, body?: unknown, headers?: Record<string, string>];
  cli: (known: Known) => string[];
  stdin?: string;
  /** What later steps need of the answer. */
  keep?: (answer: Answer) => Known;
  /** The code of the error both give; none when left out. */
  code?: keyof typeof ERRORS;
}

/** What steps read of the answers before. */
export interface Answer {
  sessionId?: string;
  item?: { id: string };
  relay?: { id: string };
  etag?: string;
  items?: { id: string }[];
}

const acting = (role: string) => ({ "x-wardroom-role": role });
const S = "/sessions/checkout";
const CONTEXT = "# Checkout\n\n## Constraints\n- Cards only\n";
const NEXT = "# Checkout\n\n## Constraints\n- Cards only\n- No cookies\n";

/** One life of a team and of an agent, with what must be refused on the way; each step needs those before. */
export const STEPS: readonly Step[] = [
  {
    name: "create a session",
    rest: () => [
      "POST",
      "/sessions",
      { id: "checkout", feature: "New checkout", roles: [{ id: "implementer-1" }, { id: "mina", type: "researcher" }] },
    ],
    cli: () => ["session", "create", "checkout", "-f", "New checkout", "-r", "implementer-1", "-r", "mina:researcher"],
  },
  {
    name: "create it again",
    rest: () => ["POST", "/sessions", { id: "checkout", feature: "x", roles: [] }],
    cli: () => ["session", "create", "checkout", "-f", "x"],
    code: "conflict",
  },
  {
    name: "create one with a slash",
    rest: () => ["POST", "/sessions", { id: "a/b", feature: "a/b", roles: [] }],
    cli: () => ["session", "create", "a/b"],
    code: "invalid_input",
  },
  { name: "list sessions", rest: () => ["GET", "/sessions?limit=500"], cli: () => ["session", "list"] },
  {
    name: "say as an implementer",
    rest: () => [
      "POST",
      `${S}/memory/items`,
      { tag: "Finding", text: "카드 폼 · loads fonts" },
      acting("implementer-1"),
    ],
    cli: () => ["say", "implementer-1", "finding", "카드 폼 · loads fonts"],
    keep: ({ item }) => ({ item: item?.id ?? "" }),
  },
  {
    name: "say several lines from standard input",
    rest: () => [
      "POST",
      `${S}/memory/items`,
      { tag: "Pattern", text: "first\n## not a heading\n- not a bullet" },
      acting("implementer-1"),
    ],
    cli: () => ["say", "implementer-1", "pattern", "-"],
    stdin: "first\n## not a heading\n- not a bullet\n",
  },
  {
    name: "say as a relay",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Question", text: "Which rates?" }, acting("mina")],
    cli: () => ["say", "mina", "Question", "Which", "rates?"],
    keep: ({ relay }) => ({ relay: relay?.id ?? "" }),
  },
  {
    name: "say as the Lead",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Gate", text: "Phase 1 PASSED" }, acting("Lead")],
    cli: () => ["say", "Lead", "gate", "Phase 1 PASSED"],
  },
  {
    name: "say a gate as an implementer",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Gate", text: "x" }, acting("implementer-1")],
    cli: () => ["say", "implementer-1", "gate", "x"],
    code: "invalid_input",
  },
  {
    name: "say with a tag that is none",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Gossip", text: "x" }, acting("implementer-1")],
    cli: () => ["say", "implementer-1", "Gossip", "x"],
    code: "invalid_input",
  },
  {
    name: "say as a role without a section",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "x" }, acting("implementer-9")],
    cli: () => ["say", "implementer-9", "Finding", "x"],
    code: "not_found",
  },
  {
    name: "say as something that is no role",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "x" }, acting("../x")],
    cli: () => ["say", "../x", "Finding", "x"],
    code: "invalid_input",
  },
  {
    name: "say nothing",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "" }, acting("implementer-1")],
    cli: () => ["say", "implementer-1", "Finding", "-"],
    code: "invalid_input",
  },
  {
    name: "say in no session",
    rest: () => ["POST", "/sessions/nowhere/memory/items", { tag: "Finding", text: "x" }, acting("implementer-1")],
    cli: () => ["say", "implementer-1", "Finding", "x", "--session", "nowhere"],
    code: "not_found",
  },
  {
    name: "approve a relay as another than the Lead",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/approve`, {}, acting("implementer-1")],
    cli: ({ relay = "" }) => ["relay", "approve", relay, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "approve a relay with other words",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/approve`, { text: "Which rates, and where?" }],
    cli: ({ relay = "" }) => ["relay", "approve", relay, "--text", "Which rates, and where?"],
    keep: ({ item }) => ({ question: item?.id ?? "" }),
  },
  {
    name: "reject a relay that was approved",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/reject`, { reason: "late" }],
    cli: ({ relay = "" }) => ["relay", "reject", relay, "late"],
    code: "conflict",
  },
  {
    name: "resolve a question",
    rest: ({ question }) => ["POST", `${S}/memory/resolve`, { item: question, resolution: "Central bank" }],
    cli: ({ question = "" }) => ["curate", "resolve", question, "Central bank"],
  },
  {
    name: "archive an item",
    rest: ({ item }) => ["POST", `${S}/memory/archive`, { items: [item] }],
    cli: ({ item = "" }) => ["curate", "archive", item],
  },
  {
    name: "archive it again",
    rest: ({ item }) => ["POST", `${S}/memory/archive`, { items: [item] }],
    cli: ({ item = "" }) => ["curate", "archive", item],
    code: "conflict",
  },
  {
    name: "archive nothing",
    rest: () => ["POST", `${S}/memory/archive`, {}],
    cli: () => ["curate", "archive"],
    code: "invalid_input",
  },
  {
    name: "archive an item nobody has",
    rest: () => ["POST", `${S}/memory/archive`, { items: ["000000000000"] }],
    cli: () => ["curate", "archive", "000000000000"],
    code: "conflict",
  },
  {
    name: "preview what to prune",
    rest: () => ["POST", `${S}/memory/prune`, { dryRun: true, target: 5 }],
    cli: () => ["curate", "prune", "--target", "5", "--dry-run"],
    keep: ({ etag }) => ({ etag: etag ?? "" }),
  },
  {
    name: "prune",
    rest: ({ etag = "" }) => ["POST", `${S}/memory/prune`, { dryRun: false, target: 5 }, { "if-match": etag }],
    cli: () => ["curate", "prune", "--target", "5", "--yes"],
  },
  {
    name: "preview a context",
    rest: () => ["PUT", `${S}/context?dryRun=true`, { text: CONTEXT }],
    cli: () => ["context", "publish", "-", "--dry-run"],
    stdin: CONTEXT,
  },
  {
    name: "publish a context",
    rest: () => ["PUT", `${S}/context`, { text: CONTEXT, requiredActions: "Read it", affected: ["mina"] }],
    cli: () => ["context", "publish", "-", "--required-actions", "Read it", "--affected", "mina"],
    stdin: CONTEXT,
  },
  {
    name: "publish from a revision that is over",
    rest: () => ["PUT", `${S}/context`, { text: NEXT }, { "if-match": '"old"' }],
    cli: () => ["context", "publish", "-", "--if-match", '"old"'],
    stdin: NEXT,
    code: "stale",
  },
  {
    name: "read what waits",
    rest: () => ["GET", `${S}/context/updates?role=mina`, undefined, acting("mina")],
    cli: () => ["context", "updates", "mina"],
  },
  {
    name: "confirm it",
    rest: () => [
      "POST",
      `${S}/context/acks`,
      { role: "mina", version: "GC-v1", applied: 1, total: 1, action: "CONTINUE" },
      acting("mina"),
    ],
    cli: () => ["context", "ack", "mina"],
  },
  {
    name: "confirm a version that was never sent",
    rest: () => [
      "POST",
      `${S}/context/acks`,
      { role: "mina", version: "GC-v7", applied: 1, total: 1, action: "CONTINUE" },
      acting("mina"),
    ],
    cli: () => ["context", "ack", "mina", "--gc", "GC-v7", "--total", "1"],
    code: "conflict",
  },
  {
    name: "confirm with a message",
    rest: () => [
      "POST",
      `${S}/context/acks`,
      {
        role: "implementer-1",
        text: "[ACK-UPDATE] GC-v1 received. Items: 0/1. Impact: NONE. Action: NEED_CLARIFICATION",
      },
      acting("implementer-1"),
    ],
    cli: () => ["context", "ack", "implementer-1", "-"],
    stdin: "[ACK-UPDATE] GC-v1 received. Items: 0/1. Impact: NONE. Action: NEED_CLARIFICATION\n",
  },
  {
    name: "report a lost context",
    rest: () => ["POST", `${S}/context/status`, { role: "mina", status: "CONTEXT_LOST" }, acting("mina")],
    cli: () => ["context", "lost", "mina"],
  },
  {
    name: "compare versions",
    rest: () => ["GET", `${S}/context/delta?from=GC-v0&to=GC-v1`],
    cli: () => ["context", "delta"],
  },
  {
    name: "compare versions that are none",
    rest: () => ["GET", `${S}/context/delta?from=GC-v3&to=GC-v9`],
    cli: () => ["context", "delta", "GC-v3", "GC-v9"],
    code: "not_found",
  },
  { name: "read the context", rest: () => ["GET", `${S}/context`], cli: () => ["context", "show"] },
  { name: "read who is where", rest: () => ["GET", `${S}/context/acks`], cli: () => ["context", "status"] },
  {
    name: "read the memory as a role",
    rest: () => ["GET", `${S}/memory?state=active`, undefined, acting("mina")],
    cli: () => ["session", "show", "checkout", "--as", "mina"],
  },
  { name: "list agents", rest: () => ["GET", "/agents?limit=500"], cli: () => ["agents"] },
  { name: "make a memory", rest: () => ["POST", "/agents/tester/memory", {}], cli: () => ["memory", "init", "tester"] },
  {
    name: "make it again",
    rest: () => ["POST", "/agents/tester/memory", {}],
    cli: () => ["memory", "init", "tester"],
    code: "conflict",
  },
  {
    name: "make one for a name with a slash",
    rest: () => ["POST", "/agents/a%2Fb/memory", {}],
    cli: () => ["memory", "init", "a/b"],
    code: "invalid_input",
  },
  {
    name: "begin a session",
    rest: () => ["POST", "/agents/tester/sessions", {}],
    cli: () => ["memory", "start", "tester"],
    keep: ({ sessionId }) => ({ session: sessionId ?? "" }),
  },
  {
    name: "close it with a log line of several lines",
    rest: ({ session }) => [
      "POST",
      `/agents/tester/sessions/${session}/close`,
      {
        summary: "first · half\nsecond half",
        outcome: "done",
        findings: ["Fonts load twice"],
        worked: ["Small commits", "Pairs"],
        watchPoints: ["Rates are cached"],
        openThreads: ["Retry on 502"],
        closedThreads: ["nothing like it"],
      },
    ],
    cli: ({ session = "" }) => [
      ...["memory", "close", "tester", session, "--summary", "-", "--outcome", "done", "--finding", "Fonts load twice"],
      ...["--worked", "Small commits", "--worked", "Pairs", "--watch", "Rates are cached", "--thread", "Retry on 502"],
      ...["--done", "nothing like it"],
    ],
    stdin: "first · half\nsecond half\n",
  },
  {
    name: "close it again",
    rest: ({ session }) => ["POST", `/agents/tester/sessions/${session}/close`, { summary: "x", outcome: "y" }],
    cli: ({ session = "" }) => ["memory", "close", "tester", session, "--summary", "x", "--outcome", "y"],
    code: "conflict",
  },
  {
    name: "close a session nobody began",
    rest: () => ["POST", "/agents/tester/sessions/0123456789abcdef/close", { summary: "x", outcome: "y" }],
    cli: () => ["memory", "close", "tester", "0123456789abcdef", "--summary", "x", "--outcome", "y"],
    code: "not_found",
  },
  { name: "read a memory", rest: () => ["GET", "/agents/tester/memory"], cli: () => ["memory", "show", "tester"] },
  {
    name: "read one that is not there",
    rest: () => ["GET", "/agents/nobody/memory"],
    cli: () => ["memory", "show", "nobody"],
    code: "not_found",
  },
  {
    name: "brief an agent",
    rest: () => ["GET", "/agents/tester/brief?budget=300"],
    cli: () => ["memory", "brief", "tester", "--budget", "300"],
  },
  {
    name: "brief within no budget",
    rest: () => ["GET", "/agents/tester/brief?budget=1"],
    cli: () => ["memory", "brief", "tester", "--budget", "1"],
    code: "invalid_input",
  },
  { name: "brief everybody", rest: () => ["GET", "/agents/brief"], cli: () => ["memory", "brief"] },
  {
    name: "clear a memory",
    rest: () => ["DELETE", "/agents/tester/memory?confirm=tester"],
    cli: () => ["memory", "clear", "tester", "--yes"],
  },
  { name: "read the history", rest: () => ["GET", "/events?limit=50"], cli: () => ["events", "-n", "50"] },
  { name: "verify", rest: () => ["GET", "/integrity"], cli: () => ["verify"] },
  { name: "delete a session", rest: () => ["DELETE", S], cli: () => ["session", "delete", "checkout", "--yes"] },
  {
    name: "read one that was deleted",
    rest: () => ["GET", `${S}/memory`],
    cli: () => ["session", "show", "checkout"],
    code: "not_found",
  },
];
