import { addAll } from "@/lib/core/lists";
import { findDocument, findHead } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import {
  stateOfRow,
  stepToFound,
  unrecorded,
  type DocumentState,
  contentOf,
  encodeNext,
  letGo,
  withFile,
  withRecordedContent,
} from "@/lib/services/commit/document-states";
import type { Act, Edit } from "@/lib/services/commit/act";
import { firstChange, groupByFile } from "@/lib/services/commit/decide-batch";
import { Copies } from "@/lib/services/commit/copies";
import { gitAtWork } from "@/lib/services/commit/commit-errors";
import { DocumentNews, type LiveEvent } from "@/lib/services/commit/live-feed";
import type { EventLog } from "@/lib/services/commit/event-log";
import { FoundCode } from "@/lib/services/commit/found-code";
import { DocumentFiles } from "@/lib/services/commit/document-files";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { SetAside } from "@/lib/services/commit/set-aside";
import { SharedRuns } from "@/lib/services/commit/shared-runs";
import { findUnfinished } from "@/lib/services/commit/unfinished-file";
import { withinSavepoint } from "@/lib/services/commit/record-acts";
import { type BatchContext, recordFound } from "@/lib/services/commit/record-found";
import type { Subject } from "@/lib/core/access/decide-access";
import { refuseForeign } from "@/lib/core/places/link-rights";
import { findShutInHistory } from "@/lib/core/places/our-files";
import { storedFile } from "@/lib/store/read-file";
import type { Store, StoredFile } from "@/lib/store/store";

/**
 * Documents as file and history agree on them, and beside them, while a batch is decided, as they will be once it is
 * carried out. Whatever is remembered is compared with the file before it is used.
 */
export class DocumentCache {
  readonly #known = new Map<string, DocumentState>();
  readonly #working = new Map<string, DocumentState>();
  readonly #edited = new Set<string>();
  /** How many batches have ended: what was looked at during the end of one is not remembered. */
  #ended = 0;
  readonly code = new FoundCode(this);
  readonly #compared = new Map<string, string | null>();
  /** Of documents as their rows say, those whose files may be behind, with the revision that is surely on the disk. */
  readonly #behind = new WeakMap<DocumentState, number>();
  readonly #looks = new SharedRuns<DocumentState | null>();
  readonly #due: { workspace: string; repair: string }[] = [];
  /** Told of each document that this process sees change, whoever changed it. */
  readonly news = new DocumentNews();
  readonly copies: Copies;

  constructor(
    readonly store: (workspace: string) => Store,
    private readonly log: EventLog,
    private readonly aside: SetAside,
    folders: ReadonlyMap<string, string> = new Map(),
    readonly files = new DocumentFiles(store),
  ) {
    this.copies = new Copies(folders, {
      news: this.news,
      forget: (workspace) => this.#drop((state) => state.workspace === workspace),
      remembers: (workspace, path) => this.#known.has(`${workspace}:${path}`),
      renew: (row, content) => {
        const key = `${row.workspaceId}:${row.path}`;
        const known = this.#known.get(key);
        // It may have been brought further by then.
        if (known?.id === row.id && known.head > row.head) return;
        const file = content && storedFile(content);
        this.#known.delete(key);
        this.#known.set(key, withFile(stateOfRow(row.workspaceId, row), file));
        letGo(this.#known);
      },
    });
  }

  /** As `Store.leadsTo`, also for what is in the history alone. */
  async leadsTo(workspace: string, given: string, subject: Subject | null): Promise<string> {
    // Nothing in a copy leads anywhere, and it may be gone: it is made again from the history.
    if (!this.copies.isRecorded(workspace)) return this.store(workspace).leadsTo(given, subject);
    const refused = refuseForeign(given, findShutInHistory(given));
    if (refused !== null) throw refused;
    return given;
  }

  /** The document as it was left, without a look at the file. */
  find(workspace: string, path: string): DocumentState | undefined {
    return this.#known.get(`${workspace}:${path}`);
  }

  /**
   * The document, if nobody outside has changed its file: as it is remembered, else as its row says. While a batch changes it, the
   * row says which of its texts is true, for that and the events are seen from one moment on, and the file follows. Waits for no
   * batch. Those who ask at the same time share one look.
   */
  findUnchanged(queries: Queries, workspace: string, path: string, isBusy: () => boolean) {
    const key = `${workspace}:${path}`;
    return this.#looks.run(key, async () => {
      const after = this.#working.get(key);
      if (after !== undefined && after.hash !== this.#known.get(key)?.hash) {
        const state = await this.#readBesideBatch(queries, after);
        if (state !== null) return state;
      }
      const known = this.#known.get(key);
      if (this.copies.isRecorded(workspace)) return known !== undefined && this.copies.holds(known) ? known : null;
      const same = known === undefined ? null : await this.#compareMark(this.store(workspace), key, path);
      // With no batch to wait for, the lock is had at once, and files that are new are recorded in the order they are asked for.
      return same ?? (isBusy() ? this.#compareRow(queries, workspace, path) : null);
    });
  }

