import type { Resumed, SessionKnowledge } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import type { CheckpointContent } from "@/lib/core/knowledge/checkpoint";
import { chooseCheckpoint } from "@/lib/core/knowledge/checkpoint-name";
import { assertTeamSessionId } from "@/lib/core/knowledge/team-session";
import { findTeamSession } from "@/lib/db/team-sessions";
import { actorOf, allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import { countCheckpoints, readCheckpoints, type CheckpointFile } from "@/lib/services/knowledge/checkpoint-files";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { store, targetOf, type TeamSessionParams } from "@/lib/services/knowledge/team-session-change";
import { keepTeamFiles } from "@/lib/services/knowledge/team-session-files";
import {
  type OpenKnowledge,
  refresh,
  type LoadedBefore,
  type Refreshed,
} from "@/lib/services/knowledge/team-session-load";
import {
  contentOf,
  newTeamSession,
  sayLoaded,
  stateOfSession,
  tokensOf,
  type TeamSessionState,
} from "@/lib/services/knowledge/team-session-state";

/**
 * Brings a session back to where its newest good checkpoint, or the one that is named, left it: loaded set, dialogue, agreements, open
 * issues and next action. Newer ones that cannot be used are told, and never stand in the way; without any good one the state kept here
 * is taken. A session that only its checkpoint knows becomes known. Source: knowledge §5, risks.
 */
export async function resumeSession(
  context: ServiceContext,
  caller: Caller,
  given: TeamSessionParams,
  { checkpoint, knowledge }: { checkpoint: string | null; knowledge: OpenKnowledge },
  request: ChangeRequest,
): Promise<{ state: TeamSessionState; message: string; warnings: string[]; resumed: Resumed }> {
  allow(caller, "take part in the session of a team", { workspace: given.workspace });
  const params = { ...given, session: assertTeamSessionId(given.session, "session") };
  const files = await readCheckpoints(context, params);
  const { chosen, faulty } =
    checkpoint === null ? chooseCheckpoint(files) : { chosen: getNamed(files, checkpoint, params), faulty: [] };
  const kept = await findTeamSession(context.database.queries, params.workspace, params.team, params.session);
  if (chosen === null && kept === null) throw await nothingToResume(context, params, faulty);
  const source = chosen?.reading.content ?? contentOf(stateOfSession(kept as NonNullable<typeof kept>));
  const looked: Refreshed[] = [];
  for (const entry of source.loaded) looked.push(await refresh(knowledge, trusted(entry, chosen)));

  const others = files.length > 0 ? [] : [...(await countCheckpoints(context, params)).keys()];

  return context.committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
    const row = await findTeamSession(draft.queries, params.workspace, params.team, params.session);
    const startedAt = draft.now.toISOString();
    const begun = { workspace: params.workspace, team: params.team, id: params.session, startedAt };
    const before = row === null ? newTeamSession({ ...begun, startedBy: actorOf(caller) }) : stateOfSession(row);
    const { loaded, skipped } = fitting(looked, knowledge.budget(before.budget).tokens);
    const state = resumedState(before, source, chosen, loaded);
    const changes = looked.flatMap(({ change }) => change ?? []);
    store(draft, state);
    draft.event("team_session.resumed", targetOf(state), null, {
      team: state.team,
      teamSession: state.id,
      checkpoint: chosen?.file ?? null,
      turns: state.turns,
      faults: faulty.map(({ file }) => file),
    });
    const gone = new Set(changes.filter(({ change }) => change === "gone").map(({ id }) => id));
    const warnings = [
      ...faulty.map(({ file, reading }) => `${file} cannot be used. ${reading.fault?.message ?? ""}`),
      ...(others.length === 0 ? [] : [`It has no checkpoint yet. Sessions that have: ${sayFew(others)}.`]),
      ...(chosen?.reading.diagnostics.map(({ message }) => `${chosen.file}: ${message}`) ?? []),
      ...changes.map(({ message }) => message),
      ...skipped.filter(({ id }) => !gone.has(id)).map(({ id, why }) => `${id} is not loaded again: ${why}`),
      ...(await keepTeamFiles(draft, state)),
    ];
    const resumed: Resumed = {
      checkpoint: chosen?.file ?? null,
      created: chosen?.reading.content?.created ?? null,
      state: { mode: state.mode, turnCount: state.turns, currentSpeaker: state.currentSpeaker },
      dialogueSummary: state.dialogueSummary,
      agreements: state.agreements,
      openIssues: state.openIssues,
      nextAction: state.nextAction,
      restored: loaded.map(({ id }) => id),
      skipped,
      changes,
      faults: faulty.flatMap(({ file, reading }) => (reading.fault === null ? [] : [{ file, ...reading.fault }])),
    };
    return { state, message: say(resumed, state, before.turns), warnings, resumed };
  });
}

