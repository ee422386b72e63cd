import { query } from "@/lib/client/paths";
import { KnowledgeDetail, KnowledgeList, type Knowledge } from "@/lib/contracts/knowledge";
import { OF_LEAD, refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const BY_OBSERVER = "told by the team's observer";
const team = "security-review";
const T = `/teams/${team}`;

const entry = ({ id, path, tokens, tags, description, problem }: Knowledge) => ({
  ...{ id, path, tokens, tags },
  ...(description !== null && { description }),
  ...(problem !== null && { problem }),
});

const entries = (args: Record<string, unknown> = {}): ToolCall =>
  shown(
    "knowledge",
    () => args,
    KnowledgeList,
    ({ items, nextCursor }) => ({ items: items.map(entry), nextCursor }),
  );

/** What teams share, and what of it a request would load. */
export const KNOWLEDGE_STEPS: readonly Step[] = [
  {
    name: "see what laying knowledge out would write",
    rest: () => ["POST", "/knowledge/layout", { teams: [team], dryRun: true }],
    mcp: OF_LEAD,
    cli: () => ["knowledge", "lay-out", team, "--dry-run"],
  },
  {
    name: "list the registry",
    rest: () => ["GET", "/knowledge?limit=500"],
    mcp: entries(),
    cli: () => ["knowledge", "list"],
  },
  ...Object.entries({ team, q: "owasp", tag: "korean" }).map(([filter, value]): Step => ({
    name: `list it by ${filter}`,
    rest: () => ["GET", `/knowledge${query({ [filter]: value })}`],
    mcp: entries({ [filter]: value }),
    cli: "lists a team's index",
  })),
  {
    name: "list what a team that there is not uses",
    rest: () => ["GET", "/knowledge?team=nobody"],
    mcp: refused("knowledge", () => ({ team: "nobody" })),
    cli: () => ["knowledge", "list", "--team", "nobody"],
    code: "not_found",
  },
  {
    name: "list a team's index",
    rest: () => ["GET", `${T}/knowledge`],
    mcp: "is a file",
    cli: () => ["knowledge", "list", "--team", team],
  },
  {
    name: "read an entry",
    rest: () => ["GET", "/knowledge/owasp-top-10"],
    mcp: shown(
      "knowledge",
      () => ({ id: "owasp-top-10" }),
      KnowledgeDetail,
      (detail) => ({
        items: [entry(detail)],
        read: { text: detail.text, next: null },
        nextCursor: null,
      }),
    ),
    cli: "prints its file's path",
  },
  {
    name: "read an entry that there is not",
    rest: () => ["GET", "/knowledge/nothing"],
    mcp: refused("knowledge", () => ({ id: "nothing" })),
    cli: "prints its file's path",
    code: "not_found",
  },
  {
    name: "see what a mode and a topic would load",
    rest: () => ["POST", `${T}/knowledge/resolve`, { mode: "review", topic: "a deadlock", budget: 900 }],
    mcp: BY_OBSERVER,
    cli: () => ["knowledge", "resolve", "-t", team, "--mode", "review", "--budget", "900", "a deadlock"],
  },
];
