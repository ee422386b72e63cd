import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
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
export const registryQuery = (workspace: string) =>
  readQuery("GET /knowledge", { params: { workspace }, query: { limit: 500 } });

/** One entry of the registry with its text. */
export const knowledgeEntryQuery = (workspace: string, id: string) =>
  readQuery("GET /knowledge/{knowledge}", { params: { workspace, knowledge: id } });

/** The teams of a workspace with their budgets. */
export const teamsQuery = (workspace: string) => readQuery("GET /teams", { params: { workspace } });

/** The index of a team. */
export const teamKnowledgeQuery = (scope: TeamScope) => readQuery("GET /teams/{team}/knowledge", { params: scope });

/** What a mode and the words of a topic would load within the budget, with the reason for each. Changes nothing. */
export const resolveQuery = (scope: TeamScope, wanted: ResolveKnowledge) =>
  readQuery("POST /teams/{team}/knowledge/resolve", { params: scope, body: wanted });

/** What is there more than once. */
export const duplicatesQuery = (workspace: string) => readQuery("GET /knowledge/duplicates", { params: { workspace } });

/** Broken references, unused entries and files in no index. */
export const knowledgeProblemsQuery = (workspace: string) =>
  readQuery("GET /knowledge/problems", { params: { workspace } });

/** What every file would become if copies were made one shared file. Changes nothing. */
export function sharePreviewQuery(workspace: string, wanted: Omit<z.input<typeof ShareKnowledge>, "dryRun">) {
  return queryOptions({
    queryKey: [...knowledgeKey(workspace), "share", wanted],
    queryFn: () => shareKnowledge(workspace, { ...wanted, dryRun: true }),
    retry: false,
  });
}

/** Adds an entry to the shared registry. */
export const addKnowledge = (workspace: string, body: AddKnowledge, etag: string) =>
  call("POST /knowledge", { params: { workspace }, body, ifMatch: etag });

/** Changes an entry of the shared registry. */
export const changeKnowledge = (workspace: string, id: string, body: ChangeKnowledge, etag: string) =>
  call("PATCH /knowledge/{knowledge}", { params: { workspace, knowledge: id }, body, ifMatch: etag });

/** Takes an entry out of the shared registry; its file stays. */
export const removeKnowledge = (workspace: string, id: string, etag: string) =>
  call("DELETE /knowledge/{knowledge}", { params: { workspace, knowledge: id }, ifMatch: etag });

/** Adds an entry to a team's index. */
export const addTeamEntry = (scope: TeamScope, body: z.input<typeof AddTeamEntry>, etag: string) =>
  call("POST /teams/{team}/knowledge", { params: scope, body, ifMatch: etag });

/** Changes an entry of a team's index. */
export const changeTeamEntry = (scope: TeamScope, id: string, body: ChangeTeamEntry, etag: string) =>
  call("PATCH /teams/{team}/knowledge/{knowledge}", { params: { ...scope, knowledge: id }, body, ifMatch: etag });

/** Takes an entry out of a team's index; its file stays. */
export const removeTeamEntry = (scope: TeamScope, id: string, etag: string) =>
  call("DELETE /teams/{team}/knowledge/{knowledge}", { params: { ...scope, knowledge: id }, ifMatch: etag });

/** Takes back one revision of a registry or an index. */
export const undoKnowledge = (workspace: string, path: string, revision: number) =>
  call("POST /knowledge/history/undo", { params: { workspace }, body: { path, revision } });

/** Makes several copies one shared file, or shows what that would change; carried out on the preview that was seen. */
export function shareKnowledge(workspace: string, body: z.input<typeof ShareKnowledge>, etag?: string) {
  const seen = etag === undefined ? {} : { ifMatch: etag };
  return call("POST /knowledge/duplicates/share", { params: { workspace }, body, ...seen });
}

/** Takes a sharing back: the teams have their own files again. */
export const undoShare = (workspace: string, act: string) =>
  call("POST /knowledge/duplicates/undo", { params: { workspace }, body: { act } });
