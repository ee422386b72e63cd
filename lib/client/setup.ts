import { keepPreviousData } from "@tanstack/react-query";
import { readQuery } from "@/lib/client/read-query";
import type { SetUpProject } from "@/lib/contracts/setup";

/** What is put into a project. */
export type SetupChoice = Omit<SetUpProject, "dryRun">;

/** The key under which everything read about the set-up of a project is kept. */
export function setupKey(workspace: string) {
  return ["workspace", workspace, "setup"] as const;
}

/** What the project has of each client, and what was set up last. */
export const setupQuery = (workspace: string) => readQuery("GET /setup", { params: { workspace } });

/** Every file that a choice would change, with its diff. */
export const setupPreviewQuery = (workspace: string, choice: SetupChoice) => ({
  ...readQuery("POST /setup", { params: { workspace }, body: { ...choice, dryRun: true } }),
  placeholderData: keepPreviousData,
});
