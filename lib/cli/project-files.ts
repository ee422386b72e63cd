import { readFile, realpath, rmdir, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { AppError } from "@/lib/core/errors";
import { INSTALLED, readInstalled, SERVERS, SETTINGS, type SetupProject } from "@/lib/core/plugin-setup/plan-setup";

/** Every file of the project that may be concerned, read once. */
export async function readProject(folder: string, paths: string[]): Promise<SetupProject> {
  const texts = new Map<string, string | null>();
  const read = async (path: string) => texts.set(path, await readText(await locate(folder, path), path));
  for (const path of [...paths, SETTINGS, SERVERS, INSTALLED]) await read(path);
  const first = { read: (path: string) => texts.get(path) ?? null };
  for (const path of Object.keys(readInstalled(first)?.files ?? {})) if (!texts.has(path)) await read(path);
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

/** Where a file of the project lies, links followed. Throws `forbidden` where that is not in the project. */
export async function locate(folder: string, path: string): Promise<string> {
  const target = await realpath(join(folder, path)).catch(() => join(folder, path));
  const inside = relative(folder, target);
  if (!inside.startsWith("..") && !isAbsolute(inside)) return target;
  throw new AppError("forbidden", `${path} leads out of ${folder}.`, {
    hint: "Replace the link by a file of the project, or name another file; nothing was changed.",
  });
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

/** Removes a folder that we made, unless something else has come into it. */
export async function removeEmpty(path: string): Promise<void> {
  await rmdir(path).catch(() => undefined);
}
