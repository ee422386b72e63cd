import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import type { TeamScope } from "@/lib/client/paths";
import type {
  AddKnowledge,
  AddTeamEntry,
  ChangeKnowledge,
  ChangeTeamEntry,
  ResolveKnowledge,
} from "@/lib/contracts/knowledge";
import type { ShareKnowledge } from "@/lib/contracts/knowledge-duplicates";

/** The key under which everything read about knowledge is kept; invalidating it refreshes all of it. */
export function knowledgeKey(workspace: string) {
  return ["workspace", workspace, "knowledge"] as const;
}

/** The shared registry, each entry with its tokens and who uses it. */
export function registryQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "registry"],
    queryFn: ({ signal }) => call("GET /knowledge", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

/** One entry of the registry with its text. */
export function knowledgeEntryQuery(workspace: string, id: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "entry", id],
    queryFn: ({ signal }) => call("GET /knowledge/{knowledge}", { params: { workspace, knowledge: id }, signal }),
  });
}

/** The teams of a workspace with their budgets. */
export function teamsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "teams"],
    queryFn: ({ signal }) => call("GET /teams", { params: { workspace }, signal }),
  });
}

/** The index of a team. */
export function teamKnowledgeQuery(scope: TeamScope) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team],
    queryFn: ({ signal }) => call("GET /teams/{team}/knowledge", { params: scope, signal }),
  });
}

/** What a mode and the words of a topic would load within the budget, with the reason for each. Changes nothing. */
export function resolveQuery(scope: TeamScope, wanted: ResolveKnowledge) {
  return queryOptions({
    queryKey: [...knowledgeKey(scope.workspace), "team", scope.team, "resolve", wanted],
    queryFn: ({ signal }) => call("POST /teams/{team}/knowledge/resolve", { params: scope, body: wanted, signal }),
  });
}

/** What is there more than once. */
export function duplicatesQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "duplicates"],
    queryFn: ({ signal }) => call("GET /knowledge/duplicates", { params: { workspace }, signal }),
  });
}

/** Broken references, unused entries and files in no index. */
export function knowledgeProblemsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "problems"],
    queryFn: ({ signal }) => call("GET /knowledge/problems", { params: { workspace }, signal }),
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

/** Adds an entry to the shared registry. */
export function addKnowledge(workspace: string, body: AddKnowledge, etag: string) {
  return call("POST /knowledge", { params: { workspace }, body, ifMatch: etag });
}

/** Changes an entry of the shared registry. */
export function changeKnowledge(workspace: string, id: string, body: ChangeKnowledge, etag: string) {
  const params = { workspace, knowledge: id };
  return call("PATCH /knowledge/{knowledge}", { params, body, ifMatch: etag });
}

/** Takes an entry out of the shared registry; its file stays. */
export function removeKnowledge(workspace: string, id: string, etag: string) {
  return call("DELETE /knowledge/{knowledge}", { params: { workspace, knowledge: id }, ifMatch: etag });
}

/** Adds an entry to a team's index. */
export function addTeamEntry(scope: TeamScope, body: z.input<typeof AddTeamEntry>, etag: string) {
  return call("POST /teams/{team}/knowledge", { params: scope, body, ifMatch: etag });
}

/** Changes an entry of a team's index. */
export function changeTeamEntry(scope: TeamScope, id: string, body: ChangeTeamEntry, etag: string) {
  const params = { ...scope, knowledge: id };
  return call("PATCH /teams/{team}/knowledge/{knowledge}", { params, body, ifMatch: etag });
}

/** Takes an entry out of a team's index; its file stays. */
export function removeTeamEntry(scope: TeamScope, id: string, etag: string) {
  const params = { ...scope, knowledge: id };
  return call("DELETE /teams/{team}/knowledge/{knowledge}", { params, ifMatch: etag });
}

/** Takes back one revision of a registry or an index. */
export function undoKnowledge(workspace: string, path: string, revision: number) {
  return call("POST /knowledge/history/undo", { params: { workspace }, body: { path, revision } });
}

/** Makes several copies one shared file, or shows what that would change; carried out on the preview that was seen. */
export function shareKnowledge(workspace: string, body: z.input<typeof ShareKnowledge>, etag?: string) {
  const seen = etag === undefined ? {} : { ifMatch: etag };
  return call("POST /knowledge/duplicates/share", { params: { workspace }, body, ...seen });
}

/** Takes a sharing back: the teams have their own files again. */
export function undoShare(workspace: string, act: string) {
  return call("POST /knowledge/duplicates/undo", { params: { workspace }, body: { act } });
}
