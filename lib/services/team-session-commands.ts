import type { SessionKnowledge, TeamCommand, TeamCommandDone } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { parseTeamCommand } from "@/lib/core/knowledge/command";
import { onlyLike, type KnowledgeTarget } from "@/lib/core/knowledge/team-session-target";
import { assertWithinBudget } from "@/lib/core/knowledge/token-budget";
import type { Draft } from "@/lib/services/act";
import { assertWriter, authorOf, type Caller } from "@/lib/services/caller";
import type { ChangeRequest } from "@/lib/services/change-request";
import { resumeSession } from "@/lib/services/checkpoint-resume";
import type { ServiceContext } from "@/lib/services/context";
import type { KnowledgeReader } from "@/lib/services/knowledge-reader";
import {
  changeTeamSession,
  locateTeam,
  readTeamSession,
  store,
  targetOf,
  type TeamSessionParams,
} from "@/lib/services/team-session-change";
import { keepTeamFiles } from "@/lib/services/team-session-files";
import { openKnowledge, type OpenKnowledge } from "@/lib/services/team-session-knowledge";
import { refresh } from "@/lib/services/team-session-refresh";
import { presentTeamSession, sayLoaded, tokensOf, type TeamSessionState } from "@/lib/services/team-session-state";

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
    if (command.name !== "knowledge") assertWriter(caller);
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

/** Adds one entry; beyond the budget only when a person forces it. A summary takes the place of a text that does not fit. */
async function load(
  context: ServiceContext,
  caller: Caller,
  params: TeamSessionParams,
  { id: name, force, knowledge }: { id: string; force: boolean; knowledge: OpenKnowledge },
  request: ChangeRequest,
): Promise<Done> {
  if (force && authorOf(caller).actorKind !== "person") throw notForced();
  const target = knowledge.find(name);
  if (target === null) throw unknownKnowledge(name, knowledge.ids);
  const full = await getFile(knowledge, target);
  const summary = await findSummary(knowledge, target);
  return changeTeamSession(context, caller, params, request, async (draft, before) => {
    const budget = knowledge.budget(before.budget);
    const warnings = target.meantFor === null ? [] : [notMeant(target.id, target.meantFor, params.team)];
    const known = before.loaded.find(({ id }) => id === target.id);
    const twin = before.loaded.find(({ id, path }) => path === full.path && id !== target.id);
    if (known?.path === full.path && known.hash === full.hash) return said(before, `${target.id} is loaded already.`);
    if (twin !== undefined)
      return said(before, `${target.id} is the same file as ${twin.id}, which is loaded already.`);

    const others = before.loaded.filter((each) => each !== known);
    const room = budget.tokens - tokensOf(others);
    const short = !force && full.tokens > room && summary !== null && summary.tokens <= room ? summary : null;
    if (short !== null) warnings.push(`${full.tokens} tokens do not fit in the ${room} left: its summary is loaded.`);
    const { tokens, path, hash } = short ?? full;
    const { left, warning } = assertWithinBudget(before.loaded, { id: target.id, tokens }, budget, force);
    if (warning !== null) warnings.push(warning);
    const why = `${authorOf(caller).actor} gave *load`;
    const entry = { id: target.id, path, hash, tokens, why, summary: short !== null, forced: left < 0 };
    const loaded =
      known === undefined ? [...before.loaded, entry] : before.loaded.map((e) => (e === known ? entry : e));
    const payload = { ids: [target.id], tokens, forced: entry.forced };
    return changed(draft, { ...before, loaded }, "knowledge.loaded", payload, warnings);
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
    if (id === undefined) throw notLoaded(name, ids);
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

function said(state: TeamSessionState, sentence: string): Done {
  return { state, message: `${sayLoaded(state.loaded)}. ${sentence}`, warnings: [] };
}

interface Readable {
  path: string;
  hash: string;
  tokens: number;
}

async function getFile(knowledge: OpenKnowledge, { id, path, problem }: KnowledgeTarget): Promise<Readable> {
  if (path === null) throw noFile(id, problem ?? "It names no file.");
  const { file, hash } = await knowledge.lookAt(path);
  if (file.state === "read") return { path, hash, tokens: file.tokens };
  throw noFile(id, file.state === "missing" ? `There is no file ${path}.` : file.why);
}

async function findSummary(knowledge: OpenKnowledge, { summaries }: KnowledgeTarget): Promise<Readable | null> {
  for (const path of summaries) {
    const { file, hash } = await knowledge.lookAt(path);
    if (file.state === "read") return { path, hash, tokens: file.tokens };
  }
  return null;
}

function notMeant(id: string, teams: readonly string[], team: string): string {
  return `The registry has ${id} for ${teams.join(", ")}, not for ${team}.`;
}

function notForced(): AppError {
  return new AppError("forbidden", "Only a person may load beyond the budget.", {
    hint: "Leave force out, unload something first, or ask the owner to load it.",
  });
}

function unknownKnowledge(name: string, ids: readonly string[]): AppError {
  return new AppError("not_found", `Neither the team's index nor the registry has ${name}.`, {
    hint: ids.length === 0 ? "There is no knowledge yet." : `There is: ${ids.slice(0, 20).join(", ")}.`,
  });
}

function noFile(id: string, problem: string): AppError {
  return new AppError("not_found", `${id} cannot be loaded. ${problem}`, {
    hint: "Correct its path in the index or the registry, or put the file there.",
  });
}

function notLoaded(name: string, ids: readonly string[]): AppError {
  return new AppError("not_found", `${name} is not loaded.`, {
    hint: ids.length === 0 ? "Nothing is loaded." : `Loaded: ${ids.join(", ")}.`,
  });
}
