import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SetUpProject } from "@/lib/contracts/setup";

/** What is put into a project. */
export type SetupChoice = Omit<SetUpProject, "dryRun">;

/** The key under which everything read about the set-up of a project is kept. */
export function setupKey(workspace: string) {
  return ["workspace", workspace, "setup"] as const;
}

/** What the project has of each client, and what was set up last. */
export function setupQuery(workspace: string) {
  return queryOptions({
    queryKey: [...setupKey(workspace), "state"],
    queryFn: ({ signal }) => call("GET /setup", { params: { workspace }, signal }),
  });
}

/** Every file that a choice would change, with its diff. */
export function setupPreviewQuery(workspace: string, choice: SetupChoice) {
  return queryOptions({
    queryKey: [...setupKey(workspace), "preview", choice],
    queryFn: ({ signal }) => call("POST /setup", { params: { workspace }, body: { ...choice, dryRun: true }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Carries out exactly the preview of that ETag. */
export function applySetup(workspace: string, choice: SetupChoice, etag: string) {
  return call("POST /setup", { params: { workspace }, body: { ...choice, dryRun: false }, ifMatch: etag });
}

/** Undoes what was set up last. */
export function undoSetup(workspace: string) {
  return call("POST /setup/undo", { params: { workspace } });
}
