import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Surroundings } from "@/lib/cli/surroundings";

/** The files of our own folder in a project: what starts the hook, where it is on this machine, and that this stays here. */
export async function readOwnFiles(
  surroundings: Surroundings,
  folder: string,
): Promise<{ path: string; text: string }[]> {
  const { project } = surroundings;
  const data = await real(surroundings.settings().dataFolder);
  const script = join(project, "plugin/scripts/hook.mjs");
  return [
    { path: `${folder}/hook.mjs`, text: await readFile(join(project, "plugin/scripts/start-hook.mjs"), "utf8") },
    { path: `${folder}/local.json`, text: `${JSON.stringify({ data, script })}\n` },
    { path: `${folder}/.gitignore`, text: "local.json\n" },
  ];
}

/** The path with every link followed, or as it is where nothing is there. */
export async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
