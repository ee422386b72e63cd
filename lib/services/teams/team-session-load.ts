import type { SessionKnowledge } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import type { KnowledgeTarget } from "@/lib/core/knowledge/team-session";
import { assertWithinBudget, type Budget } from "@/lib/core/knowledge/resolve-knowledge";
import type { OpenKnowledge } from "@/lib/services/teams/team-session-knowledge";
import { tokensOf, type TeamSessionState } from "@/lib/services/teams/team-session-state";

/** An entry that somebody wants loaded, with what was counted of it. */
export interface Wanted {
  id: string;
  full: Readable;
  /** What is loaded where the full text does not fit; null when there is no summary. */
  summary: Readable | null;
  /** The teams the registry has it for, where this one is not among them. */
  meantFor: string[] | null;
}

interface Readable {
  path: string;
  hash: string;
  tokens: number;
}

/** A session with an entry more, or as it was where that is loaded already: `entry` is then null, and `said` tells so. */
export type Addition = { state: TeamSessionState; warnings: string[] } & (
  { entry: SessionKnowledge; said: null } | { entry: null; said: string }
);

/** What a name means to the team, read and counted. Throws `not_found` for what is listed nowhere or cannot be read. */
export async function findWanted(knowledge: OpenKnowledge, name: string): Promise<Wanted> {
  const target = knowledge.find(name);
  if (target === null) throw unknownKnowledge(name, knowledge.ids);
  const { id, meantFor } = target;
  return { id, full: await readFull(knowledge, target), summary: await findSummary(knowledge, target), meantFor };
}

/**
 * Adds what is wanted to what a session has loaded: its summary where the full text does not fit. Throws `over_budget` where neither
 * does, unless it is forced.
 */
export function addWanted(
  before: TeamSessionState,
  { id, full, summary, meantFor }: Wanted,
  { budget, force, actor }: { budget: Budget; force: boolean; actor: string },
): Addition {
  const known = before.loaded.find((each) => each.id === id);
  const twin = before.loaded.find((each) => each.path === full.path && each.id !== id);
  if (known?.path === full.path && known.hash === full.hash) return alreadyLoaded(before, `${id} is loaded already.`);
  if (twin !== undefined)
    return alreadyLoaded(before, `${id} is the same file as ${twin.id}, which is loaded already.`);

  const warnings = meantFor === null ? [] : [notMeant(id, meantFor, before.team)];
  const room = budget.tokens - tokensOf(before.loaded.filter((each) => each !== known));
  const short = !force && full.tokens > room && summary !== null && summary.tokens <= room ? summary : null;
  if (short !== null) warnings.push(`${full.tokens} tokens do not fit in the ${room} left: its summary is loaded.`);
  const { tokens, path, hash } = short ?? full;
  const { left, warning } = assertWithinBudget(before.loaded, { id, tokens }, budget, force);
  if (warning !== null) warnings.push(warning);
  const why = `${actor} gave *load`;
  const entry = { id, path, hash, tokens, why, summary: short !== null, forced: left < 0 };
  const loaded =
    known === undefined ? [...before.loaded, entry] : before.loaded.map((each) => (each === known ? entry : each));
  return { state: { ...before, loaded }, entry, said: null, warnings };
}

function alreadyLoaded(state: TeamSessionState, said: string): Addition {
  return { state, entry: null, said, warnings: [] };
}

async function readFull(knowledge: OpenKnowledge, { id, path, problem }: KnowledgeTarget): Promise<Readable> {
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
