import { StatusTool } from "@/lib/contracts/session-tools";
import { isLead } from "@/lib/core/access/decide-access";
import { accessOf } from "@/lib/core/memory/access";
import type { Call } from "@/lib/mcp/call";
import { defineTool } from "@/lib/mcp/define-tool";
import { ownSession, workspaceOf } from "@/lib/mcp/place";
import { actorOf, type Caller } from "@/lib/services/workspace/caller";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Sessions named to a caller that has to choose one. */
const NAMED = 50;

/** Who is calling and where. */
export const statusTool = defineTool({
  name: "status",
  title: "Who you are and where the session stands",
  description: "Your role and rights, the session and its roles.",
  place: "any",
  effect: "reads",
  ...StatusTool,
  run: async (call, named) => {
    const { services, caller } = call;
    const workspace = workspaceOf(call, named);
    const session = named.session ?? (await ownSession(call, workspace));
    const you = actorOf(caller);
    if (session === null) {
      const { items } = await services.sessions.list(caller, { workspace });
      const open = items.filter(({ finished }) => finished === null);
      const sessions = open.slice(0, NAMED).map(({ id, feature }) => ({ id, feature }));
      return { you, may: rightsOf(caller, null), workspace, session: null, sessions };
    }
    const params = { workspace, session };
    const { feature, gcVersion, roles, counts } = await services.sessions.get(caller, params);
    const own = roles.find(({ id }) => id === you);
    return {
      you,
      may: rightsOf(caller, own?.access ?? "absent"),
      workspace,
      session,
      feature,
      contextVersion: gcVersion,
      ...(own?.state === "active" && you !== "Lead" && { pendingUpdates: await countUpdates(call, params, you) }),
      pendingRelays: counts.pendingRelays,
      openQuestions: counts.openQuestions,
      openConflicts: counts.openConflicts,
      roles: roles.map(({ id, access, state, items }) => ({ role: id, access, state, items })),
    };
  },
});

/** Counted as a reader counts them: a role that only asks how many wait has not fetched them. */
async function countUpdates({ services, caller, signal }: Call, params: SessionParams, role: string): Promise<number> {
  const onlooker: Caller = { ...caller, kind: "viewer", role: null };
  return (await services.context.updates(onlooker, params, { role, wait: 0 }, signal)).items.length;
}

function rightsOf(caller: Caller, access: string | null): "lead" | "write" | "relay" | "read" | "read and relay" {
  if (caller.kind === "team") return "read and relay";
  if (caller.kind === "viewer") return "read";
  if (isLead(caller)) return "lead";
  // A role that the session does not have is refused whatever it says.
  if (access === "absent") return "read";
  return (access ?? accessOf(actorOf(caller))) === "direct" ? "write" : "relay";
}
