import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import { readFileSync, appendFileSync } from "node:fs";
import { disarm } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { type HookAnswer, SILENT } from "@/lib/hook/answer";
import { attribute, type Texts, sha256 } from "@/lib/hook/attribute";
import { settle, sayOrOwe } from "@/lib/hook/debts";
import { refuseFileTool, refuseShell, speaksOfDocuments } from "@/lib/hook/decide-tool";
import { touchedDocument } from "@/lib/hook/find-document";
import type { TakenInbox } from "@/lib/contracts/runs";
import { endRun, markTold, reportLoss, takeInbox, tell, tellRest, type Told } from "@/lib/hook/deliver";
import { type HookInput, OUR_TOOL, type ToolCall } from "@/lib/hook/hook-input";
import { LONGEST_WHOLE } from "@/lib/core/context/update-parts";
import { acknowledgementForm } from "@/lib/hook/injection";
import { type Moment, readMoment } from "@/lib/hook/moment";
import type { Surroundings } from "@/lib/hook/surroundings";
import { openingWords, orientation, withoutSeat, oweLead } from "@/lib/hook/orientation";
import { plannedEdits, withCrlf } from "@/lib/hook/planned-edits";
import { isReport } from "@/lib/hook/transcript";
import { typeOf, accessOf, foreignSections } from "@/lib/core/memory/access";
import { meetClaims } from "@/lib/hook/meet-claims";
import { rememberSession } from "@/lib/hook/find-session";
import { quoted, withCallerNamed } from "@/lib/hook/shell-writes";
import { listSessions, memoryPath, readText } from "@/lib/hook/workspace";
import { changedParts, OUTSIDE_SECTIONS } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Environment } from "@/lib/hook/who-is-it";

/** What is done before a tool runs: a call of ours is announced, and a file tool held to the rules of the team's documents. */
async function beforeTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  if (OUR_TOOL.test(input.tool.name)) {
    const moment = await readMoment(input, surroundings);
    if (moment !== null) await announce(moment);
    return SILENT;
  }
  if (input.tool.name === "Bash") return beforeShell(input, surroundings);
  const touched = touchedDocument(input.tool, input.cwd, process.platform);
  if (touched === null) return beforeClaimed(input, surroundings);
  const moment = await readMoment(input, surroundings, touched.document.root);
  if (moment === null) return SILENT;
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

/** An edit where another has claimed is told so; by clients that take no words before a tool, with what follows it. */
async function beforeClaimed(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  const met = await meetClaims(input, surroundings);
  if (met === null) return SILENT;
  if (met.isDenied) return deny(met.text);
  if (surroundings.client === undefined) return inject("PreToolUse", met.text);
  met.moment.ledger.owe(disarm(met.text), met.moment.identity.instance);
  return SILENT;
}

