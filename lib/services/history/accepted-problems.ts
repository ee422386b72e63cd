import { listEvents } from "@/lib/db/events";
import type { Queries } from "@/lib/db/open";
import { eventOfRow } from "@/lib/services/commit/stored-events";

/** So many times an owner accepts problems of one workspace, at most; older ones count no longer. */
const REMEMBERED = 1000;

/** The ids of all problems that the owner of a workspace has accepted. */
export async function listAcceptedProblems(queries: Queries, workspace: string): Promise<Set<string>> {
  const wanted = { workspaceId: workspace, actions: ["history.accepted"] };
  const rows = await listEvents(queries, wanted, { limit: REMEMBERED, below: null });
  return new Set(rows.flatMap((row) => listOf(eventOfRow(row).payload["problems"])));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
