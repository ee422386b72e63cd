import { readFileSync } from "node:fs";
import { disarm } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { seeShellWrites, rememberMemory } from "@/lib/hook/after-shell";
import { type HookAnswer, SILENT } from "@/lib/hook/answer";
import { attribute, type Texts } from "@/lib/hook/attribute";
import { settle, sayOrOwe } from "@/lib/hook/debts";
import { touchedDocument, refuseFileTool } from "@/lib/hook/decide-tool";
import { loseContext, markTold, reportLost, takeWaiting, tell, type Told, type Waiting } from "@/lib/hook/deliver";
import { type HookInput, readHookInput, stringOf, recordOf } from "@/lib/hook/hook-input";
import { acknowledgementForm, INJECTION_LIMIT } from "@/lib/hook/injection";
import { type Moment, readMoment } from "@/lib/hook/moment";
import type { Surroundings } from "@/lib/hook/surroundings";
import { openingWords, orientation, withoutSeat } from "@/lib/hook/orientation";
import { plannedEdits, withCrlf } from "@/lib/hook/planned-edits";
import { leaveSeat } from "@/lib/hook/seat";
import { settleShell, withRole } from "@/lib/hook/shell-role";
import { isReport } from "@/lib/hook/transcript";
import { typeOf } from "@/lib/core/memory/access";
import { refuseShell } from "@/lib/hook/decide-shell";
import { rememberSession } from "@/lib/hook/find-session";
import { listSessions } from "@/lib/hook/workspace";

/** mcp__wardroom__say, mcp__plugin_wardroom_wardroom__say */
const OUR_TOOL = /^mcp__(?:plugin_)?[\w-]*wardroom[\w-]*__/i;

/** What is done before a tool runs: a call of ours is announced, and a file tool held to the rules of the team's documents. */
async function beforeTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
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

/**
 * The answer to one event of the client. An input that cannot be read, an event that is not known and a workspace without a
 * team memory are answered with silence.
 */
export async function runHook(text: string, surroundings: Surroundings): Promise<HookAnswer> {
  const input = readHookInput(text);
  if (input === null) return SILENT;
  switch (input.event) {
    case "PreToolUse":
      return beforeTool(input, surroundings);
    case "PostToolUse":
      return afterTool(input, surroundings);
    case "SessionStart":
    case "SubagentStart":
      return within(input, surroundings, (moment) => {
        if (input.event === "SessionStart") settleShell(input, moment, surroundings.environment);
        return atStart(moment);
      });
    case "UserPromptSubmit":
    case "PostToolBatch":
      return within(input, surroundings, atWork);
    case "TeammateIdle":
      return within(input, surroundings, whenIdle);
    case "Stop":
    case "SubagentStop":
      return within(input, surroundings, atStop);
    case "PreCompact":
      return within(input, surroundings, beforeCompaction);
    case "PostCompact":
      return within(input, surroundings, afterCompaction);
    default:
      return SILENT;
  }
}

async function within(
  input: HookInput,
  surroundings: Surroundings,
  answer: (moment: Moment) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const moment = readMoment(input, surroundings);
  if (moment === null) return SILENT;
  await settle(moment.server, moment.ledger);
  return answer(moment);
}

async function afterTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  const touched = touchedDocument(input.tool, input.cwd, process.platform);
  const moment = touched && readMoment(input, surroundings, touched.document.root);
  if (touched === null || moment === null) return SILENT;
  const { document, place } = touched;
  const texts = document.kind === "memory" && document.session !== null ? textsOfEdit(moment, place) : null;
  if (document.session !== null && texts !== null) await attribute(moment, document.session, texts);
  await postAcks(moment, saidAcks(moment));
  return SILENT;
}

async function atStart(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity, seat } = moment;
  const { event, source } = input;
  if (event === "SubagentStart") {
    if (seat.taken.length > 0) return inject(event, withoutSeat(moment));
    // A plain subagent is told nothing; one that is resumed is not shown what a second start adds.
    if (identity.role === null || !ledger.claim("started", identity.instance)) return SILENT;
  }
  if (source === "clear" || (source === "compact" && !ledger.has("lost", identity.instance))) loseContext(moment);
  const waiting = await takeWaiting(moment);
  ledger.sweep(Date.now());
  const first = openingWords(moment, seat.isOwn);
  const told = tellAfter(first, waiting, moment);
  if (told.text !== first) return deliver(moment, waiting, told);
  const here = orientation(moment, waiting);
  const text = first === "" || seat.isOwn ? here : `${here}\n\n${first}`;
  return deliver(moment, waiting, { text, mark: null });
}

