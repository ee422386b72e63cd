import type { KnowledgeChange, SessionKnowledge } from "@/lib/contracts/team-sessions";
import type { CheckpointKnowledge } from "@/lib/core/knowledge/checkpoint";
import type { KnowledgeTarget } from "@/lib/core/knowledge/team-session";
import type { OpenKnowledge } from "@/lib/services/teams/team-session-knowledge";

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