/** A checkpoint anybody may have written does not say what a person forced. */
function trusted(entry: LoadedBefore, chosen: CheckpointFile | null): LoadedBefore {
  return { ...entry, forced: entry.forced && chosen?.reading.verified !== false };
}

/** What of it fits the budget of now, in the order it was loaded; what a person forced stays. */
function fitting(looked: readonly Refreshed[], limit: number) {
  const loaded: SessionKnowledge[] = [];
  const skipped: Resumed["skipped"] = [];
  for (const { now, change } of looked) {
    if (now === null) {
      if (change !== null) skipped.push({ id: change.id, why: change.message });
      continue;
    }
    const left = limit - tokensOf(loaded);
    if (now.tokens <= left || now.forced) loaded.push(now);
    else skipped.push({ id: now.id, why: `${now.tokens} tokens do not fit in the ${left} left of ${limit}.` });
  }
  return { loaded, skipped };
}

function resumedState(
  before: TeamSessionState,
  source: CheckpointContent,
  chosen: CheckpointFile | null,
  loaded: SessionKnowledge[],
): TeamSessionState {
  const { mode, currentSpeaker, dialogueSummary, agreements, openIssues, nextAction, turnCount } = source;
  const said = { mode, currentSpeaker, dialogueSummary, agreements, openIssues, nextAction };
  const at = new Date(source.created).toISOString();
  const lastCheckpoint = chosen === null ? before.lastCheckpoint : { file: chosen.file, turn: turnCount, at };
  return {
    ...before,
    ...said,
    turns: turnCount,
    loaded,
    lastCheckpoint,
    status: "active",
    outcome: null,
    endedAt: null,
  };
}

function say(resumed: Resumed, state: TeamSessionState, turnsBefore: number): string {
  const from = resumed.checkpoint ?? "what was kept here, for want of a good checkpoint";
  const later = turnsBefore - state.turns;
  const lost = later > 0 ? ` ${later} later ${later === 1 ? "turn is" : "turns are"} not in it.` : "";
  const next = state.nextAction === null ? "" : ` Next: ${state.nextAction}`;
  return `Resumed from ${from}, at turn ${state.turns}.${lost} ${sayLoaded(state.loaded)}.${next}`;
}

/** The checkpoint that is meant by its file name or its number. Throws `not_found`, or `unparseable` for a faulty one. */
function getNamed(files: CheckpointFile[], name: string, { session }: TeamSessionParams): CheckpointFile {
  const wanted = new Set([name, `${name}.yaml`, `${session}.${name}.yaml`]);
  const found = files.find(({ file }) => wanted.has(file));
  const { chosen } = chooseCheckpoint(files);
  const offer = chosen === null ? "No other can be used." : `The newest good one is ${chosen.file}.`;
  if (found === undefined) {
    throw new AppError("not_found", `There is no checkpoint ${name}.`, {
      hint: chosen === null ? `${offer} List them with {checkpoint.list}.` : offer,
      about: { session },
    });
  }
  if (found.reading.fault === null) return found;
  throw new AppError("unparseable", `${found.file} cannot be used. ${found.reading.fault.message}`, {
    hint: offer,
    current: { fault: found.reading.fault, newestGood: chosen?.file ?? null },
  });
}

async function nothingToResume(context: ServiceContext, params: TeamSessionParams, faulty: readonly CheckpointFile[]) {
  const faults = faulty.map(({ file, reading }) => ({ file, ...reading.fault }));
  if (faults.length > 0) {
    return new AppError(
      "unparseable",
      `No checkpoint of ${params.session} can be used, and nothing else is known of it.`,
      {
        hint: `${faults[0]?.file}: ${faults[0]?.message ?? ""} Repair it, or start another session.`,
        current: { faults },
      },
    );
  }
  const others = [...(await countCheckpoints(context, params)).keys()];
  return new AppError("not_found", `The session ${params.session} has no checkpoint.`, {
    hint:
      others.length === 0
        ? "The team has none yet: start a session with {team-session.start}."
        : `Sessions with checkpoints: ${sayFew(others)}.`,
  });
}

function sayFew(names: readonly string[]): string {
  return names.slice(0, 20).join(", ");
}
