import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Each makes a folder below a project one of its own. */
const MARKS = [".agent", ".kaizen", ".microai"];

/** Folders that hold what others made. */
const SKIPPED = new Set(["node_modules", "vendor", "dist", "build", "target"]);

/** A monorepo has its projects at most so deep, as in `packages/web/apps/shop`. */
const DEEPEST = 3;

/** So many folders are looked into; a larger tree is not searched to its end. */
const MOST = 2_000;

/**
 * The folders below a project that are projects of their own, relative to it, in order. Opens no file and follows no link; what may
 * not be entered holds none.
 */
export async function findSubprojects(root: string): Promise<string[]> {
  const found: string[] = [];
  let level = [""];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: string[] = [];
    for (const parent of level) {
      for (const name of await namesIn(join(root, parent), "folder")) {
        if (name.startsWith(".") || SKIPPED.has(name) || seen++ >= MOST) continue;
        const path = parent === "" ? name : `${parent}/${name}`;
        next.push(path);
        if (await isProject(join(root, path))) found.push(path);
      }
    }
    level = next;
  }
  return found.sort();
}

async function isProject(folder: string): Promise<boolean> {
  const names = new Set(await namesIn(folder, "folder"));
  if (MARKS.some((mark) => names.has(mark))) return true;
  // Most of these hold settings alone.
  return names.has(".claude") && (await namesIn(join(folder, ".claude"), "folder")).length > 0;
}

/** The names in a folder, in order; none where it may not be entered. */
export async function namesIn(folder: string, kind: "file" | "folder" | "any"): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => kind === "any" || (kind === "file" ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name)
    .sort();
}