async function atWork(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity, seat } = moment;
  // Whoever has reported makes no further request, and would not read it.
  if (input.batch.some(isReport)) return SILENT;
  const seen = await seeShellWrites(moment);
  const waiting = await takeWaiting(moment);
  // At its start it may not have been known which of several it was.
  const isNew = seat.isOwn && ledger.claim("started", identity.instance);
  const told = tellAfter(openingWords(moment, isNew, seen), waiting, moment);
  return told.text === "" ? { ...SILENT, ...afterwards(moment, waiting, told) } : deliver(moment, waiting, told);
}

/** What is told at a moment, after words that are told in any case. */
function tellAfter(first: string, waiting: Waiting | null, moment: Moment): Told {
  const told = waiting === null ? NOTHING : tell(waiting, moment, INJECTION_LIMIT - first.length - 2);
  return { ...told, text: [first, told.text].filter((part) => part !== "").join("\n\n") };
}

/** A teammate that is about to rest is told what waits, and once of what it has not acknowledged; then it may rest. */
async function whenIdle(moment: Moment): Promise<HookAnswer> {
  const waiting = await takeWaiting(moment);
  if (waiting === null) return SILENT;
  const told = tell(waiting, moment);
  if (told.text !== "") return { ...SILENT, stderr: told.text, exitCode: 2, ...afterwards(moment, waiting, told) };
  const { ledger, identity, session } = moment;
  const owed = waiting.unanswered.filter(({ id, pingedAt }) =>
    ledger.claim("reminded", session ?? "", identity.instance, id, pingedAt ?? ""),
  );
  const last = owed.at(-1);
  if (last === undefined) return SILENT;
  const count = owed.length === 1 ? "One context update is" : `${owed.length} context updates are`;
  return { ...SILENT, stderr: `${count} not acknowledged. ${acknowledgementForm(last)}`, exitCode: 2 };
}

async function atStop(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity } = moment;
  if (input.event === "SubagentStop") leaveSeat(input, ledger);
  await postAcks(moment, saidAcks(moment));
  // A session is told with its next prompt; a subagent has none, and goes on where there is something to put right.
  const owed = input.event === "SubagentStop" ? ledger.takeOwed(identity.instance) : [];
  return owed.length === 0 ? SILENT : { ...SILENT, stderr: owed.join("\n"), exitCode: 2 };
}

async function beforeCompaction(moment: Moment): Promise<HookAnswer> {
  loseContext(moment);
  await reportLost(moment);
  return SILENT;
}

async function afterCompaction(moment: Moment): Promise<HookAnswer> {
  const { ledger, identity } = moment;
  if (!ledger.has("lost", identity.instance)) return beforeCompaction(moment);
  // Reported and, where a session started anew, delivered since: the next compaction is another one.
  if (ledger.read("lost", identity.instance) === "reported") ledger.drop("lost", identity.instance);
  return SILENT;
}

const NOTHING: Told = { text: "", mark: null };

/** What is told, and marked as read once the client has it. */
function deliver(moment: Moment, waiting: Waiting | null, told: Told): HookAnswer {
  return { ...inject(moment.input.event, told.text), ...afterwards(moment, waiting, told) };
}

/** Where no server said what waits, this run was told nothing of it. */
function afterwards(moment: Moment, waiting: Waiting | null, told: Told): Pick<HookAnswer, "afterwards"> {
  return waiting === null ? {} : { afterwards: () => markTold(told, moment) };
}

function inject(hookEventName: string, text: string): HookAnswer {
  const additionalContext = disarm(text).slice(0, INJECTION_LIMIT);
  return { ...SILENT, stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }) };
}

/** The whole file before and after, with its own line ends and byte order mark, which the client leaves out of what it says. */
function textsOfEdit({ input }: Moment, place: string): Texts | null {
  const said = input.toolResponse["originalFile"];
  const isNew = input.tool.name === "Write" && said === null;
  if (typeof said !== "string" && !isNew) return null;
  const original = stringOf(said);
  let now: string;
  try {
    now = readFileSync(place, "utf8");
  } catch {
    return null;
  }
  const like = (text: string) => {
    const ended = now.includes("\r\n") ? withCrlf(text) : text;
    return now.startsWith("\uFEFF") && !ended.startsWith("\uFEFF") ? `\uFEFF${ended}` : ended;
  };
  if (input.tool.name === "Write")
    return { before: like(original), after: like(stringOf(input.tool.input["content"])) };
  let text = original;
  for (const { oldString, newString, everywhere } of plannedEdits(input.tool)) {
    if (oldString === "") return null;
    text = everywhere ? text.split(oldString).join(newString) : text.replace(oldString, () => newString);
  }
  return { before: like(original), after: like(text) };
}