/** A shell command that plainly breaks the rules is denied; any other is told whose it is, and what it does is seen afterwards. */
async function beforeShell(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  const moment = await readMoment(input, surroundings);
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
async function announce({ input, identity, root, session, ledger, server, speaker }: Moment): Promise<void> {
  const { role } = identity;
  const named = stringOf(input.tool.input["session"]);
  const meant = listSessions(root).includes(named) ? named : session;
  if (named !== "" && meant === named && role !== null) rememberSession(root, named, ledger);
  if (server === null || role === null || meant === null || input.toolUseId === "") return;
  const agentId = input.agentId === "" ? null : input.agentId;
  const body = { toolUseId: input.toolUseId, role, session: meant, run: speaker.run ?? undefined, agentId };
  await sayOrOwe(server, ledger, { ...speaker, path: "callers", body });
}

async function givenType({ server, speaker }: Moment, session: string, role: string): Promise<string | null> {
  const answer = await server?.call("GET", `sessions/${encodeURIComponent(session)}`, speaker);
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

/** The answer to one event of the client. An event that is not known and a workspace without a team memory are answered with silence. */
export async function answerMoment(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  switch (input.event) {
    case "PreToolUse":
      return beforeTool(input, surroundings);
    case "PostToolUse":
      return afterTool(input, surroundings);
    case "SessionStart":
    case "SubagentStart":
      return within(input, surroundings, (moment) => {
        if (input.event === "SessionStart") settleShell(moment, surroundings.environment);
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
      // It may fail. A session of Claude Code begins again once it is compacted, and says so then; an agent within it does not.
      return within(input, surroundings, async (moment) => {
        const beginsAgain = input.agentId === "" && moment.speaker.run?.startsWith("claude:") === true;
        return beginsAgain ? undefined : reportLoss(moment);
      });
    case "SessionEnd":
      return within(input, surroundings, endRun);
    default:
      return SILENT;
  }
}

async function within(
  input: HookInput,
  surroundings: Surroundings,
  answer: (moment: Moment) => Promise<HookAnswer | undefined>,
): Promise<HookAnswer> {
  const moment = await readMoment(input, surroundings);
  if (moment === null) return SILENT;
  // A client that ends waits for nobody: what is to be said then is kept before anything is said.
  if (input.event !== "SessionEnd") await settle(moment.server, moment.ledger);
  return (await answer(moment)) ?? SILENT;
}

async function afterTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  const touched = touchedDocument(input.tool, input.cwd, process.platform);
  const moment = touched && (await readMoment(input, surroundings, touched.document.root));
  if (touched === null || moment === null) return SILENT;
  const { document, place } = touched;
  const texts = document.kind === "memory" && document.session !== null ? textsOfEdit(moment, place) : null;
  if (document.session !== null && texts !== null) await attribute(moment, document.session, texts);
  await postAcks(moment, saidAcks(moment));
  return SILENT;
}

async function atStart(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity, seat } = moment;
  const { event } = input;
  if (event === "SubagentStart") {
    if (seat.taken.length > 0) return inject(event, withoutSeat(moment));
    // A plain subagent is told nothing.
    if (identity.role === null) return SILENT;
  }
  const taken = await takeInbox(moment);
  ledger.sweep(Date.now());
  const first = openingWords(moment);
  const told = tellAfter(first, taken, moment);
  if (told.text !== first) return deliver(moment, told);
  const here = orientation(moment, taken);
  return inject(event, first === "" || seat.isOwn ? here : `${here}\n\n${first}`);
}

async function atWork(moment: Moment): Promise<HookAnswer> {
  // Whoever has reported makes no further request, and would not read it.
  if (moment.input.batch.some(isReport)) return SILENT;
  const seen = await seeShellWrites(moment);
  const rest = seen === "" ? tellRest(moment) : null;
  if (rest !== null) return deliver(moment, rest);
  const taken = await takeInbox(moment);
  const told = tellAfter(openingWords(moment, seen), taken, moment);
  return told.text === "" ? SILENT : deliver(moment, told);
}

/** What is told at a moment, after words that are told in any case. */
function tellAfter(first: string, taken: TakenInbox | null, moment: Moment): Told {
  const told = taken === null ? { text: "", mark: null } : tell(taken, moment, LONGEST_WHOLE - first.length - 2);
  return { ...told, text: [first, told.text].filter((part) => part !== "").join("\n\n") };
}

/** A teammate that is about to rest is told what waits, and once of what it has not acknowledged; then it may rest. */
async function whenIdle(moment: Moment): Promise<HookAnswer> {
  const rest = tellRest(moment);
  if (rest !== null) return { ...keepOn(rest.text), ...afterwards(moment, rest) };
  const taken = await takeInbox(moment);
  if (taken === null) return SILENT;
  const told = tell(taken, moment);
  if (told.text !== "") return { ...keepOn(told.text), ...afterwards(moment, told) };
  return keepOn(askFor(taken));
}

/** An agent that stops is asked once for what it owes, or told what is wrong with an answer, where its client lets it go on. */
async function atStop(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity, seat, session } = moment;
  const isSubagent = input.event === "SubagentStop";
  if (isSubagent && seat.isOwn) ledger.drop("seat", session ?? "", identity.role ?? "");
  const isAsked = !input.isKeptOn && moment.canGoOn && identity.role !== "Lead";
  if (!isAsked) await postAcks(moment, saidAcks(moment));
  const taken = isAsked ? await takeInbox(moment) : null;
  const asked = taken === null ? "" : askFor(taken);
  // A session is told with its next prompt; a subagent has none, and goes on where there is something to put right.
  const owed = isAsked && (isSubagent || asked !== "") ? ledger.takeOwed(identity.instance) : [];
  const words = owed.length > 0 ? owed.join("\n") : asked;
  // A teammate that stops waits to be written to; it is over when its client says that its Lead is.
  if (words === "" && isSubagent && !identity.rests) await endRun(moment);
  return keepOn(words);
}

/** What an agent is asked for before it rests or ends; "" for nothing. */
function askFor({ unanswered, owes }: TakenInbox): string {
  const last = unanswered.at(-1);
  const count = unanswered.length === 1 ? "One context update is" : `${unanswered.length} context updates are`;
  return [
    ...(last === undefined ? [] : [`${count} not acknowledged. ${acknowledgementForm(last)}`]),
    ...(owes === "" ? [] : [`Before you stop: ${disarm(owes)}. Settle it, or say in your section how it stands.`]),
  ].join("\n");
}

/** Keeps an agent at work with what it reads; lets it stop where that is "". */
function keepOn(stderr: string): HookAnswer {
  return stderr === "" ? SILENT : { ...SILENT, stderr, exitCode: 2 };
}

/** What is told, and marked as read once the client has it. */
function deliver(moment: Moment, told: Told): HookAnswer {
  return { ...inject(moment.input.event, told.text), ...afterwards(moment, told) };
}

function afterwards(moment: Moment, told: Told): Pick<HookAnswer, "afterwards"> {
  return told.mark === null && told.rest === undefined ? {} : { afterwards: () => markTold(told, moment) };
}

function inject(hookEventName: string, text: string): HookAnswer {
  const additionalContext = disarm(text).slice(0, LONGEST_WHOLE);
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

/** Keeps what the team memory is before a shell command that speaks of it, to see afterwards what the command did. */
function rememberMemory({ input, identity, root, session, ledger }: Moment): void {
  if (identity.role === null || session === null || !speaksOf(input.tool, input.cwd)) return;
  const text = readText(memoryPath(root, session));
  if (text !== null) ledger.note(text, "before-shell", input.toolUseId);
}

/**
 * What a shell command has done to the team memory: the change is the agent's in the history, and where it broke a rule the agent is
 * told which, and the Lead with its next event. "" where nothing is to be told.
 */
async function seeShellWrites(moment: Moment): Promise<string> {
  const { input, identity, root, session, ledger } = moment;
  const { role } = identity;
  const shells = input.batch.filter((tool) => tool.name === "Bash" && speaksOf(tool, input.cwd));
  const [shell] = shells;
  if (shell === undefined || role === null || session === null) return "";
  const before = shells.map(({ id = "" }) => ledger.read("before-shell", id)).find((text) => text !== null) ?? null;
  for (const { id = "" } of shells) ledger.drop("before-shell", id);
  const after = readText(memoryPath(root, session));
  if (before === null || after === null || sha256(before) === sha256(after)) return "";
  const known = await attribute(moment, session, { before, after });
  const memory = parseMemory(before);
  const { direct } = memory.meta;
  const access = accessOf(role, { direct });
  const broken = foreignSections(role, changedParts(memory, parseMemory(after)), { direct });
  if (broken.length === 0) return "";
  const what = broken.map((section) => section || OUTSIDE_SECTIONS).join(", ");
  // Of what the server knows, it tells the Lead in its inbox.
  if (broken.some((section) => !known.includes(section))) {
    oweLead(
      ledger,
      `Wardroom: ${role} changed ${what} in TEAM-MEMORY.md of ${session} with a shell command, which is not its to change: ${shorten(stringOf(shell.input["command"]))}`,
    );
  }
  const right =
    access === "relay"
      ? `${role} changes nothing in it: the tool \`say\` leaves an item with the Lead.`
      : `${role} writes in "## ${role}" alone, with the tool \`say\` or with Edit.`;
  return `Wardroom: your command changed ${what} in TEAM-MEMORY.md. ${right} Put it back as it was; the Lead has been told.`;
}

function speaksOf({ input }: ToolCall, cwd: string): boolean {
  return speaksOfDocuments(stringOf(input["command"])) || speaksOfDocuments(cwd);
}

function shorten(command: string): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/**
 * The input of a shell command with its agent's role and run in the environment, so that `wardroom` knows whose command it is; null where it
 * goes as it is. Only a command that speaks of Wardroom is changed, and any where nobody is asked: the client would ask a person
 * about every other one that the project allows today.
 */
function withRole({ input, identity, session, speaker }: Moment): Record<string, unknown> | null {
  const { role } = identity;
  const command = stringOf(input.tool.input["command"]);
  if (role === null || command === "") return null;
  const isAsked = input.permissionMode !== "bypassPermissions";
  if (isAsked && !/wardroom/i.test(command)) return null;
  const by = [role, speaker.run ?? "", session ?? ""].join(",");
  const named = isAsked ? withCallerNamed(command, by) : null;
  if (named !== null) return { ...input.tool.input, command: named };
  const set = exported({ WARDROOM_ROLE: role, WARDROOM_SESSION: session, WARDROOM_RUN: speaker.run });
  return { ...input.tool.input, command: `${set}; ${command}` };
}

/**
 * Keeps the role and run a client was started with from the shells of everybody in its process: a Lead's teammates would all be the Lead.
 * In a client of one teammate they are that teammate's.
 */
function settleShell({ input, identity, speaker }: Moment, environment: Environment): void {
  const file = environment["CLAUDE_ENV_FILE"];
  const { role, hasOwnSession } = identity;
  if (!file || !hasOwnSession || role === null || input.source === "compact") return;
  const set = exported({ WARDROOM_ROLE: role, WARDROOM_RUN: speaker.run });
  try {
    appendFileSync(file, role === "Lead" ? "unset WARDROOM_ROLE WARDROOM_RUN\n" : `${set}\n`);
  } catch {
    // The shells have what the client was started with.
  }
}

/** The shell's command that sets variables, but those that are null. */
function exported(variables: Record<string, string | null>): string {
  const known = Object.entries(variables).flatMap(([name, text]) => (text === null ? [] : [`${name}=${quoted(text)}`]));
  return `export ${known.join(" ")}`;
}
