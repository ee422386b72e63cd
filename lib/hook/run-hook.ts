import { disarm } from "@/lib/core/text/frame";
import { postAcks, saidAcks } from "@/lib/hook/acknowledge";
import { attributeEdit } from "@/lib/hook/after-edit";
import { SILENT, type HookAnswer } from "@/lib/hook/answer";
import { acknowledgementForm, INJECTION_LIMIT } from "@/lib/hook/injection";
import { loseContext, reportLost, takeWaiting, tell } from "@/lib/hook/deliver";
import { readHookInput, type HookInput } from "@/lib/hook/hook-input";
import { orientation } from "@/lib/hook/orientation";
import { beforeTool } from "@/lib/hook/before-tool";
import { readMoment, type Moment, type Surroundings } from "@/lib/hook/moment";
import { touchedDocument } from "@/lib/hook/decide-tool";

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
      return within(input, surroundings, atStart);
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
  return moment === null ? SILENT : answer(moment);
}

async function afterTool(input: HookInput, surroundings: Surroundings): Promise<HookAnswer> {
  const touched = touchedDocument(input.tool, input.cwd, process.platform);
  const moment = touched && readMoment(input, surroundings, touched.document.root);
  if (touched === null || moment === null) return SILENT;
  await attributeEdit(moment, touched);
  await postAcks(moment, saidAcks(moment));
  return SILENT;
}

async function atStart(moment: Moment): Promise<HookAnswer> {
  const { input, ledger, identity } = moment;
  const { event, source } = input;
  // A plain subagent is told nothing; one that is resumed is not shown what a second start adds.
  if (event === "SubagentStart" && (identity.role === null || !ledger.claim("started", identity.instance)))
    return SILENT;
  if (source === "clear" || (source === "compact" && !ledger.has("lost", identity.instance))) loseContext(moment);
  const waiting = await takeWaiting(moment);
  ledger.sweep(Date.now());
  const told = waiting === null ? "" : tell(waiting, moment, false);
  return told !== "" ? inject(event, told) : inject(event, orientation(moment, waiting));
}

async function atWork(moment: Moment): Promise<HookAnswer> {
  const waiting = await takeWaiting(moment);
  const told = waiting === null ? "" : tell(waiting, moment, true);
  return told === "" ? SILENT : inject(moment.input.event, told);
}

/** A teammate that is about to rest is told what waits, and once of what it has not acknowledged; then it may rest. */
async function whenIdle(moment: Moment): Promise<HookAnswer> {
  const waiting = await takeWaiting(moment);
  if (waiting === null) return SILENT;
  const told = tell(waiting, moment, true);
  if (told !== "") return { ...SILENT, stderr: told, exitCode: 2 };
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
  await postAcks(moment, saidAcks(moment));
  return SILENT;
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

function inject(hookEventName: string, text: string): HookAnswer {
  const additionalContext = disarm(text).slice(0, INJECTION_LIMIT);
  return { ...SILENT, stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }) };
}
