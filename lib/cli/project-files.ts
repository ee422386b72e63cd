import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Surroundings } from "@/lib/cli/surroundings";
import { AppError } from "@/lib/core/errors";
import { INSTALLED, readInstalled, SERVERS, SETTINGS, type SetupProject } from "@/lib/core/plugin-setup/plan-setup";

/** Every file of the project that Claude Code's installation may concern, read once. */
export async function readProject(surroundings: Surroundings, folder: string, paths: string[]): Promise<SetupProject> {
  return readFiles(surroundings, folder, [...paths, SETTINGS, SERVERS, INSTALLED], (project) =>
    Object.keys(readInstalled(project)?.files ?? {}),
  );
}

/** The files at these paths, and those that they name, read once. */
export async function readFiles(
  { locateFile }: Surroundings,
  folder: string,
  paths: string[],
  more: (project: Pick<SetupProject, "read">) => string[],
): Promise<SetupProject> {
  const texts = new Map<string, string | null>();
  const read = async (path: string) => texts.set(path, await readText(await locateFile(folder, path), path));
  for (const path of paths) await read(path);
  const first = { read: (path: string) => texts.get(path) ?? null };
  for (const path of more(first)) if (!texts.has(path)) await read(path);
  const folders = new Set<string>();
  for (const path of texts.keys()) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const name = parts.slice(0, depth).join("/");
      if (await isFolder(join(folder, name))) folders.add(name);
    }
  }
  return { ...first, hasFolder: (path) => folders.has(path) };
}

/** The text of a file, or null where there is none. Throws `unparseable` where it is no UTF-8. */
export async function readText(path: string, name: string): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    const hint = "Make it a readable UTF-8 file; nothing was changed.";
    throw new AppError("unparseable", `${name} cannot be read as UTF-8 text.`, { hint }, { cause: error });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
