import { readdir, realpath, stat, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Dirent } from "node:fs";
import { AppError } from "@/lib/core/errors";
import { type FileDeed, isOwned, knownPath, refuseLink } from "@/lib/core/places/link-rights";
import { findWrittenAfter, orMissing, findStats } from "@/lib/store/find-files";
import { GitWatch } from "@/lib/store/git-watch";
import { KnownFolders, markFiles } from "@/lib/store/mark-files";
import {
  moveFolder,
  removeEmpty,
  removeStored,
  replaceStored,
  syncStored,
  TEMPORARY_SUFFIX,
  writeStored,
  markExactly,
  prepareFile,
} from "@/lib/store/write-file";
import { readStored, SettledReads } from "@/lib/store/read-file";
import { ReplacedFiles } from "@/lib/store/replaced-files";
import { followLinks, hasCode, isMissing, locateInside } from "@/lib/store/safe-path";
import { identityOf, WorkspaceRoot } from "@/lib/store/workspace-root";
import type { FoundFolder, Store, StoredEntry } from "@/lib/store/store";
import { watchFolders } from "@/lib/store/watch-folders";

/** A temporary file this old belongs to a process that died; a living one is renamed within milliseconds. */
export const LEFTOVER_MS = 60_000;

/** Who may do all that links allow anybody. */
const LEAD = { kind: "owner", role: null, sessionKey: null, workspace: null } as const;

/** Folders of a workspace that hold documents; nothing else is watched. */
export const WATCHED = [".agent/teams", ".kaizen/agents", ".microai"];

/**
 * The workspace below `folder` as a `Store`, with its trash in `trash`. `known.recognise` is asked about the folder before its
 * first use and whenever it was replaced; without it, the folder that is there now is the only one. Throws `not_found` when there is
 * no such folder.
 */
export async function openFileStore(
  folder: string,
  trash: string,
  known?: { name: string; recognise: (found: FoundFolder) => Promise<boolean> },
): Promise<Store> {
  const path = await findRoot(folder);
  const first = identityOf(path);
  const readThere = async (name: string) => readStored(locateInside(path, name), name);
  const below = (place: string) => relative(path, place).replaceAll(sep, "/");
  const knownAs = (name: string, place: string) =>
    knownPath(name, below(place), (at) => below(followLinks(join(path, at))));
  const recognise = async (identity: string) =>
    known === undefined ? identity === first : known.recognise({ path, identity, read: readThere });
  const root = new WorkspaceRoot(path, known?.name ?? "NAME", recognise);
  if (known === undefined) await root.look();
  // Whoever may do more through a link names the file itself: a link that is met here all the same was put there since.
  const locate = async (name: string, deed: FileDeed = "write") => {
    await root.assertThere();
    const place = locateInside(path, name);
    const file = knownAs(name, place);
    const refused = refuseLink(isOwned(file) || deed === "read" ? null : LEAD, name, file, deed);
    if (refused !== null) throw refused;
    return place;
  };
  /** The folder of a session, which moves as a whole. */
  const locateFolder = async (name: string) => {
    await root.assertThere();
    return locateInside(path, name);
  };
  // It may lie behind links, but it is not in a place where others put any.
  const inTrash = (name: string) => join(followLinks(trash), name);
  const replaced = new ReplacedFiles(join(dirname(trash), "replaced"), path);
  const settled = new SettledReads();
  const folders = new KnownFolders();
  const git = new GitWatch(path);
  return {
    look: () => root.look(),
    leadsTo: async (name, subject) => {
      await root.assertThere();
      const file = knownAs(name, locateInside(path, name));
      const refused = refuseLink(subject, name, file, "read");
      if (refused !== null) throw refused;
      return isOwned(file) ? file : name;
    },
    read: async (name) => readStored(await locate(name, "read"), name),
    readCode: async (name) => {
      await root.assertThere();
      return readStored(locateInside(path, name), name);
    },
    readSettled: async (name, formerSize) => settled.read(await locate(name, "read"), name, formerSize),
    gitAct: (name, file, options) => git.findAct(name, file, options),
    isGitDone: (patience) => git.isDone(patience),
    writtenAfter: async (since) => {
      await root.assertThere();
      return findWrittenAfter(path, since);
    },
    marks: async (names) => {
      await root.assertThere();
      return markFiles(path, names);
    },
    write: async (name, text) => writeStored(await locate(name), text, name),
    replace: async (name, text, base, { insists = false } = {}) =>
      replaceStored(await locate(name), text, name, {
        base,
        insists,
        keep: (place) => replaced.keep(place, name, { hash: base, mark: null }),
      }),
    prepare: async (name, bytes, base) => {
      const place = await locate(name);
      // A link that was put where a file of ours was leads to a file that is not to be replaced.
      if (base.mark !== null && place !== join(path, name) && markExactly(place) !== base.mark) return null;
      return prepareFile(place, bytes, name, (at) => replaced.keep(at, name, base));
    },
    markExactly: async (name) => markExactly(await locate(name, "read")),
    sync: async (name) => syncStored(await locate(name, "read")),
    onLateSave: (listener) => replaced.listen(listener),
    settleLateSaves: () => replaced.settle(),
    close: () => replaced.close(),
    remove: async (name, { emptied = false } = {}) => {
      const place = await locate(name, "remove");
      await removeStored(place, name);
      if (emptied) await removeEmpty(dirname(place), path + sep);
    },
    list: async (name) => {
      await root.assertThere();
      return folders.list(path, name, async () => listFolder(locateInside(path, name), name));
    },
    moveOut: async (name, trashName) => moveFolder(await locateFolder(name), inTrash(trashName), name),
    moveIn: async (trashName, name) => moveFolder(inTrash(trashName), await locateFolder(name), name),
    sweep: async () => {
      if ((await root.look()) === "there") await sweepAll(path);
    },
    // The root itself is watched too, so that a folder of documents made later is seen; all else below it is left alone.
    watch: (onChange, onError) => watchFolders(path, { isWatched, onChange, onError }),
  };
}