  /** The same: a file with the mark that it had when it was compared last needs no reading. */
  async #compareMark(store: Store, key: string, path: string): Promise<DocumentState | null> {
    const [mark = null] = await store.marks([path]);
    const known = this.#known.get(key);
    if (known !== undefined && this.files.isLeftAs(known, key, mark)) return known;
    const hash = (await store.read(path))?.hash ?? "";
    const state = this.#known.get(key);
    if (state?.hash !== hash) return null;
    if (mark !== null) this.files.found(state, mark);
    return state;
  }

  /** The document as its row says, where its file holds that. */
  async #compareRow(queries: Queries, workspace: string, path: string): Promise<DocumentState | null> {
    const key = `${workspace}:${path}`;
    const ended = this.#ended;
    const recorded = await this.recorded(queries, workspace, path);
    const [mark = null] = await this.store(workspace).marks([path]);
    const file = await this.store(workspace).read(path);
    if ((file?.hash ?? "") !== recorded.hash) return null;
    const state = withFile(recorded, file);
    if (mark !== null) this.files.found(state, mark);
    const isSure = (state.id > 0 || state.head === 0) && !this.#behind.has(recorded) && !this.#working.has(key);
    if (isSure && ended === this.#ended) {
      this.#known.set(key, state);
      letGo(this.#known);
    }
    return state;
  }

  /** A document that the batch changes, as everybody may see it now; null where its file holds what the batch knows nothing of. */
  async #readBesideBatch(queries: Queries, after: DocumentState): Promise<DocumentState | null> {
    const { workspace, path } = after;
    const key = `${workspace}:${path}`;
    const before = this.#known.get(key) ?? unrecorded(workspace, path);
    const row = await findHead(queries, workspace, path);
    const [head, hash] = row === null ? [0, ""] : [row.head, row.headHash];
    const standing = [after, before].find((state) => state.head === head && state.hash === hash);
    if (standing === undefined || this.#working.get(key) !== after) return null;
    // A document just begun has its row's id in the database only.
    const state = row === null || row.id === standing.id ? standing : { ...standing, id: row.id };
    if (this.copies.isRecorded(workspace)) return state;
    // Until it is recorded, an edit from outside is in the file alone.
    if (standing === before && this.#edited.has(key)) return null;
    const [mark = null] = await this.store(workspace).marks([path]);
    if (this.files.isLeftAs(before, key, mark) || this.files.areOf(after, mark)) return state;
    const found = (await this.store(workspace).read(path))?.hash ?? "";
    return found === before.hash || found === after.hash ? state : null;
  }

  /** The document as the batch sees it. The first look compares it with the file and records an edit made outside. */
  async load(context: BatchContext, workspace: string, path: string): Promise<DocumentState> {
    const key = `${workspace}:${path}`;
    const working = this.#working.get(key);
    if (working !== undefined) return working;
    const known = this.#known.get(key) ?? this.files.of(key)?.state;
    const state = this.copies.isRecorded(workspace)
      ? await this.#fromHistory(context.queries, workspace, path)
      : await this.#compare(context, known ?? (await this.recorded(context.queries, workspace, path)));
    // Who reads meanwhile is shown this until the batch is committed.
    if (state.id > 0 && !this.#edited.has(key)) this.#known.set(key, state);
    this.#working.set(key, state);
    return state;
  }

  /** The document as its file is now, with an edit made outside that is not recorded: for reading alone. */
  async look(queries: Queries, workspace: string, path: string): Promise<DocumentState> {
    if (this.copies.isRecorded(workspace)) return this.#fromHistory(queries, workspace, path);
    const recorded = await this.recorded(queries, workspace, path);
    const file = await this.store(workspace).readSettled(path);
    if ((file?.hash ?? "") === recorded.hash) return withFile(recorded, file);
    const unfinished = await findUnfinished(queries, recorded, this.#behind.get(recorded), file);
    if (unfinished !== null) return { ...recorded, text: unfinished };
    const before = { ...recorded, text: await readTextAt(queries, recorded.id, recorded.head) };
    const found = { ...recorded, hash: file?.hash ?? "", ...contentOf(file) };
    const step = () => stepToFound(before, found.text ?? found.legible ?? "");
    return { ...found, identity: (await this.aside.judge(found, "read", step)).identity };
  }

  /** Takes over what an act decided. */
  put(states: Iterable<DocumentState>): void {
    for (const state of states) this.#working.set(`${state.workspace}:${state.path}`, state);
  }

  /** Whether the file of the batch's document still is what it was when the batch compared it, or holds that content again. */
  async isAsCompared(workspace: string, path: string, hash: string): Promise<boolean> {
    const store = this.store(workspace);
    const mark = this.#compared.get(`${workspace}:${path}`) ?? null;
    if (mark !== null && (await store.markExactly(path)) === mark) return true;
    return ((await store.read(path))?.hash ?? "") === hash;
  }

  /** Whether the batch leaves a document's file as it is for now: what is not written is owed. */
  isOwed(state: DocumentState, unchanged: number): boolean {
    const key = `${state.workspace}:${state.path}`;
    return this.files.stage(key, this.#known.get(key), this.#compared.get(key) ?? null, unchanged);
  }

  /** Notes that the batch's document is in its file, which has that exact mark; null where another has its name already. */
  notePlaced(workspace: string, path: string, mark: string | null): void {
    const state = this.#working.get(`${workspace}:${path}`);
    if (state === undefined) return;
    this.files.placed(`${workspace}:${path}`, state, mark);
  }

  /** A document that the batch has looked at, as the batch leaves it. */
  afterBatch(workspace: string, path: string): DocumentState {
    const state = this.#working.get(`${workspace}:${path}`);
    if (state === undefined) throw new Error(`${path} is no part of this batch`);
    return state;
  }

  /** What the batch worked with has become true. */
  promote(): void {
    for (const [key, state] of this.#working) {
      const before = this.#known.get(key);
      // That a file which never was is not there is no news.
      if ((before?.hash ?? (state.head === 0 ? "" : null)) !== state.hash) this.news.tell(state.workspace, state.path);
      this.files.promote(key, before, state);
      this.#known.delete(key);
      // A document just begun has its row's id in the database only: it is read from there the next time.
      if (state.id > 0 || state.head === 0) this.#known.set(key, state);
    }
    this.#endBatch();
    letGo(this.#known);
  }

  /**
   * Has the copies of this process hold what it has just committed; false where they do not, and whoever looks next is to bring them up.
   * Never throws: it is done.
   */
  async bringCopies(queries: Queries, acts: Act[], events: LiveEvent[]): Promise<boolean> {
    const { copies } = this;
    const [first, last] = [events[0], events.at(-1)];
    if (!copies.isUsed || first === undefined || last === undefined) return true;
    const files = [...groupByFile(acts).values()];
    if (acts.every(isPlain) && files.every((edits) => this.#giveCopy(edits, last.id))) {
      copies.passed(first.id, last);
      return true;
    }
    return copies.follow(queries, files[0]?.[0]?.workspace).then(
      () => true,
      () => false,
    );
  }

  /** Gives a copy what the edits of its file made of it, encoding only what they changed; false where the copies have to `follow`. */
  #giveCopy(edits: Edit[], lastEvent: number): boolean {
    const [edit] = edits;
    if (edit === undefined || !this.copies.isRecorded(edit.workspace)) return true;
    const after = this.afterBatch(edit.workspace, edit.path);
    const found = this.find(edit.workspace, edit.path);
    const known = found?.hash === edit.base ? found : undefined;
    const content = after.hash === "" ? null : encodeNext(known, after, firstChange(edits)).map(({ bytes }) => bytes);
    return this.copies.take(after, content, lastEvent);
  }

  drop(workspace: string, path: string): void {
    this.#known.delete(`${workspace}:${path}`);
    this.files.drop(`${workspace}:${path}`);
  }

  /** Forgets everything: the database may say otherwise. */
  forget(): void {
    // What is compared with a copy at each use is either right or not used.
    this.#drop(({ workspace }) => !this.copies.isRecorded(workspace));
    this.files.forget();
    this.#endBatch();
  }

  #drop(which: (state: DocumentState) => boolean): void {
    for (const [key, state] of this.#known) if (which(state)) this.#known.delete(key);
  }

  #endBatch(): void {
    this.#ended++;
    this.#working.clear();
    this.#edited.clear();
    this.#compared.clear();
    this.files.endBatch();
  }

  /** The document as its row says. */
  async recorded(queries: Queries, workspace: string, path: string): Promise<DocumentState> {
    const row = await findDocument(queries, workspace, path);
    if (row !== null) {
      const state = stateOfRow(workspace, row);
      if (row.synced < row.head) this.#behind.set(state, row.synced);
      return state;
    }
    return unrecorded(workspace, path);
  }

  /** A document whose content is in the history; its copy here saves reading that. */
  async #fromHistory(queries: Queries, workspace: string, path: string): Promise<DocumentState> {
    const key = `${workspace}:${path}`;
    const known = this.#known.get(key);
    if (known !== undefined && this.copies.holds(known)) return known;
    const recorded = await this.recorded(queries, workspace, path);
    const state = await withRecordedContent(queries, this.store(workspace), this.copies, recorded);
    // It is used for as long as the copy holds the same.
    this.#known.set(key, state);
    letGo(this.#known);
    return state;
  }

  async #compare(context: BatchContext, recorded: DocumentState): Promise<DocumentState> {
    const { workspace, path } = recorded;
    const key = `${workspace}:${path}`;
    const store = this.store(workspace);
    if (!(await store.isGitDone())) throw gitAtWork();
    const mark = await store.markExactly(path);
    const filed = this.files.of(key)?.filed;
    this.#compared.set(key, mark);
    if (mark !== null && this.files.placedMark(filed ?? recorded) === mark) return recorded;
    if (filed !== undefined) {
      if (await this.files.place(key)) return this.#compare(context, recorded);
      // Its writer knew nothing of what was owed to the file.
      this.files.drop(key);
      this.#behind.set(recorded, filed.head);
      return this.#compare({ ...context, isStart: true }, recorded);
    }
    // What was never recorded is new, or absent.
    const seen = recorded.head === 0 ? null : await store.read(path);
    if (recorded.head > 0 && ((seen?.hash ?? "") === recorded.hash || (await this.#finish(context, recorded, seen)))) {
      if (this.#behind.has(recorded)) this.files.addUnsynced(recorded);
      return withFile(recorded, seen?.hash === recorded.hash ? seen : await store.read(path));
    }
    // Nobody of ours wrote this: whoever did may not be done yet.
    const formerSize = recorded.text === null ? undefined : Buffer.byteLength(recorded.text);
    const file = await store.readSettled(path, formerSize);
    if ((file?.hash ?? "") === recorded.hash) return withFile(recorded, file);
    return this.aside.judge({ ...recorded, hash: file?.hash ?? "" }, "recorded", () =>
      withinSavepoint({ ...context, log: this.log }, () => this.#recordFound(context, recorded, file)),
    );
  }

  /** Brings a file to its newest revision that a death or a power cut left behind; false where somebody else wrote what it holds. */
  async #finish({ queries }: BatchContext, recorded: DocumentState, seen: StoredFile | null): Promise<boolean> {
    const text = await findUnfinished(queries, recorded, this.#behind.get(recorded), seen);
    return text !== null && this.store(recorded.workspace).replace(recorded.path, text, seen?.hash ?? "");
  }

  async #recordFound(context: BatchContext, recorded: DocumentState, file: StoredFile | null): Promise<DocumentState> {
    this.#edited.add(`${recorded.workspace}:${recorded.path}`);
    const { log, aside, copies, code } = this;
    const at = { ...context, log, aside, copies, code, store: this.store(recorded.workspace) };
    const { state, due } = await recordFound(at, recorded, file, this.#behind.get(recorded));
    addAll(this.#due, due);
    return state;
  }

  /** The repairs that are to be made at once and were found since the last call; of a transaction that failed too, whose repairs are not there. */
  takeDue(): { workspace: string; repair: string }[] {
    return this.#due.splice(0);
  }
}

/** Whether an act gives files another text, and moves and rewrites nothing. */
function isPlain({ move, effects }: Act): boolean {
  return move === null && effects.every(({ type }) => type !== "redact");
}
