import type { QueryClient } from "@tanstack/react-query";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import { trashQuery } from "@/lib/client/queries/trash";

/** Reads anew which sessions there are and which lie in the trash. */
export async function refreshSessions(client: QueryClient, workspace: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionsQuery(workspace).queryKey }),
    client.invalidateQueries({ queryKey: trashQuery(workspace).queryKey }),
  ]);
}
