import { chooseCandidates, type Request } from "@/lib/core/knowledge/choose-candidates";
import type { KnowledgeIndex, Registry } from "@/lib/core/knowledge/knowledge-model";
import { chooseBudget, type CountedFile, fitCandidates, type Resolution } from "@/lib/core/knowledge/resolve-knowledge";

/** What is loaded for a mode and topic words where every file was counted before. */
export function resolveKnowledge(
  index: KnowledgeIndex,
  registry: Registry,
  request: Request & { budget: number | null },
  files: ReadonlyMap<string, CountedFile>,
): Resolution {
  const budget = chooseBudget(request.budget, index.budget, registry.budget);
  return fitCandidates(chooseCandidates(index, registry, request), files, budget);
}
