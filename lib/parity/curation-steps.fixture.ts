import { RelayList } from "@/lib/contracts/memory";
import { memory, relayed, said } from "@/lib/parity/memory-steps.fixture";
import { status } from "@/lib/parity/session-steps.fixture";
import { OF_LEAD, refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";

const relays = (args: Record<string, unknown>): ToolCall =>
  shown(
    "relays",
    () => args,
    RelayList,
    ({ items }) => ({
      items: items.map(({ id, role, tag, text, state, createdAt, decidedBy, reason, itemId }) => ({
        ...{ id, role, tag, text, state, createdAt },
        ...(decidedBy !== null && { decidedBy }),
        ...(reason !== null && { reason }),
        ...(itemId !== null && { itemId }),
      })),
      nextCursor: null,
    }),
  );

/** What roles leave with the Lead, and what the Lead does with the team memory. */
export const CURATION_STEPS: readonly Step[] = [
  {
    name: "read relays to review",
    rest: () => ["GET", `${S}/relays?limit=500`],
    mcp: relays({ state: "pending" }),
    cli: () => ["relay", "list"],
  },
  {
    name: "read what waits in a session that there is not",
    rest: () => ["GET", "/sessions/nowhere/relays"],
    mcp: refused("relays", () => ({ session: "nowhere" })),
    cli: () => ["relay", "list", "-s", "nowhere"],
    code: "not_found",
  },
  {
    name: "approve a relay as another than the Lead",
    as: "implementer-1",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/approve`, {}],
    mcp: OF_LEAD,
    cli: ({ relay = "" }) => ["relay", "approve", relay, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "approve a relay with other words",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/approve`, { text: "Which rates, and where?" }],
    mcp: OF_LEAD,
    cli: ({ relay = "" }) => ["relay", "approve", relay, "--text", "Which rates, and where?"],
    keep: ({ item }) => ({ question: item?.id }),
  },
  {
    name: "reject a relay that was approved",
    rest: ({ relay }) => ["POST", `${S}/relays/${relay}/reject`, { reason: "late" }],
    mcp: OF_LEAD,
    cli: ({ relay = "" }) => ["relay", "reject", relay, "late"],
    code: "conflict",
  },
  {
    name: "say a second time through the Lead",
    as: "mina",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "Known since Monday" }],
    mcp: relayed({ tag: "Finding", text: "Known since Monday" }),
    cli: () => ["say", "mina", "finding", "Known since Monday"],
    keep: ({ relay, id }) => ({ second: relay?.id ?? id }),
  },
  {
    name: "see where the session stands while something waits",
    as: "mina",
    rest: () => ["GET", S],
    mcp: status("mina", "relay"),
    cli: "in `session list`",
  },
  {
    name: "reject a relay",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/reject`, { reason: "We know" }],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "reject", second, "We", "know"],
  },
  {
    name: "see where the session stands when that is decided",
    rest: () => ["GET", S],
    mcp: status("Lead", "lead"),
    cli: "in `session list`",
  },
  {
    name: "undo the rejection of a relay",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/undo`],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "undo", second],
  },
  {
    name: "settle a relay",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/settle`, { note: "It is done" }],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "settle", second, "It", "is", "done"],
  },
  {
    name: "undo that it was settled",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/undo`],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "undo", second],
  },
  {
    name: "undo a decision about a relay that waits",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/undo`],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "undo", second],
    code: "conflict",
  },
  {
    name: "mark what waits as read",
    rest: ({ second }) => ["POST", "/needs/marks", { keys: [`relay:${second}`, "relay:none"], read: true }],
    mcp: "a person's own notes",
    cli: ({ second = "" }) => ["mark", `relay:${second}`, "relay:none", "--read"],
  },
  {
    name: "put something off until a moment that is over",
    rest: ({ second }) => [
      "POST",
      "/needs/marks",
      { keys: [`relay:${second}`], snoozedUntil: "2020-01-01T00:00:00.000Z" },
    ],
    mcp: "a person's own notes",
    cli: ({ second = "" }) => ["mark", `relay:${second}`, "--until", "2020-01-01T00:00:00.000Z"],
    code: "invalid_input",
  },
  {
    name: "reject the relay again",
    rest: ({ second }) => ["POST", `${S}/relays/${second}/reject`, { reason: "We know" }],
    mcp: OF_LEAD,
    cli: ({ second = "" }) => ["relay", "reject", second, "We", "know"],
  },
  {
    name: "read what became of relays",
    as: "mina",
    rest: () => ["GET", `${S}/relays?limit=500`],
    mcp: relays({ role: "mina" }),
    cli: () => ["relay", "list", "--all", "--as", "mina"],
  },
  {
    name: "resolve a question",
    rest: ({ question }) => ["POST", `${S}/memory/resolve`, { item: question, resolution: "Central bank" }],
    mcp: OF_LEAD,
    cli: ({ question = "" }) => ["curate", "resolve", question, "Central bank"],
  },
  {
    name: "archive an item",
    rest: ({ item }) => ["POST", `${S}/memory/archive`, { items: [item] }],
    mcp: OF_LEAD,
    cli: ({ item = "" }) => ["curate", "archive", item],
  },
  {
    name: "archive it again",
    rest: ({ item }) => ["POST", `${S}/memory/archive`, { items: [item] }],
    mcp: OF_LEAD,
    cli: ({ item = "" }) => ["curate", "archive", item],
    code: "conflict",
  },
  {
    name: "take the mark away",
    rest: ({ item }) => ["POST", `${S}/memory/unarchive`, { items: [item] }],
    mcp: OF_LEAD,
    cli: ({ item = "" }) => ["curate", "unarchive", item],
  },
  {
    name: "archive it once more",
    rest: ({ item }) => ["POST", `${S}/memory/archive`, { items: [item] }],
    mcp: OF_LEAD,
    cli: ({ item = "" }) => ["curate", "archive", item],
  },
  {
    name: "archive a section",
    rest: () => ["POST", `${S}/memory/archive`, { role: "implementer-2", note: "Phase 1" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive", "--role", "implementer-2", "--note", "Phase 1"],
  },
  {
    name: "write to an archived section",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "late" }],
    mcp: refused("say", () => ({ tag: "Finding", text: "late" })),
    cli: () => ["say", "implementer-2", "finding", "late"],
    code: "conflict",
  },
  {
    name: "bring the section back",
    rest: () => ["POST", `${S}/memory/unarchive`, { role: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "unarchive", "--role", "implementer-2"],
  },
  {
    name: "ask a question in it",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Question", text: "Which one?" }],
    mcp: said({ tag: "Question", text: "Which one?" }),
    cli: () => ["say", "implementer-2", "question", "Which one?"],
  },
  {
    name: "archive a section with an open question",
    rest: () => ["POST", `${S}/memory/archive`, { role: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive", "--role", "implementer-2"],
    code: "open_items",
  },
  {
    name: "archive the question with it",
    rest: () => ["POST", `${S}/memory/archive`, { role: "implementer-2", includeOpen: true, note: "Phase 1" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive", "--role", "implementer-2", "--include-open", "--note", "Phase 1"],
  },
  {
    name: "read it with what is put aside",
    rest: () => ["GET", `${S}/memory`],
    mcp: memory(() => ({ state: "all" })),
    cli: () => ["session", "show", "checkout", "--state", "all"],
  },
  {
    name: "archive nothing",
    rest: () => ["POST", `${S}/memory/archive`, {}],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive"],
    code: "invalid_input",
  },
  {
    name: "archive an item nobody has",
    rest: () => ["POST", `${S}/memory/archive`, { items: ["000000000000"] }],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive", "000000000000"],
    code: "conflict",
  },
  {
    name: "preview what could be items of a section that has nothing else",
    rest: () => ["POST", `${S}/memory/make-items`, { role: "implementer-1", dryRun: true }],
    mcp: {
      tool: "make-items",
      args: () => ({ session: "checkout", role: "implementer-1", dryRun: true }),
      shows: (answer) => answer,
    },
    cli: () => ["curate", "make-items", "implementer-1", "--dry-run"],
    code: "conflict",
  },
  {
    name: "preview what to prune",
    rest: () => ["POST", `${S}/memory/prune`, { dryRun: true, target: 5 }],
    mcp: OF_LEAD,
    cli: () => ["curate", "prune", "--target", "5", "--dry-run"],
    keep: ({ etag }) => ({ etag }),
  },
  {
    name: "prune",
    rest: ({ etag = "" }) => ["POST", `${S}/memory/prune`, { dryRun: false, target: 5 }, { "if-match": etag }],
    mcp: OF_LEAD,
    cli: () => ["curate", "prune", "--target", "5", "--yes"],
  },
];
