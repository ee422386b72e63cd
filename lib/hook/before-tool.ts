import { disarm } from "@/lib/core/text/frame";
import { typeOf } from "@/lib/core/memory/access";
import { rememberMemory } from "@/lib/hook/after-shell";
import { sayOrOwe } from "@/lib/hook/debts";
import { refuseShell } from "@/lib/hook/decide-shell";
import { refuseFileTool, touchedDocument } from "@/lib/hook/decide-tool";
import { rememberSession } from "@/lib/hook/find-session";
import { recordOf, stringOf, type HookInput } from "@/lib/hook/hook-input";
import { readMoment, type Moment } from "@/lib/hook/moment";
import type { Surroundings } from "@/lib/hook/surroundings";
import { SILENT, type HookAnswer } from "@/lib/hook/answer";
import { withRole } from "@/lib/hook/shell-role";
import { listSessions } from "@/lib/hook/workspace";

/** mcp__wardroom__say, mcp__plugin_wardroom_wardroom__say */
const OUR_TOOL = /^mcp__(?:plugin_)?[\w-]*wardroom[\w-]*__/i;

/** What is done before a tool runs: a call of ours is announced, and a file tool held to the rules of the team's documents. */
export async function beforeTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  if (OUR_TOOL.test(input.tool.name)) {
    const moment = readMoment(input, surroundings);
    if (moment !== null) await announce(moment);
    return SILENT;
  }
  if (input.tool.name === "Bash") return beforeShell(input, surroundings);
  const touched = touchedDocument(input.tool, input.cwd, process.platform);
  const moment = touched && readMoment(input, surroundings, touched.document.root);
  if (touched === null || moment === null) return SILENT;
  const { role } = moment.identity;
  const { session } = touched.document;
  if (session !== null && role !== null) rememberSession(moment.root, session, moment.ledger);
  let refusal = refuseFileTool(input.tool, touched, { role, type: null });
  if (refusal !== null && role !== null && session !== null && typeOf(role, null) === null) {
    // Its name says nothing of its type, but whoever added the role may have.
    const type = await givenType(moment, session, role);
    if (type !== null) refusal = refuseFileTool(input.tool, touched, { role, type });
  }
  return refusal === null ? SILENT : deny(refusal);
}

/** A shell command that plainly breaks the rules is denied; any other is told whose it is, and what it does is seen afterwards. */
function beforeShell(input: HookInput, surroundings: Surroundings): HookAnswer {
  const moment = readMoment(input, surroundings);
  if (moment === null) return SILENT;
  const { root, identity } = moment;
  const command = stringOf(input.tool.input["command"]);
  const refusal = refuseShell(command, { root, cwd: input.cwd, role: identity.role });
  if (refusal !== null) return deny(refusal);
  rememberMemory(moment);
  const updatedInput = withRole(moment);
  return updatedInput === null ? SILENT : answerWith({ hookEventName: "PreToolUse", updatedInput });
}

/** Tells the server whose call this is, before it arrives over a connection that the whole team shares. */
async function announce({ input, identity, root, session, ledger, server }: Moment): Promise<void> {
  const { role } = identity;
  const named = stringOf(input.tool.input["session"]);
  const meant = listSessions(root).includes(named) ? named : session;
  if (named !== "" && meant === named && role !== null) rememberSession(root, named, ledger);
  if (server === null || role === null || meant === null || input.toolUseId === "") return;
  const agentId = input.agentId === "" ? null : input.agentId;
  const body = { toolUseId: input.toolUseId, role, session: meant, agentId };
  await sayOrOwe(server, ledger, { path: "callers", as: null, body });
}

async function givenType({ server }: Moment, session: string, role: string): Promise<string | null> {
  const answer = await server?.call("GET", `sessions/${encodeURIComponent(session)}`, null);
  if (answer?.status !== 200) return null;
  const { roles } = answer.body;
  const found = Array.isArray(roles)
    ? (roles as unknown[]).map(recordOf).find((each) => each["id"] === role)
    : undefined;
  return stringOf(found?.["type"]) || null;
}

function deny(reason: string): HookAnswer {
  // It may name paths and headings, which others wrote.
  const permissionDecisionReason = disarm(reason);
  const decision = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason };
  return answerWith(decision);
}

function answerWith(hookSpecificOutput: Record<string, unknown>): HookAnswer {
  return { ...SILENT, stdout: JSON.stringify({ hookSpecificOutput }) };
}