async function findRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new AppError("not_found", `There is no folder ${folder} for a workspace.`, {
    hint: "Correct its path in WARDROOM_WORKSPACES (name=/path), or create the folder.",
  });
}

async function listFolder(path: string, shownAs: string): Promise<StoredEntry[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    await Promise.all(
      entries.filter((entry) => entry.name.endsWith(TEMPORARY_SUFFIX)).map((entry) => sweep(join(path, entry.name))),
    );
    return entries
      .filter((entry) => !entry.name.endsWith(TEMPORARY_SUFFIX))
      .map((entry): StoredEntry => {
        const kind = entry.isDirectory() ? "folder" : entry.isFile() || entry.isSymbolicLink() ? "file" : "other";
        return { name: entry.name, kind };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    if (hasCode(error, "EACCES", "EPERM")) {
      throw new AppError("unparseable", `The folder ${shownAs} may not be entered by this user.`, {
        hint: "Grant this user the permission to read and enter it.",
      });
    }
    throw error;
  }
}

async function sweepAll(root: string): Promise<void> {
  const folders = WATCHED.map((folder) => join(root, folder));
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await enterable(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.name.endsWith(TEMPORARY_SUFFIX)) await sweep(path);
    }
  }
}

/** What is in a folder; nothing in one that is gone or may not be entered. */
async function enterable(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error) || hasCode(error, "EACCES", "EPERM")) return [];
    throw error;
  }
}

async function sweep(path: string): Promise<void> {
  const found = await findStats(path);
  if (found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS) await orMissing(unlink(path), undefined);
}

/** Whether a path is a folder of documents, lies in one, or leads to one, and is no temporary file of ours. */
function isWatched(path: string): boolean {
  if (path.endsWith(TEMPORARY_SUFFIX)) return false;
  return WATCHED.some((folder) => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`));
}
