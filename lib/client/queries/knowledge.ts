import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { shareKnowledge } from "@/lib/client/mutations/knowledge";
import { api, query, type TeamScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { ResolveKnowledge } from "@/lib/contracts/knowledge";
import type { ShareKnowledge } from "@/lib/contracts/knowledge-duplicates";

const knowledge = () => import("@/lib/contracts/knowledge");
const duplicates = () => import("@/lib/contracts/knowledge-duplicates");

/** The key under which everything read about knowledge is kept; invalidating it refreshes all of it. */
export function knowledgeKey(workspace: string) {
  return ["workspace", workspace, "knowledge"] as const;
}

/** The shared registry, each entry with its tokens and who uses it. */
export function registryQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "registry"],
    queryFn: ({ signal }) =>
      request(() => knowledge().then((all) => all.KnowledgeList), `${api.knowledge(workspace)}?limit=500`, { signal }),
  });
}

/** One entry of the registry with its text. */
export function knowledgeEntryQuery(workspace: string, id: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "entry", id],
    queryFn: ({ signal }) =>
      request(
        () => knowledge().then((all) => all.KnowledgeDetail),
        `${api.knowledge(workspace)}/${encodeURIComponent(id)}`,
        { signal },
      ),
  });
}

/** The teams of a workspace with their budgets. */
export function teamsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "teams"],
    queryFn: ({ signal }) => request(() => knowledge().then((all) => all.TeamList), api.teams(workspace), { signal }),
  });
}

/** The index of a team. */
export function teamKnowledgeQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team],
    queryFn: ({ signal }) =>
      request(() => knowledge().then((all) => all.TeamKnowledge), `${api.team(scope)}/knowledge`, { signal }),
  });
}

/** What a mode and the words of a topic would load within the budget, with the reason for each. Changes nothing. */
export function resolveQuery(scope: TeamScope, wanted: ResolveKnowledge) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "resolve", wanted],
    queryFn: ({ signal }) =>
      request(() => knowledge().then((all) => all.ResolvedKnowledge), `${api.team(scope)}/knowledge/resolve`, {
        method: "POST",
        body: wanted,
        signal,
      }),
  });
}

/** What is there more than once; asked again while the work goes on. */
export function duplicatesQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "duplicates"],
    queryFn: ({ signal }) =>
      request(
        () => duplicates().then((all) => all.KnowledgeDuplicates),
        `${api.knowledge(workspace)}/duplicates${query({ wait: 2 })}`,
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 300 : false),
  });
}

/** What is different between two files of knowledge. */
export function knowledgeDiffQuery(workspace: string, from: string, to: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "diff", from, to],
    queryFn: ({ signal }) =>
      request(
        () => duplicates().then((all) => all.FileDiff),
        `${api.knowledge(workspace)}/duplicates/diff${query({ from, to })}`,
        { signal },
      ),
  });
}

/** Broken references, unused entries and files in no index. */
export function knowledgeProblemsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "problems"],
    queryFn: ({ signal }) =>
      request(
        () => duplicates().then((all) => all.KnowledgeProblems),
        `${api.knowledge(workspace)}/problems?limit=500`,
        { signal },
      ),
  });
}

/** What every file would become if copies were made one shared file. Changes nothing. */
export function sharePreviewQuery(workspace: string, wanted: Omit<z.input<typeof ShareKnowledge>, "dryRun">) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "share", wanted],
    queryFn: () => shareKnowledge(workspace, { ...wanted, dryRun: true }),
    retry: false,
  });
}
