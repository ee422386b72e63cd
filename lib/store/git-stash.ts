import { stat } from "node:fs/promises";
import { join } from "node:path";
import { findGitFolder, ignoreMissing, readText, WRITING_S } from "@/lib/store/git-act";

/** Where a command that is under way keeps what it puts aside, and brings back at its end. */
const UNDER_WAY = ["rebase-merge/autostash", "rebase-apply/autostash", "MERGE_AUTOSTASH"];

const ENTRY = /> (\d+) [+-]\d{4}\t(.*)$/gm; // "0… 3f… Mia <mia@example.org> 1795000000 +0100\tWIP on main: 9a8b7c6 one"

/**
 * Whether git still keeps changes that one of its commands put aside when it wrote files below `root` at that moment, in milliseconds
 * since 1970: in the stash, or for the end of a rebase or merge. Not once they were brought back or dropped. Git itself is never run.
 */
export async function keepsStashed(root: string, writtenAt: number): Promise<boolean> {
  const git = await findGitFolder(root);
  if (git === null) return false;
  const kept = await Promise.all(
    UNDER_WAY.map((name) => stat(join(git.own, name)).catch((error: unknown) => ignoreMissing(error))),
  );
  if (kept.some((each) => each !== null && isNear(writtenAt / 1_000, each.mtimeMs / 1_000))) return true;
  const log = (await readText(join(git.common, "logs/refs/stash"))) ?? "";
  return [...log.matchAll(ENTRY)].some(([, second, message = ""]) => {
    const pushed = Number(second);
    // A rebase that cannot bring back what it put aside stashes that at its end, however long it took.
    const isOwn = /\bautostash\b/.test(message) && pushed >= writtenAt / 1_000 - WRITING_S;
    return isOwn || isNear(writtenAt / 1_000, pushed);
  });
}

function isNear(second: number, other: number): boolean {
  return Math.abs(second - other) <= WRITING_S;
}
