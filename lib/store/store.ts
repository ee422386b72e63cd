import type { Subject } from "@/lib/core/access/decide-access";
import type { WrittenFiles } from "@/lib/store/find-files";
import type { FolderState } from "@/lib/store/workspace-root";

/** A file as it was read: its bytes, and its text where the bytes are UTF-8. */
export interface StoredFile {
  bytes: Buffer;
  /** sha256 of the bytes, hex. */
  hash: string;
  /** The text, BOM included; null when the bytes are not valid UTF-8. */
  readonly text: string | null;
  /** Last modification, milliseconds since 1970. */
  modifiedMs: number;
  /** Permission bits. */
  mode: number;
}

/** The next text of a file, written beside it. Exactly one of the two is to be called. */
export interface PreparedFile {
  /** Gives it the file's name; what had it is kept and watched, as by `replace`. Answers the mark of the file that has the name now, null where that is another one already. */
  place(): string | null;
  /** Takes it away. */
  discard(): void;
}

/** What a file is to take the place of. */
export interface Base {
  /** sha256 of its content. */
  hash: string;
  /** What `PreparedFile.place` answered when that content was placed; null where somebody else wrote it. */
  mark: string | null;
}

/** What another program wrote into a file after it was replaced: nobody finds it under its name any more. */
export interface LateSave {
  path: string;
  /** sha256 of the content that was replaced. */
  base: string;
  file: StoredFile;
}

/** A git command that wrote files. */
export interface GitAct {
  /** The same for all files that it wrote. */
  id: string;
  /** As far as it is known: `git`. */
  command: string;
}

/** A folder at a workspace's place that nobody has recognised yet. */
export interface FoundFolder {
  /** Its real path. */
  path: string;
  /** Tells it from every other folder of this machine, for as long as it exists. */
  identity: string;
  /** A file in it, as `Store.read` answers it. */
  read(path: string): Promise<StoredFile | null>;
}

export interface StoredEntry {
  name: string;
  kind: "file" | "folder" | "other";
}

/**
 * Where a workspace's documents are kept. Paths are relative to the workspace and use `/`; nothing outside of it is
 * ever read or written, through symlinks neither. The file system is the first implementation.
 */
export interface Store {
  /** Whether the workspace's own folder is there. While it is not, everything else here throws `busy`. Not for use inside a transaction. */
  look(): Promise<FolderState>;
  /**
   * The path of the document to which a path leads, as rights and history know it; one that is kept where no documents are goes by the path
   * of the link. Throws `forbidden` where the subject may not read it. Only who names a document itself may change what belongs to others.
   */
  leadsTo(path: string, subject: Subject | null): Promise<string>;
  /** The file, or null when there is none. Waits until another writer has finished. Throws `unparseable` where a folder, pipe or device stands in its place or it is larger than 8 MB, `forbidden` when a link leads out. */
  read(path: string): Promise<StoredFile | null>;
  /** The same for a file of the project that is no document: it is read where it lies, and never written. */
  readCode(path: string): Promise<StoredFile | null>;
  /** The same as `read`, once nobody has written it for a moment: for content that nobody announced. One that is shorter than `formerSize` bytes is given more time; one that was restless a moment ago is given less. */
  readSettled(path: string, formerSize?: number): Promise<StoredFile | null>;
  /** The workspace's files that were written after a moment (milliseconds since 1970), by their own times. */
  writtenAfter(since: number): Promise<WrittenFiles>;
  /** The git command that wrote what `file` holds, or removed the file where that is null; null where none did. A removed file may name a moment at which it was last there, in milliseconds since 1970; without it, it was removed just now. `isSettled` tells that somebody settled a merge in it by hand. */
  gitAct(
    path: string,
    file: StoredFile | null,
    options?: { lastThere?: number; isSettled?: boolean },
  ): Promise<GitAct | null>;
  /** Answers once no command of git is writing files; false where one is at work for longer than a moment (`patience`, in milliseconds), or waits to be continued. */
  isGitDone(patience?: number): Promise<boolean>;
  /** A mark for each path, the same as at an earlier look only if the file there is the same since; null where there is none. What changed a moment ago, or cannot be looked at, has a mark like no other. Nothing is opened, and many are looked at in a few milliseconds. */
  marks(paths: readonly string[]): Promise<(string | null)[]>;
  /** Replaces or creates the file, wholly or not at all, and durable once it answers; keeps its permissions and a link in its place. Throws `busy` when the disk is full, `unparseable` when it is read-only. */
  write(path: string, text: string): Promise<void>;
  /** The same, if the file still has that hash ("" for none): answers false and changes nothing where it has not. What was replaced is kept for a moment, see `onLateSave`. With `insists`, a file that holds something else is replaced as well: that is then a late save. */
  replace(path: string, text: string, base: string, options?: { insists?: boolean }): Promise<boolean>;
  /**
   * Writes the next text of a file that is there beside it, as UTF-8 in chunks, in place of `base`. Syncs nothing. Throws as `write` does; null where the file is gone, or a link stands
   * where a file with the base's mark was.
   */
  prepare(path: string, bytes: readonly Buffer[], base: Base): Promise<PreparedFile | null>;
  /** The mark of a file as `place` answers it; null where there is none. */
  markExactly(path: string): Promise<string | null>;
  /** Answers once the file and its name outlast a power cut; false where there is none. */
  sync(path: string): Promise<boolean>;
  /** Calls back with what programs wrote into a file while, or after, it was replaced. What the listener cannot record is kept, and told again a moment later and after the next start. */
  onLateSave(listener: (save: LateSave) => Promise<unknown>): Promise<void>;
  /** Has what programs wrote late told at once, and answers when the listener has it. */
  settleLateSaves(): Promise<void>;
  /** Lets go of what it holds open. */
  close(): void;
  /** Deletes a file; one that is not there is deleted already. With `emptied`, the folders that are empty then go too. */
  remove(path: string, options?: { emptied?: boolean }): Promise<void>;
  /** What is in a folder, by name, the same list for as long as nothing comes or goes; nothing when it does not exist. Throws `unparseable` where this user may not enter it. */
  list(path: string): Promise<readonly StoredEntry[]>;
  /** Moves a whole folder out of the workspace to a place in the trash, and back. Done already is done. */
  moveOut(path: string, trashName: string): Promise<void>;
  moveIn(trashName: string, path: string): Promise<void>;
  /** Deletes what killed processes left half written anywhere below the folders of documents; spares what is a minute old at most. */
  sweep(): Promise<void>;
  /**
   * Calls back with the path of each document that may have changed, until closed. A hint, never the truth: what cannot be watched
   * is told to `onError` and stops nothing.
   */
  watch(
    onChange: (path: string) => void,
    onError: (error: unknown) => void,
  ): { ready: Promise<void>; close(): Promise<void> };
}
