import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { AppError } from "@/lib/core/errors";

/** Where the system says what each open file is, and lets it be named; Linux does. */
const OPEN_FILES = existsSync("/proc/self/fd") ? "/proc/self/fd" : null;

/** An open file or folder, by its descriptor. */
interface Opened {
  readonly fd: number;
}

/**
 * The absolute place of `path` below `root`, with every symlink on the way followed, guaranteed to lie inside. The
 * last parts need not exist. `root` must itself be a real path. Throws `invalid_input` for a path that climbs or holds
 * a NUL or is too long, `forbidden` when a symlink leads out of the workspace, `unparseable` when nobody can tell where it leads.
 */
export function locateInside(root: string, path: string): string {
  // Elsewhere than on Windows a backslash is a character of a name like any other.
  const climbs = path.split(/[/\\]/).includes("..") || (sep === "\\" && path.includes(sep));
  if (path.includes("\0") || isAbsolute(path) || climbs) {
    throw new AppError("invalid_input", "The path leaves the workspace or holds a character no path may hold.", {
      hint: "Name a file below the workspace, with forward slashes and without `..`.",
    });
  }
  const found = explained(() => followLinks(join(root, path)), path);
  const inside = relative(root, found);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new AppError("forbidden", `${path} is a link that leads out of the workspace.`, {
      hint: "Replace the link by a file of the workspace; Wardroom reads and edits nothing outside of it.",
    });
  }
  return found;
}

/**
 * Throws `busy` unless what was opened at `path`, a real path, still is what lies there: whoever may write in a workspace
 * can put a link in the place of a folder after it was looked at. Where the system cannot say, the path is looked at again.
 */
export function assertOpenedAt({ fd }: Opened, path: string, shownAs: string): void {
  const place = OPEN_FILES === null ? followLinks(path) : readlinkSync(`${OPEN_FILES}/${fd}`);
  // Another file may have taken its name since, as whenever a document is written.
  if (place === path || place === `${path} (deleted)`) return;
  throw folderMoved(shownAs);
}

/** A folder is no longer where it was looked up a moment ago. */
export function folderMoved(shownAs: string): AppError {
  return new AppError("busy", `A folder on the way to ${shownAs} was moved meanwhile.`, {
    hint: "Try again once nobody moves it.",
  });
}

/** A name in an open folder, wherever that is moved to; in what has taken its place, where the system knows no such names. */
export function placeIn({ fd }: Opened, path: string, name: string): string {
  return join(/* turbopackIgnore: true */ OPEN_FILES === null ? path : `${OPEN_FILES}/${fd}`, name);
}

/**
 * The real path of what exists, with the rest that does not exist joined to it; a link to what is not there yet is followed too.
 * At once: each read and each write asks, and to wait for the answer takes longer than to have it.
 */
export function followLinks(path: string): string {
  const isThere = !isAbsent(path);
  try {
    if (isThere) return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = followLinks(parent);
  // The build must not take a path of the workspace for one of the project.
  const place = join(/* turbopackIgnore: true */ folder, basename(path));
  const target = isThere ? findTarget(place) : null;
  return target === null ? place : followLinks(resolve(/* turbopackIgnore: true */ folder, target));
}

/** Whether nothing is at a path, no link either. Most of what is asked for is not there, and to be told so by an error takes ten times as long. */
export function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

/** What a link names, as it is written; null for anything that is no link. */
function findTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isMissing(error) || hasCode(error, "EINVAL")) return null;
    throw error;
  }
}

/** Whether a file system error says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT", "ENOTDIR");
}

/** Whether an error carries one of the given system codes, such as `ENOSPC`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

function explained<T>(work: () => T, path: string): T {
  try {
    return work();
  } catch (error) {
    throw explain(error, path);
  }
}

function explain(error: unknown, path: string): unknown {
  if (hasCode(error, "ELOOP")) {
    return new AppError("unparseable", `${path} is a link that leads to itself.`, {
      hint: "Replace the link by a file.",
    });
  }
  if (hasCode(error, "ENAMETOOLONG")) {
    return new AppError("invalid_input", "The path, or a name in it, is longer than this system allows.", {
      hint: "Keep each name within 255 bytes of UTF-8, which is 85 characters of Korean.",
    });
  }
  if (hasCode(error, "EACCES", "EPERM")) {
    return new AppError("unparseable", `A folder on the way to ${path} may not be entered by this user.`, {
      hint: "Grant this user the permission to read and enter its folders.",
    });
  }
  return error;
}
