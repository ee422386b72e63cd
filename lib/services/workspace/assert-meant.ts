import { realpath } from "node:fs/promises";
import { AppError } from "@/lib/core/errors";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { listKnownWorkspaces } from "@/lib/store/known-workspaces";

/**
 * Refuses to move content under a name that must be a mistake. Throws `not_found` where the settings list workspaces and this is not among
 * them, and `conflict` where the folder already belongs to a workspace of another name.
 */
export async function assertMeant(
  { workspaces, recorded, dataFolder }: Pick<Configuration, "workspaces" | "recorded" | "dataFolder">,
  name: string,
  folder: string | null = null,
): Promise<void> {
  const named = [...workspaces.map((each) => each.name), ...recorded];
  if (named.length > 0 && !named.includes(name)) {
    throw new AppError("not_found", `There is no workspace ${name} in WARDROOM_WORKSPACES.`, {
      hint: `Correct the name, or add it there. Named are: ${named.join(", ")}. Nothing was changed.`,
    });
  }
  if (folder === null) return;
  const target = await realpath(folder).catch(() => folder);
  const others = (await listKnownWorkspaces(dataFolder)).filter((each) => each.folder === target);
  const [other] = others;
  if (other === undefined || others.some((each) => each.name === name)) return;
  throw new AppError("conflict", `The folder ${folder} is workspace ${other.name}, and not ${name}.`, {
    hint: `Use that name: its history goes on. For a second workspace with the same content, copy the folder first. Nothing was changed.`,
  });
}
