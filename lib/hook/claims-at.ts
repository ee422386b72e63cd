import { stringOf } from "@/lib/core/text/parse-json";
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CLAIMS_FILE, type FiledClaim, isClaimed, LARGEST_CLAIMS, readClaims } from "@/lib/core/places/claims-file";
import { findWorktree } from "@/lib/core/places/git-worktree";
import { dataFolder } from "@/lib/hook/data-folder";
import { type HookInput, runOf } from "@/lib/hook/hook-input";
import type { Surroundings } from "@/lib/hook/surroundings";
import { realPath, TREE } from "@/lib/hook/workspace";

/** No system takes a longer path. */
const LONGEST = 4_096;
/** What a link leads to was written by no server. Windows has neither flag: undefined, which is 0 here. */
const READ_OWN = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * What others have claimed where a file tool is about to write: by the file in the data folder alone, and nothing where that is missing,
 * cannot be read, or says nothing that holds now. Asks nobody, and never throws.
 */
export function claimsAt(input: HookInput, surroundings: Surroundings): FiledClaim[] {
  const named = stringOf(input.tool.input["file_path"]) || stringOf(input.tool.input["notebook_path"]);
  if (named === "" || named.length > LONGEST || named.includes("\0")) return [];
  const data = dataFolder(surroundings.environment, surroundings.scriptFolder);
  const text = data === null ? "" : readOwn(join(data, CLAIMS_FILE));
  const own = runOf(input, input.agentId || input.sessionId, surroundings.client);
  const claims = readClaims(text, Date.now()).filter(({ run }) => run === null || run !== own);
  if (claims.length === 0) return [];
  const places = placesOf(resolve(input.cwd || "/", named));
  return claims.filter((claim) => places.some((place) => isClaimed(claim, place)));
}

function readOwn(path: string): string {
  try {
    const file = openSync(path, READ_OWN);
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= LARGEST_CLAIMS ? readFileSync(file, "utf8") : "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** To be told that there is no file costs more than to look for it: before each edit, that counts. */
const WITHOUT_ERRORS = { ...TREE, read: (path: string) => (existsSync(path) ? TREE.read(path) : null) };

/** Where a file is: as it was named, behind links, and of a file in a git worktree also where the main checkout has it. */
function placesOf(path: string): string[] {
  const found = [...new Set([path, realFile(path)])].map((each) => each.split(sep).join("/"));
  const inMain = found.flatMap((each) => {
    const main = findWorktree(dirname(each), WITHOUT_ERRORS)?.main;
    return main === undefined ? [] : [`${main}/${basename(each)}`];
  });
  return [...new Set([...found, ...inMain])];
}

/** A path with every link on the way followed, also of a file that is not there yet. */
function realFile(path: string): string {
  return existsSync(path) || dirname(path) === path ? realPath(path) : join(realFile(dirname(path)), basename(path));
}
