import { join } from "node:path";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { ensureExample, type ExampleCopy } from "@/lib/store/data-folder";

/** The workspaces that are in folders; where none of either kind is named the example, which is copied to the data folder. */
export async function findWorkspaces(
  configuration: Configuration,
  projectFolder: string,
): Promise<{ folders: Configuration["workspaces"]; example: ExampleCopy | null }> {
  if (configuration.workspaces.length + configuration.recorded.length > 0)
    return { folders: configuration.workspaces, example: null };
  const example = await ensureExample(join(projectFolder, "example", "workspace"), configuration.dataFolder);
  return { folders: [{ name: "example", folder: example.folder }], example };
}
