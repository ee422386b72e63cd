import { mkdirSync } from "node:fs";
import { z } from "zod";
import type { Queries } from "@/lib/db/database";
import type { DocumentRow } from "@/lib/db/history";
import {
  findEnd,
  listChangesAfter,
  listDocumentRows,
  listStandings,
  listStandingsOf,
  listStepsOf,
  listWholeHeads,
  type Change,
  type Standing,
} from "@/lib/db/recorded";
import { hasFile, nearSpan, stepped, CopyNames } from "@/lib/services/commit/copy-files";
import type { DocumentNews } from "@/lib/services/commit/live-feed";
import { readBytesAt, snapshotBytes } from "@/lib/services/commit/revision-texts";
import { SharedRuns } from "@/lib/services/commit/shared-runs";
import { listCopies, putCopy, readCopy, removeCopy } from "@/lib/store/copy-folder";
import { explainWrite } from "@/lib/store/write-file";
import { sha256 } from "@/lib/store/read-file";
import { identityOf } from "@/lib/store/workspace-root";

/** Events read at a time. */
const PAGE = 1000;
/** Documents whose contents are read at a time. */
const AT_ONCE = 200;
/** Is no name of a workspace. */
const ALL = "*";
/** After these, documents may stand elsewhere, or hold something else at the same revision. */
const MOVING = new Set(["session.deleted", "session.restored", "history.redacted"]);

/** A document as the copy has it, and the event up to which that is known. */
interface Held extends Standing {
  asOf: number;
}

/** What happens with the copies, and who has to know it. */
interface Told {
  /** Told of each document that changes here. */
  news: DocumentNews;
  /** Forgets what is remembered of a workspace. */
  forget: (workspace: string) => void;
  /** Whether a document is remembered with its text; it is then `renewed` with what another server made of it. */
  remembers: (workspace: string, path: string) => boolean;
  renew: (row: DocumentRow, content: Buffer | null) => void;
}

interface CopiedWorkspace {
  folder: string;
  /** Of the folder that was filled. */
  identity: string | null;
  byId: Map<number, Held>;
  byPath: Map<string, number>;
  names: CopyNames;
  /** Documents that others changed since they were brought here, and the event that tells it. */
  due: Map<number, number>;
  /** The last event after which any of them may stand elsewhere; 0 where that is known. */
  moved: number;
}

/**
 * The files of recorded workspaces as this server keeps them: a copy of what the history holds, for everything that reads files. The
 * history is always right: a copy that is behind is brought up, one that is damaged or missing is made anew. Only the copy is written
 * here, at once, so that no two writers of this process meet. What others change is noted at once, and brought to a copy when somebody wants its
 * files: a workspace that is used at one server costs another next to nothing.
 */
export class Copies {
  readonly #workspaces = new Map<string, CopiedWorkspace>();
  /** The last event that is noted, or brought; none before the first copy is filled. */
  #event = -1;
  #hash = "";
  /** Events after it that are in the copies. */
  readonly #passed = new Set<number>();
  readonly #bringing = new SharedRuns<void>();

  constructor(
    folders: ReadonlyMap<string, string>,
    private readonly told: Told,
  ) {
    for (const [name, folder] of folders) this.#workspaces.set(name, emptyCopy(folder));
  }

  /** Whether there are any. */
  get isUsed(): boolean {
    return this.#workspaces.size > 0;
  }

  /** Whether a workspace's content is in the history. */
  isRecorded(workspace: string): boolean {
    return this.#workspaces.has(workspace);
  }

  /** Whether a document as it is remembered is what the copy holds. */
  holds({ workspace, path, id, head, hash }: Standing): boolean {
    const copy = this.#workspaces.get(workspace);
    const known = copy?.byPath.get(path);
    if (id === 0) return known === undefined;
    const held = copy?.byId.get(id);
    return held?.path === path && held.head === head && held.hash === hash;
  }

