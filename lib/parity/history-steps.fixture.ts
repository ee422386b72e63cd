import { query } from "@/lib/client/paths";
import { SearchResults } from "@/lib/contracts/search";
import { refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const OF_PERSON = "a person's, at the dashboard";

const search = (args: Record<string, unknown>): ToolCall =>
  shown(
    "search",
    () => args,
    SearchResults,
    ({ items, total, index, nextCursor }) => ({
      items: items.map(({ kind, title, snippet, path, line, session, role, tag, state }) => ({
        ...{ kind, title, snippet: snippet.text, path, line },
        ...(session !== null && { session }),
        ...(role !== null && { role }),
        ...(tag !== null && { tag }),
        ...(state !== null && { state }),
      })),
      total,
      complete: index.complete,
      nextCursor,
    }),
  );

/** What a search is narrowed to, so that it finds nothing; by the names of REST. */
const NARROWED = {
  ...{ kind: "agent", role: "mina", tag: "Decision", state: "archived", session: "nowhere" },
  ...{ since: "2999-01-01", until: "2000-01-01T12:00:00Z" },
};

/** What the history is narrowed to, as REST is asked and as a person types it. */
const PART: Readonly<Record<string, readonly [asked: string, typed: string]>> = {
  actor: ["mina", "mina"],
  action: ["relay.approved", "relay.approved"],
  target: ["implementer-2", "implementer-2"],
  session: ["checkout", "checkout"],
  from: ["2999-01-01T00:00:00.000Z", "2999-01-01"],
  to: ["2000-01-01T12:00:00.000Z", "2000-01-01T12:00:00Z"],
};

/** Finding it again, and proving it. */
export const HISTORY_STEPS: readonly Step[] = [
  {
    name: "read what is no document",
    rest: () => ["GET", `/files/text${query({ path: ".claude/settings.json" })}`],
    mcp: OF_PERSON,
    cli: () => ["file", "show", ".claude/settings.json"],
    code: "not_found",
  },
  {
    name: "search everything",
    rest: () => ["GET", "/search?q=card&limit=20"],
    mcp: search({ q: "card", limit: 20 }),
    cli: () => ["search", "card"],
  },
  {
    name: "search in a part of it",
    rest: () => [
      "GET",
      `/search${query({
        ...{ q: "카드", kind: "item", role: "implementer-1", tag: "Finding", state: "archived,active" },
        ...{ session: "checkout", limit: 5 },
      })}`,
    ],
    mcp: search({
      ...{ q: "카드", kind: "item", role: "implementer-1", tag: "Finding", state: "archived,active" },
      ...{ within: "checkout", limit: 5 },
    }),
    cli: () => [
      ...["search", "카드", "--kind", "item", "--role", "implementer-1", "--tag", "Finding"],
      ...["--state", "archived,active", "-s", "checkout", "-n", "5"],
    ],
  },
  {
    name: "search for the best alone",
    rest: () => ["GET", "/search?q=card&limit=1"],
    mcp: search({ q: "card", limit: 1 }),
    cli: () => ["search", "card", "-n", "1"],
  },
  ...Object.entries(NARROWED).map(([filter, value]): Step => ({
    name: `search by ${filter}`,
    rest: () => ["GET", `/search${query({ q: "카드", [filter]: value, limit: 20 })}`],
    mcp: search({ q: "카드", [filter === "session" ? "within" : filter]: value, limit: 20 }),
    cli: () => ["search", "카드", `--${filter}`, value],
  })),
  {
    name: "search for a kind that there is not",
    rest: () => ["GET", "/search?q=x&kind=rumour&limit=20"],
    mcp: refused("search", () => ({ q: "x", kind: "rumour" })),
    cli: () => ["search", "x", "--kind", "rumour"],
    code: "invalid_input",
  },
  {
    name: "search for nothing",
    rest: () => ["GET", "/search?limit=20"],
    mcp: refused("search"),
    cli: () => ["search", ""],
    code: "invalid_input",
  },
  {
    name: "read the history",
    rest: () => ["GET", "/events?limit=500"],
    mcp: OF_PERSON,
    cli: () => ["events", "-n", "500"],
  },
  ...Object.entries(PART).map(([filter, [asked, typed]]): Step => ({
    name: `read the history by ${filter}`,
    rest: () => ["GET", `/events${query({ [filter]: asked, limit: 20 })}`],
    mcp: OF_PERSON,
    cli: () => ["events", `--${filter}`, typed],
  })),
  {
    name: "read what saves from outside left out",
    rest: () => ["GET", "/repairs"],
    mcp: OF_PERSON,
    cli: () => ["repair", "list", "--all"],
  },
  {
    name: "say what is done about overwritten files",
    rest: () => ["PUT", "/repairs", { mode: "observe" }],
    mcp: OF_PERSON,
    cli: () => ["repair", "mode", "observe"],
  },
  {
    name: "redact a text",
    rest: () => ["POST", "/redactions", { text: "no such secret", reason: "a key was pasted" }],
    mcp: OF_PERSON,
    cli: () => ["redact", "-", "--reason", "a key was pasted", "--yes"],
    stdin: "no such secret\n",
  },
  {
    name: "redact a text that is too short",
    rest: () => ["POST", "/redactions", { text: "key", reason: "a key was pasted" }],
    mcp: OF_PERSON,
    cli: () => ["redact", "-", "--reason", "a key was pasted", "--yes"],
    stdin: "key",
    code: "invalid_input",
  },
  {
    name: "verify",
    rest: () => ["GET", "/integrity"],
    mcp: OF_PERSON,
    cli: () => ["verify"],
  },
  {
    name: "accept a problem of the history",
    rest: () => ["POST", "/integrity", { ids: ["3f9a1c07be42d518"] }],
    mcp: OF_PERSON,
    cli: () => ["verify", "--accept", "3f9a1c07be42d518"],
  },
  {
    name: "accept what is no problem's id",
    rest: () => ["POST", "/integrity", { ids: ["all"] }],
    mcp: OF_PERSON,
    cli: () => ["verify", "--accept", "all"],
    code: "invalid_input",
  },
];
