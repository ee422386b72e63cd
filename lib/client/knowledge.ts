import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { TeamScope, TeamSessionScope } from "@/lib/client/paths";
import type { ShareKnowledge } from "@/lib/contracts/knowledge-duplicates";

/** The key under which everything read about knowledge is kept; invalidating it refreshes all of it. */
export function knowledgeKey(workspace: string) {
  return ["workspace", workspace, "knowledge"] as const;
}

export const registryQuery = (workspace: string) =>
  readQuery("GET /knowledge", { params: { workspace }, query: { limit: 500 } });

export const teamsQuery = (workspace: string) => readQuery("GET /teams", { params: { workspace } });

export const teamKnowledgeQuery = (scope: TeamScope) => readQuery("GET /teams/{team}/knowledge", { params: scope });

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

/** Makes several copies one shared file, or shows what that would change; carried out on the preview that was seen. */
export function shareKnowledge(workspace: string, body: z.input<typeof ShareKnowledge>, etag?: string) {
  const seen = etag === undefined ? {} : { ifMatch: etag };
  return call("POST /knowledge/duplicates/share", { params: { workspace }, body, ...seen });
}

/** The sessions of a team, those only found on disk included. */
export const teamSessionsQuery = (scope: TeamScope) =>
  readQuery("GET /teams/{team}/sessions", { params: scope, query: { limit: 200 } });

export const teamSessionQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}", { params: scope });

/** The checkpoints of a session, the newest first, with what is wrong with those that cannot be used. */
export const checkpointsQuery = (scope: TeamSessionScope) =>
  readQuery("GET /teams/{team}/sessions/{session}/checkpoints", { params: scope, query: { limit: 200 } });
