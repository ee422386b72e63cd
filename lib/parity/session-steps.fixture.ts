import { UpdateList } from "@/lib/contracts/context";
import { Session } from "@/lib/contracts/sessions";
import { OF_LEAD, refused, shown, type ReadRest, type Step, type ToolCall } from "@/lib/parity/step.fixture";

/** What `status` tells a role of the session, made of what REST tells of it. */
export function status(you: string, may: string): ToolCall {
  return shown(
    "status",
    () => ({}),
    Session,
    async (session, read) => ({
      you,
      may,
      workspace: "demo",
      session: session.id,
      feature: session.feature,
      contextVersion: session.gcVersion,
      ...(you !== "Lead" && { pendingUpdates: await countUpdates(read, session.id, you) }),
      pendingRelays: session.counts.pendingRelays,
      openQuestions: session.counts.openQuestions,
      openConflicts: session.counts.openConflicts,
      roles: session.roles.map(({ id, access, state, items }) => ({ role: id, access, state, items })),
    }),
  );
}

async function countUpdates(read: ReadRest, session: string, role: string): Promise<number> {
  return (await read(UpdateList, `/sessions/${session}/context/updates?role=${role}`)).items.length;
}

/** How a session begins. */
export const SESSION_STEPS: readonly Step[] = [
  {
    name: "look into a session that is not named where there is none",
    rest: "an address names it",
    mcp: refused("memory"),
    cli: () => ["context", "show"],
    code: "not_found",
  },
  {
    name: "create a session",
    rest: () => [
      "POST",
      "/sessions",
      { id: "checkout", feature: "New checkout", roles: [{ id: "implementer-1" }, { id: "mina", type: "researcher" }] },
    ],
    mcp: OF_LEAD,
    cli: () => ["session", "create", "checkout", "-f", "New checkout", "-r", "implementer-1", "-r", "mina:researcher"],
  },
  {
    name: "create it again",
    rest: () => ["POST", "/sessions", { id: "checkout", feature: "x", roles: [] }],
    mcp: OF_LEAD,
    cli: () => ["session", "create", "checkout", "-f", "x"],
    code: "conflict",
  },
  {
    name: "create one with a slash",
    rest: () => ["POST", "/sessions", { id: "a/b", feature: "a/b", roles: [] }],
    mcp: OF_LEAD,
    cli: () => ["session", "create", "a/b"],
    code: "invalid_input",
  },
  {
    name: "add a role",
    rest: () => ["POST", "/sessions/checkout/roles", { id: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["session", "add-role", "checkout", "implementer-2"],
    keep: ({ token }) => ({ token }),
  },
  {
    name: "add it again",
    rest: () => ["POST", "/sessions/checkout/roles", { id: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["session", "add-role", "checkout", "implementer-2"],
    code: "conflict",
  },
  {
    name: "sign out a browser that there is not",
    rest: () => ["DELETE", "/browsers/5b0f7c2d9e14a683"],
    mcp: OF_LEAD,
    cli: () => ["browser", "end", "5b0f7c2d9e14a683"],
    code: "not_found",
  },
  {
    name: "list sessions",
    rest: () => ["GET", "/sessions?limit=500"],
    mcp: "named by `status` to who has to choose",
    cli: () => ["session", "list"],
  },
  {
    name: "see where the session stands, as the Lead",
    rest: () => ["GET", "/sessions/checkout"],
    mcp: status("Lead", "lead"),
    cli: "in `session list`",
  },
  {
    name: "see where it stands, as a role that writes through the Lead",
    as: "mina",
    rest: () => ["GET", "/sessions/checkout"],
    mcp: status("mina", "relay"),
    cli: "in `session list`",
  },
  {
    name: "see where a session stands that there is not",
    rest: () => ["GET", "/sessions/nowhere"],
    mcp: refused("status", () => ({ session: "nowhere" })),
    cli: () => ["session", "delete", "nowhere", "--yes"],
    code: "not_found",
  },
];

/** How a session ends. */
export const LAST_SESSION_STEPS: readonly Step[] = [
  {
    name: "see where the session stands, as a role that writes itself",
    as: "implementer-1",
    rest: () => ["GET", "/sessions/checkout"],
    mcp: status("implementer-1", "write"),
    cli: "in `session list`",
  },
  {
    name: "see what a session leaves that is not there",
    rest: () => ["GET", "/sessions/nowhere/harvest"],
    mcp: OF_LEAD,
    cli: () => ["session", "harvest", "nowhere"],
    code: "not_found",
  },
  {
    name: "finish a session",
    rest: () => ["POST", "/sessions/checkout/finish", { finished: true }],
    mcp: OF_LEAD,
    cli: () => ["session", "finish", "checkout"],
  },
  {
    name: "finish it again",
    rest: () => ["POST", "/sessions/checkout/finish", {}],
    mcp: OF_LEAD,
    cli: () => ["session", "finish", "checkout"],
    code: "conflict",
  },
  {
    name: "write to a finished session",
    as: "implementer-1",
    rest: () => ["POST", "/sessions/checkout/memory/items", { tag: "Finding", text: "late" }],
    mcp: refused("say", () => ({ tag: "Finding", text: "late" })),
    cli: () => ["say", "implementer-1", "finding", "late"],
    code: "conflict",
  },
  {
    name: "read a finished session",
    rest: () => ["GET", "/sessions?limit=500"],
    mcp: "named by `status` to who has to choose",
    cli: () => ["session", "list"],
  },
  {
    name: "reopen it",
    rest: () => ["POST", "/sessions/checkout/finish", { finished: false }],
    mcp: OF_LEAD,
    cli: () => ["session", "reopen", "checkout"],
  },
  {
    name: "delete a session",
    rest: () => ["DELETE", "/sessions/checkout"],
    mcp: OF_LEAD,
    cli: () => ["session", "delete", "checkout", "--yes"],
  },
  {
    name: "read one that was deleted",
    rest: () => ["GET", "/sessions/checkout/memory"],
    mcp: refused("memory", () => ({ session: "checkout" })),
    cli: () => ["session", "show", "checkout"],
    code: "not_found",
  },
];
