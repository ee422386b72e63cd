import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";

/** A session as it was at a moment, ISO 8601. */
export const momentQuery = (scope: SessionScope, at: string) =>
  readQuery("GET /sessions/{session}/moment", { params: scope, query: { at } });
