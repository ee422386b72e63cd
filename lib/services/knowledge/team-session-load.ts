import type { SessionKnowledge, KnowledgeChange } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { type KnowledgeTarget, findTarget } from "@/lib/core/knowledge/team-session";
import { assertWithinBudget, type Budget, chooseBudget, type Resolution } from "@/lib/core/knowledge/resolve-knowledge";
import { tokensOf, type TeamSessionState } from "@/lib/services/knowledge/team-session-state";
import type { CountedText } from "@/lib/services/knowledge/knowledge-counts";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import type { CheckpointKnowledge } from "@/lib/core/knowledge/checkpoint";

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
  | { entry: SessionKnowledge; said: null }
  | { entry: null; said: string }
);

/** What a name means to the team, read and counted. Throws `not_found` for what is listed nowhere or cannot be read. */
export async function findWanted(knowledge: OpenKnowledge, name: string): Promise<Wanted> {
  const target = knowledge.find(name);
  if (target === null)
    throw new AppError("not_found", `Neither the team's index nor the registry has ${name}.`, {
      hint:
        knowledge.ids.length === 0
          ? "There is no knowledge yet."
          : `There is: ${knowledge.ids.slice(0, 4).join(", ")}${knowledge.ids.length > 4 ? " …" : ""}`,
    });
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

  const warnings =
    meantFor === null ? [] : [`The registry has ${id} for ${meantFor.join(", ")}, not for ${before.team}.`];
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

function noFile(id: string, problem: string): AppError {
  return new AppError("not_found", `${id} cannot be loaded. ${problem}`, {
    hint: "Correct its path in the index or the registry, or put the file there.",
  });
}

/** A team's knowledge as it is on the disk now. */
export interface OpenKnowledge {
  /** The budget that counts when so many tokens are asked for; null asks for none. */
  budget(asked: number | null): Budget;
  resolve(request: { mode: string | null; topic: string | null; budget: number | null }): Promise<Resolution>;
  find(name: string): KnowledgeTarget | null;
  /** Every id there is, the team's own first. */
  ids: string[];
  lookAt(path: string): Promise<CountedText>;
}

/** Reads what decides about a team's knowledge; files are counted when they are asked for. */
export async function openKnowledge(reader: KnowledgeReader, workspace: string, team: string): Promise<OpenKnowledge> {
  const { content: registry } = await reader.registry(workspace);
  const { content: index } = await reader.index(workspace, team);
  return {
    budget: (asked) => chooseBudget(asked, index.budget, registry.budget),
    resolve: (request) => reader.resolve(workspace, { team, ...request }),
    ids: [...new Set([...index.entries, ...registry.entries].map(({ id }) => id))],
    find: (name) => findTarget(index, registry, team, name),
    lookAt: async (path) => {
      const counted = (await reader.counts.of(workspace, [path])).get(path);
      return counted ?? { file: { state: "missing" }, hash: "" };
    },
  };
}

/** What was loaded, looked at again: as it is now, or null when it is gone; and what is different. */
export interface Refreshed {
  now: SessionKnowledge | null;
  change: KnowledgeChange | null;
}

/** Only there is knowledge kept; a checkpoint that names a file elsewhere loads nothing. */
const KNOWLEDGE_ROOT = ".microai/";

/**
 * Looks at something loaded again: its id is followed anew, so that an entry that moved is found, and its content is compared by hash.
 * An id that is listed no more is looked for where it was. Source: knowledge, "Observer Commands" (`*reload`).
 */
export async function refresh(knowledge: OpenKnowledge, before: LoadedBefore): Promise<Refreshed> {
  const target = knowledge.find(before.id);
  if (target?.path === null) return gone(before, target.problem ?? "It names no file any more.");
  let problem = "It is listed nowhere, and its file is not known.";
  for (const path of placesOf(before, target)) {
    const { file, hash } = await knowledge.lookAt(path);
    if (file.state === "read") return found(before, path, hash, file.tokens);
    problem = file.state === "missing" ? `There is no file ${path} any more.` : file.why;
  }
  return gone(before, problem);
}

/** What was loaded, as a session or a checkpoint keeps it. */
export type LoadedBefore = CheckpointKnowledge & { why?: string };

/** Where it may lie now, in the order that is tried. */
function placesOf({ path, summary }: LoadedBefore, target: KnowledgeTarget | null): string[] {
  if (target === null) return path?.startsWith(KNOWLEDGE_ROOT) === true ? [path] : [];
  if (!summary) return target.path === null ? [] : [target.path];
  const isPlace = path !== null && target.summaries.includes(path);
  return isPlace ? [path, ...target.summaries.filter((each) => each !== path)] : target.summaries;
}

function found(before: LoadedBefore, path: string, hash: string, tokens: number): Refreshed {
  const { id, summary, forced } = before;
  const now = { id, path, hash, tokens, why: before.why ?? "from the checkpoint", summary, forced };
  const moved = before.path !== null && before.path !== path;
  const changed = before.hash !== null && before.hash !== hash;
  if (!moved && !changed) return { now, change: null };
  const tokensBefore = before.tokens ?? tokens;
  const words = [moved ? `now lies at ${path}` : null, changed ? `has changed, ${sizeOf(tokensBefore, tokens)}` : null];
  const message = `${id} ${words.filter((each) => each !== null).join(" and ")}.`;
  const change = moved ? ("moved" as const) : ("changed" as const);
  return { now, change: { id, path, change, tokensBefore, tokensAfter: tokens, message } };
}

function gone(before: LoadedBefore, problem: string): Refreshed {
  const { id, path, tokens } = before;
  const message = `${id} is gone and no longer loaded. ${problem}`;
  return {
    now: null,
    change: { id, path: path ?? "", change: "gone", tokensBefore: tokens ?? 0, tokensAfter: null, message },
  };
}

function sizeOf(before: number, after: number): string {
  if (after === before) return `with as many tokens (${after})`;
  return `now ${Math.abs(after - before)} tokens ${after > before ? "larger" : "smaller"} (${after})`;
}
