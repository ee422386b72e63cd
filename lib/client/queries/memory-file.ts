import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { requestText } from "@/lib/client/request";

/** TEAM-MEMORY.md as it is on disk. */
export function memoryFileQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory-file"],
    queryFn: ({ signal }) => requestText(api.memory(scope), { accept: "text/markdown", signal }),
  });
}
