import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { root } from "./run.mjs";

/**
 * One hash of the names and contents of everything under the given paths, so that a result made from them can be
 * known to be current. What does not exist counts as absent.
 * @param {string[]} paths Files and folders, relative to the project.
 * @param {(file: string) => boolean} [skip] Leaves out what the result does not depend on.
 */
export async function fingerprint(paths, skip = () => false) {
  const hash = createHash("sha256");
  const files = (await Promise.all(paths.map((entry) => list(entry)))).flat().filter((file) => !skip(file));
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  files.forEach((file, index) => hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index] ?? ""));
  return hash.digest("hex");
}

/** @param {string} entry @returns {Promise<string[]>} */
async function list(entry) {
  const found = await stat(path.join(root, entry)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [entry];
  const names = await readdir(path.join(root, entry));
  return (await Promise.all(names.sort().map((name) => list(`${entry}/${name}`)))).flat();
}
