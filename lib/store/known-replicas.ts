import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { KnownReplica } from "@/lib/contracts/replicas";
import { parseJson } from "@/lib/core/text/parse-json";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { orMissing } from "@/lib/store/find-files";
import { hasCode } from "@/lib/store/safe-path";
import { identityOf } from "@/lib/store/workspace-root";
import { synced } from "@/lib/store/make-folder";

/** As it is kept: with which folder that was, since another one may come to lie at its path. */
const Kept = KnownReplica.extend({ identity: z.string() });
type LeftReplica = z.infer<typeof Kept>;

/**
 * Every checkout of this machine that is kept in step with a workspace: below `replicas/` of the data folder a file each. One whose folder
 * is gone, or was replaced by another, is not among them. No file of a checkout has a say in it.
 */
export async function listKnownReplicas(dataFolder: string): Promise<KnownReplica[]> {
  const names = await orMissing(readdir(placeOf(dataFolder)), []);
  const kept = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => read(dataFolder, name)));
  return kept.filter((each) => each !== null);
}

/** The checkouts whose folder is not where it was: it was moved or removed, or another one lies there. With which folder that was. */
export async function listLeftReplicas(dataFolder: string): Promise<LeftReplica[]> {
  const names = await orMissing(readdir(placeOf(dataFolder)), []);
  const kept = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readKept(dataFolder, name)),
  );
  return kept.flatMap((each) => (each === null || identityOf(each.folder) === each.identity ? [] : [each]));
}

/** Where the checkout at a real path belongs; null where this machine does not know. */
export async function recallReplica(dataFolder: string, folder: string): Promise<KnownReplica | null> {
  const known = await read(dataFolder, nameOf(folder));
  return known?.folder === folder ? known : null;
}

/** Remembers where a checkout belongs from now on, whole and durably. Throws `invalid_input` where the data folder cannot be written. */
export async function rememberReplica(dataFolder: string, replica: KnownReplica): Promise<void> {
  const place = placeOf(dataFolder);
  const partial = join(place, `.${randomBytes(4).toString("hex")}.partial`);
  const text = `${JSON.stringify({ ...replica, identity: identityOf(replica.folder) })}\n`;
  await insideOwnFolder(dataFolder, async () => {
    await mkdir(place, { recursive: true, mode: 0o700 });
    try {
      await synced(partial, { flags: "wx", mode: 0o600 }, (file) => file.writeFile(text));
      await rename(partial, join(place, nameOf(replica.folder)));
    } catch (error) {
      await orMissing(unlink(partial), undefined);
      throw error;
    }
  });
}

async function read(dataFolder: string, name: string): Promise<KnownReplica | null> {
  const kept = await readKept(dataFolder, name);
  return kept !== null && identityOf(kept.folder) === kept.identity ? KnownReplica.parse(kept) : null;
}

async function readKept(dataFolder: string, name: string): Promise<LeftReplica | null> {
  return Kept.safeParse(parseJson(await textOf(join(placeOf(dataFolder), name)))).data ?? null;
}

/** "" for what is not there, or no file. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EISDIR")) return "";
    throw error;
  }
}

function placeOf(dataFolder: string): string {
  return join(dataFolder, "replicas");
}

function nameOf(folder: string): string {
  return `${createHash("sha256").update(folder).digest("hex").slice(0, 32)}.json`;
}
