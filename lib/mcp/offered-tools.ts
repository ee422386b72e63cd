import type { Tool as ToolDeclaration } from "@modelcontextprotocol/server";
import { AppError } from "@/lib/core/errors";
import { isLead } from "@/lib/core/access/decide-access";
import type { Call } from "@/lib/mcp/call";
import type { Tool } from "@/lib/mcp/define-tool";
import { TOOLS } from "@/lib/mcp/tools";

/** The arguments that name a place. */
const PLACE = ["workspace", "session"];

/**
 * The tools that a caller is told of: the Lead's where it may lead, those of knowledge where there is some, and of their
 * arguments those that can make a difference. A call of any other tool is answered all the same, as its rights allow.
 */
export async function offeredTools(call: Call): Promise<ToolDeclaration[]> {
  const { caller } = call;
  // Over a connection that a team shares, or with a token that the Lead lends it, anybody may be the next to call.
  const shared = caller.kind === "team";
  const leads = shared || isLead(caller);
  const told = {
    all: true,
    lead: leads,
    leadOfAll: leads && caller.sessionKey === null,
    // The owner may act as a role, which acknowledges like any other.
    roles: shared || caller.kind === "role" || (caller.role !== null && !leads),
    knowledge: await hasKnowledge(call),
  };
  const settled = placesSettled(call);
  return TOOLS.filter(({ audience }) => told[audience]).map((tool) => without(tool, settled, told.lead));
}

/** Whether a workspace that the caller reaches has knowledge; one whose folder is away has none to load now. */
async function hasKnowledge({ runtime, services, caller, place }: Call): Promise<boolean> {
  const one = caller.workspace ?? place.workspace;
  const workspaces = one === undefined ? runtime.workspaces : [one];
  const isThere = (workspace: string) =>
    services.knowledge.isThere(caller, { workspace }).catch((error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    });
  return (await Promise.all(workspaces.map(isThere))).includes(true);
}

/** The arguments for a place that only one thing could be said in. */
function placesSettled({ runtime, caller }: Call): string[] {
  if (caller.sessionKey !== null) return PLACE;
  return runtime.workspaces.length === 1 || caller.workspace !== null ? ["workspace"] : [];
}

/** The declaration of a tool without arguments that nobody needs who is told of it. */
function without({ declaration, ownRole }: Tool, settled: readonly string[], leads: boolean): ToolDeclaration {
  const { properties = {}, ...schema } = declaration.inputSchema;
  const { required = [] } = schema;
  const needless = (name: string) =>
    !required.includes(name) && (settled.includes(name) || (name === "role" && ownRole && !leads));
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !needless(name)));
  return { ...declaration, inputSchema: { ...schema, properties: left } };
}
