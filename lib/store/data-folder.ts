import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, isMissing } from "@/lib/store/safe-path";

/** Makes the data folder, for this user alone. */
export async function ensureDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The secret of that name in the data folder, made once and readable by this user alone; the same for all processes. */
export async function ensureSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    const handle = await open(path, "wx", 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString("base64url")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    await chmod(path, 0o600);
  }
  for (;;) {
    // Another process may have made the file a moment ago and not written it yet.
    const secret = (await readFile(path, "utf8")).trim();
    if (secret !== "") return secret;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Copies the bundled example into the data folder, once; answers its folder and whether it is new. A copy cut short is made again. */
export async function ensureExample(source: string, dataFolder: string): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(dataFolder, "example");
  if (await isThere(folder)) return { folder, isNew: false };
  const partial = `${folder}.${randomBytes(4).toString("hex")}.partial`;
  await cp(source, partial, { recursive: true });
  try {
    await rename(partial, folder);
    return { folder, isNew: true };
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
    await rm(partial, { recursive: true, force: true });
    return { folder, isNew: false };
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