  /** Whether a copy, or each of them, lacks nothing that was noted, and still is the folder that was filled. */
  isWhole(workspace?: string): boolean {
    return this.#wanted(workspace).every(
      ([name, { due, moved }]) => due.size === 0 && moved === 0 && this.isFilled(name),
    );
  }

  /** Whether a workspace's folder is the one that was filled. */
  isFilled(workspace: string): boolean {
    const copy = this.#workspaces.get(workspace);
    return copy !== undefined && copy.identity !== null && identityOf(copy.folder) === copy.identity;
  }

  /** Where the document stands whose file is to be at a path; null where none is to be. */
  standing(workspace: string, path: string): Standing | null {
    const copy = this.#workspaces.get(workspace);
    const held = copy?.byId.get(copy.byPath.get(path) ?? 0);
    return held?.path === path && hasFile(held) ? held : null;
  }

  /** The names that are to be in the folders of a workspace. */
  names(workspace: string): CopyNames {
    return this.#workspaces.get(workspace)?.names ?? new CopyNames();
  }

  /** The files that are to be at a path or below it. */
  pathsAt(workspace: string, path: string): string[] {
    if (this.standing(workspace, path) !== null) return [path];
    return [...this.names(workspace).in(path).keys()].flatMap((name) => this.pathsAt(workspace, `${path}/${name}`));
  }

  /** Notes what others changed until now. Where the history is not the one that was noted, as of a standby that was behind, each copy is compared anew. */
  async look(queries: Queries): Promise<void> {
    while (this.#event >= 0) {
      const found = await listChangesAfter(queries, this.#event - 1, PAGE);
      const [last] = found;
      if (this.#event > 0 && (last?.id !== this.#event || last.hash !== this.#hash)) this.#lose();
      else this.note(this.#event, found);
      if (found.length < PAGE) return;
    }
  }

  #lose(): void {
    this.#event = -1;
    this.#passed.clear();
    for (const copy of this.#workspaces.values()) copy.identity = null;
  }

  /** Notes the events after one, as they were read; false where others lie between these and what is noted. */
  note(after: number, changes: readonly Change[]): boolean {
    if (after > this.#event) return false;
    for (const change of changes) {
      const copy = this.#workspaces.get(change.workspace);
      if (this.#passed.delete(change.id) || copy === undefined || change.id <= this.#event) continue;
      if (MOVING.has(change.action)) copy.moved = change.id;
      for (const id of documentsOf(change)) copy.due.set(id, change.id);
    }
    const last = changes.at(-1);
    if (last !== undefined && last.id > this.#event) [this.#event, this.#hash] = [last.id, last.hash];
    return true;
  }

  /** Brings a copy, or each of them, to what the history held at the last look. A folder that is new here, or was lost, is compared as a whole. */
  async bring(queries: Queries, workspace?: string): Promise<void> {
    if (this.isUsed && this.#event < 0) ({ id: this.#event, hash: this.#hash } = await findEnd(queries));
    const asOf = this.#event;
    for (const [name, copy] of this.#wanted(workspace)) {
      if (!this.isFilled(name)) await this.#fill(queries, name, copy, asOf);
      else if (copy.moved > 0) await this.#compareAll(queries, name, copy, asOf);
      else for (const some of inParts([...copy.due.keys()])) await this.#bringThese(queries, copy, some, asOf);
      // What was noted meanwhile is still to come.
      for (const [id, event] of copy.due) if (event <= asOf) copy.due.delete(id);
      if (copy.moved <= asOf) copy.moved = 0;
    }
  }

  /** The same where a copy lacks something; those who ask at the same time share the work. */
  async ensure(queries: Queries, workspace?: string): Promise<void> {
    if (!this.isWhole(workspace)) await this.#bringing.run(workspace ?? ALL, () => this.bring(queries, workspace));
  }

  /** Both: the copies then hold what the history holds now. */
  async follow(queries: Queries, workspace?: string): Promise<void> {
    await this.look(queries);
    await this.bring(queries, workspace);
  }

  /** Takes over what this process has just committed, up to an event; false where the copies have to `follow` for that. */
  take(document: Standing, content: readonly Buffer[] | null, lastEvent: number): boolean {
    const copy = this.#workspaces.get(document.workspace);
    if (copy === undefined || document.id === 0) return false;
    const held = copy.byId.get(document.id);
    if (held?.path !== document.path) return false;
    // Another server came after it, and was followed already.
    if (held.head > document.head) return true;
    try {
      this.#put(copy, { ...document, asOf: lastEvent }, hasFile(document) ? content : null);
    } catch {
      copy.identity = null;
      return false;
    }
    return true;
  }

  /** Notes that all of these events are in the copies; others' may lie before them. A number that is given again means that some were lost. */
  passed(first: number, { id: last, hash }: { id: number; hash: string }): void {
    if (first <= this.#event) this.#lose();
    else if (first === this.#event + 1) [this.#event, this.#hash] = [last, hash];
    else for (let id = first; id <= last; id++) this.#passed.add(id);
  }

  /** Puts a file back that is not what the copy is known to hold: nobody but this process has a say in it. */
  heal(document: Standing, content: Buffer): void {
    const copy = this.#workspaces.get(document.workspace);
    const held = copy?.byId.get(document.id);
    if (copy !== undefined && held !== undefined && isSame(held, document)) putCopy(copy.folder, held.path, [content]);
  }

  /** One of them, or all; and each that may hold what was redacted, which waits for nobody. */
  #wanted(workspace: string | undefined): [string, CopiedWorkspace][] {
    return [...this.#workspaces].filter(
      ([name, { moved }]) => workspace === undefined || name === workspace || moved > 0,
    );
  }

  /** Brings up documents that changed, and what is remembered of them: those who change them next need not ask for each. */
  async #bringThese(queries: Queries, copy: CopiedWorkspace, ids: number[], asOf: number): Promise<void> {
    const isHot = (id: number) => {
      const held = copy.byId.get(id);
      return held !== undefined && this.told.remembers(held.workspace, held.path);
    };
    const [hot, cold] = [ids.filter(isHot), ids.filter((id) => !isHot(id))];
    const [rows, standings] = await Promise.all([
      hot.length === 0 ? [] : listDocumentRows(queries, hot),
      cold.length === 0 ? [] : listStandingsOf(queries, cold),
    ]);
    const remembered = new Map(rows.map((row) => [row.id, row]));
    const found = [...rows.map(standingOfRow), ...standings].map((standing) => ({ ...standing, asOf }));
    await this.#bringSome(queries, copy, found, ({ id }, content) => {
      const row = remembered.get(id);
      if (row !== undefined) this.told.renew(row, content);
    });
  }

  /** Compares every file of a folder that nobody knows with the history. */
  async #fill(queries: Queries, name: string, copy: CopiedWorkspace, asOf: number): Promise<void> {
    mkdirSync(copy.folder, { recursive: true, mode: 0o700 });
    copy.byId.clear();
    copy.byPath.clear();
    copy.names = new CopyNames();
    const extra = new Set(listCopies(copy.folder));
    const behind: Held[] = [];
    for (const standing of await listStandings(queries, name)) {
      const now = { ...standing, asOf };
      if (hasFile(now)) extra.delete(now.path);
      const isThere = hasFile(now) && sha256(readCopy(copy.folder, now.path) ?? "") === now.hash;
      if (isThere) this.#note(copy, now);
      else behind.push(now);
    }
    for (const some of inParts(behind)) await this.#bringSome(queries, copy, some);
    for (const path of extra) removeCopy(copy.folder, path);
    copy.identity = identityOf(copy.folder);
  }

  async #compareAll(queries: Queries, name: string, copy: CopiedWorkspace, asOf: number): Promise<void> {
    const standings = (await listStandings(queries, name)).map((standing) => ({ ...standing, asOf }));
    for (const some of inParts(standings)) await this.#bringSome(queries, copy, some);
    this.told.forget(name);
  }

  /**
   * Brings files to where their documents stand, and tells what those hold now that were behind; null where there is no file. The steps to
   * those that are near, and those that are kept whole where they stand, are asked for together: a database elsewhere would have each
   * of them wait for the answer to the one before.
   */
  async #bringSome(
    queries: Queries,
    copy: CopiedWorkspace,
    some: readonly Held[],
    brought?: (now: Held, content: Buffer | null) => void,
  ): Promise<void> {
    const behind = some.filter((now) => !isSame(copy.byId.get(now.id), now));
    const near = behind.flatMap((now) => nearSpan(copy.byId.get(now.id), now));
    const isNear = new Set(near.map(({ id }) => id));
    const far = behind.filter((now) => hasFile(now) && !isNear.has(now.id)).map(({ id }) => id);
    const [steps, whole] = await Promise.all([listStepsOf(queries, near), listWholeHeads(queries, far)]);
    await allOf(behind, async (now) => {
      const known = whole.get(now.id);
      const content = !hasFile(now)
        ? null
        : known?.head === now.head
          ? snapshotBytes(known.snapshot, now.head)
          : (stepped(copy.folder, copy.byId.get(now.id), now, steps.get(now.id)) ??
            (await readBytesAt(queries, now.id, now.head)));
      if (this.#bringOne(copy, now, content)) brought?.(now, content);
    });
  }

  /** Gives a file what it is to hold; false where another look came to a later end while that was read. */
  #bringOne(copy: CopiedWorkspace, now: Held, content: Buffer | null): boolean {
    const held = copy.byId.get(now.id);
    if (held !== undefined && (held.asOf > now.asOf || held.head > now.head)) return false;
    try {
      this.#put(copy, now, content && [content]);
    } catch (error) {
      // Whatever is decided from now on would rest on what is not there.
      copy.identity = null;
      throw explainWrite(error, now.path);
    }
    return true;
  }

  #put(copy: CopiedWorkspace, now: Held, content: readonly Buffer[] | null): void {
    const before = copy.byId.get(now.id);
    if (content !== null) putCopy(copy.folder, now.path, content);
    else if (hasFile(now)) throw new Error(`${now.path} has a file, and its content was not read`);
    if (before !== undefined && hasFile(before) && (!hasFile(now) || before.path !== now.path)) {
      // Another document may have its place already.
      if (copy.byPath.get(before.path) === now.id) removeCopy(copy.folder, before.path);
    }
    this.#note(copy, now);
    for (const path of new Set([before?.path ?? now.path, now.path])) this.told.news.tell(now.workspace, path);
  }

  #note(copy: CopiedWorkspace, now: Held): void {
    const before = copy.byId.get(now.id);
    if (before !== undefined && copy.byPath.get(before.path) === now.id) copy.byPath.delete(before.path);
    copy.byId.set(now.id, now);
    copy.byPath.set(now.path, now.id);
    const [former, next] = [filePathOf(before), filePathOf(now)];
    if (former === next) return;
    if (former !== null) copy.names.remove(former);
    if (next !== null) copy.names.add(next);
  }
}

/** Does something to each at once, and throws the first error only once nothing more is at work. */
async function allOf<T>(each: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const ended = await Promise.allSettled(each.map(work));
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

function inParts<T>(each: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(each.length / AT_ONCE) }, (_, part) =>
    each.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
}

function standingOfRow({ id, workspaceId, path, head, headHash }: DocumentRow): Standing {
  return { id, workspace: workspaceId, path, head, hash: headHash };
}

function emptyCopy(folder: string): CopiedWorkspace {
  return {
    folder,
    identity: null,
    byId: new Map(),
    byPath: new Map(),
    names: new CopyNames(),
    due: new Map(),
    moved: 0,
  };
}

function filePathOf(held: Standing | undefined): string | null {
  return held !== undefined && hasFile(held) ? held.path : null;
}

function isSame(held: Held | undefined, now: Standing): boolean {
  return held?.path === now.path && held.head === now.head && held.hash === now.hash;
}

const Covered = z.array(z.object({ document: z.int() }));

function documentsOf({ revisions }: Change): number[] {
  return revisions === null ? [] : Covered.parse(JSON.parse(revisions)).map(({ document }) => document);
}
