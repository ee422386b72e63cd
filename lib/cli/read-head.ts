import { api, type SessionScope } from "@/lib/client/paths";
import { RevisionList } from "@/lib/contracts/revisions";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";

/** The newest revision of a session's team memory, and the ETag of its text. */
export async function readHead(
  cli: Cli,
  session: (path: (scope: SessionScope) => string) => (workspace: string) => string,
): Promise<{ revision: number; etag: string }> {
  // Not by reading the memory, which as a role would count as that role's reading before work.
  const path = session((scope) => `${api.memory(scope)}/revisions?limit=1`);
  const [newest] = (await cli.ask(RevisionList, path)).items;
  if (newest === undefined) throw new AppError("not_found", "The team memory has no revision yet.");
  return { revision: newest.revision, etag: `"${newest.hash}"` };
}
