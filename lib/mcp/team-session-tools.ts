import type { TeamSession } from "@/lib/contracts/team-sessions";
import { LoadTool, ResumeTool, SaveTool, UnloadTool } from "@/lib/contracts/library-tools";
import { AppError } from "@/lib/core/errors";
import type { WorkspaceCall } from "@/lib/mcp/call";
import { defineTool } from "@/lib/mcp/define-tool";
import { ANSWER_BYTES, bytesOf } from "@/lib/mcp/fit";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

/** Sessions an error names. */
const NAMED = 20;

/** Bytes of a resumed dialogue: the rest of an answer is what was agreed and what is loaded. */
const DIALOGUE_BYTES = ANSWER_BYTES / 3;

/** The sessions of teams: what they have loaded, and where they stand. */
export const teamSessionTools = [
  defineTool({
    name: "load",
    title: "Load knowledge into a team session",
    description:
      "With `id`, loads one entry within the team's budget; with `mode` or `topic`, starts a session with all that these load; with both, does both or nothing. Then read the files it names.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    ...LoadTool,
    run: async (call, { team, teamSession, id, mode, topic }) => {
      const { services, caller } = call;
      const params = { ...call.params, team };
      if (mode !== undefined || topic !== undefined || (id === undefined && teamSession === undefined)) {
        const body = { mode, topic, id: teamSession, load: id, checkpointEvery: 10 };
        const started = await services.teams.start(caller, params, body, PLAIN_REQUEST);
        return { ...setOf(started), skipped: started.skipped };
      }
      const written = id === undefined ? "*knowledge" : `*load: ${id}`;
      return { ...(await command(call, { team, teamSession }, written)), skipped: [] };
    },
  }),

  defineTool({
    name: "unload",
    title: "Unload knowledge",
    description: "Takes one entry out of what a team session has loaded, which frees its tokens.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    idempotent: true,
    ...UnloadTool,
    run: (call, { team, teamSession, id }) => command(call, { team, teamSession }, `*unload: ${id}`),
  }),

  defineTool({
    name: "save",
    title: "Save a checkpoint",
    description:
      "Keeps where a team session stands, to be resumed later: state, dialogue in short, agreements, open issues, the next action. What is left out stays as it was; what is loaded is added.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    ...SaveTool,
    run: async (call, { team, teamSession, workspace: _, ...body }) => {
      const params = await activeSession(call, { team, teamSession });
      const saved = await call.services.teams.checkpoints.save(call.caller, params, body, PLAIN_REQUEST);
      const { file, path, created, loaded, warnings } = saved;
      return { teamSession: params.session, file, path, created, loaded, warnings };
    },
  }),

  defineTool({
    name: "resume",
    title: "Resume a team session",
    description:
      "Brings a team session back to its newest good checkpoint, or the one named: what was said, agreed and open, and what is loaded.",
    place: "workspace",
    effect: "writes",
    audience: "knowledge",
    idempotent: true,
    ...ResumeTool,
    run: async (call, { team, teamSession, checkpoint }) => {
      const params = await activeSession(call, { team, teamSession });
      const body = checkpoint === undefined ? {} : { checkpoint };
      const done = await call.services.teams.checkpoints.resume(call.caller, params, body, PLAIN_REQUEST);
      const { resumed } = done;
      return {
        ...setOf(done),
        checkpoint: resumed.checkpoint,
        mode: resumed.state.mode,
        turns: resumed.state.turnCount,
        currentSpeaker: resumed.state.currentSpeaker,
        dialogueSummary: lastThatFit(resumed.dialogueSummary),
        agreements: resumed.agreements,
        openIssues: resumed.openIssues,
        nextAction: resumed.nextAction,
        skipped: resumed.skipped,
        faults: resumed.faults.map(({ file, message }) => `${file}: ${message}`),
        changes: resumed.changes.map(({ message }) => message),
      };
    },
  }),
];

interface NamedSession {
  team: string;
  teamSession?: string | undefined;
}

async function command(call: WorkspaceCall, named: NamedSession, written: string) {
  const params = await activeSession(call, named);
  const body = { command: written, force: false };
  return setOf(await call.services.teams.command(call.caller, params, body, PLAIN_REQUEST));
}

/** The session that is named, or the team's only active one; `invalid_input` with those there are when it could be any, `not_found` when none is. */
async function activeSession({ services, caller, params }: WorkspaceCall, { team, teamSession }: NamedSession) {
  if (teamSession !== undefined) return { ...params, team, session: teamSession };
  const { items } = await services.teams.sessions(caller, { ...params, team });
  const active = items.filter(({ known, status }) => known && status === "active").map(({ id }) => id);
  const [only] = active;
  if (active.length === 1 && only !== undefined) return { ...params, team, session: only };
  if (only === undefined) {
    throw new AppError("not_found", "The team has no active session.", {
      hint: "Start one with `load` and a mode or topic, or name one with `teamSession` to `resume` it.",
    });
  }
  throw new AppError("invalid_input", "The team has more than one active session.", {
    hint: `Name one with \`teamSession\`: ${active.slice(0, NAMED).join(", ")}.`,
    errors: [{ path: "teamSession", message: "is missing" }],
  });
}

function setOf(session: TeamSession & { message: string; warnings: string[] }) {
  const { id, message, loaded, tokens, budget, warnings } = session;
  return {
    teamSession: id,
    message,
    loaded: loaded.map(({ id: each, path, tokens: cost, summary }) => ({ id: each, path, tokens: cost, summary })),
    tokens,
    left: budget.left,
    warnings,
  };
}

/** The end of a dialogue is what a session goes on from. */
function lastThatFit<T>(turns: readonly T[]): T[] {
  let bytes = 0;
  const first = turns.findLastIndex((turn) => (bytes += bytesOf(turn)) > DIALOGUE_BYTES);
  return turns.slice(first + 1);
}
