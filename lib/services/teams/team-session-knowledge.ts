import { findTarget, type KnowledgeTarget } from "@/lib/core/knowledge/team-session";
import { type Resolution, chooseBudget, type Budget } from "@/lib/core/knowledge/resolve-knowledge";
import type { CountedText } from "@/lib/services/knowledge/knowledge-counts";
import type { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";

/** A team's knowledge as it is on the disk now. */
export interface OpenKnowledge {
  /** The budget that counts when so many tokens are asked for; null asks for none. */
  budget(asked: number | null): Budget;
  resolve(request: { mode: string | null; topic: string | null; budget: number | null }): Promise<Resolution>;
  find(name: string): KnowledgeTarget | null;
  /** Every id there is, the team's own first. */
  ids: string[];
  /** A file with its counted tokens and its hash. */
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
