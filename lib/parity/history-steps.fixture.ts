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

/** Finding it again, and proving it. */
export const HISTORY_STEPS: readonly Step[] = [
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
      `/search?q=${encodeURIComponent("카드")}&kind=item&role=implementer-1&tag=Finding&state=archived,active&session=checkout&limit=5`,
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
  {
    name: "verify",
    rest: () => ["GET", "/integrity"],
    mcp: OF_PERSON,
    cli: () => ["verify"],
  },
];
