import type { SessionKnowledge, TeamCommand, TeamCommandDone } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { parseTeamCommand, onlyLike } from "@/lib/core/knowledge/team-session";
import type { Draft } from "@/lib/services/commit/act";
import { allow, authorOf, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import { resumeSession } from "@/lib/services/knowledge/checkpoint-resume";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import {
  changeTeamSession,
  locateTeam,
  readTeamSession,
  store,
  targetOf,
  type TeamSessionParams,
} from "@/lib/services/knowledge/team-session-change";
import { keepTeamFiles } from "@/lib/services/knowledge/team-session-files";
import {
  openKnowledge,
  type OpenKnowledge,
  addWanted,
  findWanted,
  refresh,
} from "@/lib/services/knowledge/team-session-load";
import { presentTeamSession, sayLoaded, type TeamSessionState } from "@/lib/services/knowledge/team-session-state";

/** What a command came to, before it is shown. */
interface Done {
  state: TeamSessionState;
  message: string;
  warnings: string[];
  changes?: TeamCommandDone["changes"];
  resumed?: TeamCommandDone["resumed"];
}

/** The commands of a team's observers. Source: knowledge, "Observer Commands"; formats §3 (Commands). */
export function teamCommandService(context: ServiceContext, reader: KnowledgeReader) {
  return async function run(
    caller: Caller,
    given: TeamSessionParams,
    body: TeamCommand,
    request: ChangeRequest,
  ): Promise<TeamCommandDone> {
    const command = parseTeamCommand(body.command);
    // Looking is for everybody.
    if (command.name !== "knowledge") allow(caller, "take part in the session of a team");
    const params = await locateTeam(reader, caller, given);
    const knowledge = await openKnowledge(reader, params.workspace, params.team);
    const done = await carryOut();
    const { state, message, changes = [], resumed = null } = done;
    const shown = presentTeamSession(state, knowledge.budget(state.budget));
    const { warning } = shown.budget;
    const warnings = [...done.warnings, ...(warning === null || done.warnings.includes(warning) ? [] : [warning])];
    return { ...shown, command: command.name, message, warnings, changes, resumed };

    async function carryOut(): Promise<Done> {
      switch (command.name) {
        case "load":
          return load(context, caller, params, { id: command.id, force: body.force, knowledge }, request);
        case "unload":
          return unload(context, caller, params, command.id, request);
        case "reload":
          return reload(context, caller, params, knowledge, request);
        case "resume":
          return resumeSession(context, caller, params, { checkpoint: command.checkpoint, knowledge }, request);
        case "knowledge": {
          const now = await readTeamSession(context, params);
          return { state: now, message: sayLoaded(now.loaded), warnings: [] };
        }
      }
    }
  };
}

/** Adds one entry; beyond the budget only when a person forces it. */
async function load(
  context: ServiceContext,
  caller: Caller,
  params: TeamSessionParams,
  { id: name, force, knowledge }: { id: string; force: boolean; knowledge: OpenKnowledge },
  request: ChangeRequest,
): Promise<Done> {
  const { actor } = authorOf(caller);
  if (force) allow(caller, "load beyond the budget");
  const wanted = await findWanted(knowledge, name);
  return changeTeamSession(context, caller, params, request, async (draft, before) => {
    const { state, entry, said, warnings } = addWanted(before, wanted, {
      budget: knowledge.budget(before.budget),
      force,
      actor,
    });
    if (entry === null) return { state, message: `${sayLoaded(state.loaded)}. ${said}`, warnings };
    const payload = { ids: [entry.id], tokens: entry.tokens, forced: entry.forced };
    return changed(draft, state, "knowledge.loaded", payload, warnings);
  });
}

async function unload(
  context: ServiceContext,
  caller: Caller,
  params: TeamSessionParams,
  name: string,
  request: ChangeRequest,
): Promise<Done> {
  return changeTeamSession(context, caller, params, request, async (draft, before) => {
    const ids = before.loaded.map(({ id }) => id);
    const id = ids.find((each) => each === name) ?? onlyLike(ids, name);
    if (id === undefined)
      throw new AppError("not_found", `${name} is not loaded.`, {
        hint: ids.length === 0 ? "Nothing is loaded." : `Loaded: ${ids.join(", ")}.`,
      });
    const loaded = before.loaded.filter((each) => each.id !== id);
    return changed(draft, { ...before, loaded }, "knowledge.unloaded", { ids: [id] }, []);
  });
}

/** Looks at every loaded file again: what changed is told, what is gone is no longer loaded. */
async function reload(
  context: ServiceContext,
  caller: Caller,
  params: TeamSessionParams,
  knowledge: OpenKnowledge,
  request: ChangeRequest,
): Promise<Done> {
  // The files are read before the lock; what was loaded meanwhile was read just now.
  const seen = await readTeamSession(context, params);
  const looked = new Map<SessionKnowledge["id"], Awaited<ReturnType<typeof refresh>>>();
  for (const entry of seen.loaded) looked.set(`${entry.id} ${entry.hash}`, await refresh(knowledge, entry));
  return changeTeamSession(context, caller, params, request, async (draft, before) => {
    const results = before.loaded.map(
      (entry) => looked.get(`${entry.id} ${entry.hash}`) ?? { now: entry, change: null },
    );
    const changes = results.flatMap(({ change }) => change ?? []);
    const state = { ...before, loaded: results.flatMap(({ now }) => now ?? []) };
    const ids = changes.map(({ id }) => id);
    const done = await changed(draft, state, "knowledge.reloaded", { ids }, []);
    const told = changes.length === 0 ? "Nothing changed on disk." : changes.map(({ message }) => message).join(" ");
    return { ...done, message: `${done.message}. ${told}`, changes };
  });
}

/** Stores the new loaded set, brings the files up to it, and says it. */
async function changed(
  draft: Draft,
  state: TeamSessionState,
  action: "knowledge.loaded" | "knowledge.unloaded" | "knowledge.reloaded",
  payload: Record<string, unknown>,
  warnings: string[],
): Promise<Done> {
  store(draft, state);
  draft.event(action, targetOf(state), null, { team: state.team, teamSession: state.id, ...payload });
  const message = sayLoaded(state.loaded);
  return { state, message, warnings: [...warnings, ...(await keepTeamFiles(draft, state))] };
}
