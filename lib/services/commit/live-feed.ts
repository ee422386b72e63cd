import type { Event } from "@/lib/contracts/events";

export type LiveEvent = Event & { workspace: string };

/** How many events are read at a time when catching up with another process. */
const PAGE = 500;

/**
 * Tells listeners of this process about events, each once and those of a workspace in order, whichever process made them. What this
 * process did is announced as it is done; for the rest `catchUp` is called when the database has changed.
 */
export class LiveFeed {
  readonly #listeners = new Map<(event: LiveEvent) => void, string | undefined>();
  readonly #readAfter: (id: number, limit: number) => Promise<LiveEvent[]>;
  #lastId = 0;
  /** Numbers up to this one may have been told of other events, by a history that was replaced. */
  #doubtedUpTo = 0;
  /** Up to this event all are announced. */
  #readUpTo = 0;
  /** The last one announced of each workspace. */
  readonly #ends = new Map<string, { id: number; hash: string }>();
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(readAfter: (id: number, limit: number) => Promise<LiveEvent[]>) {
    this.#readAfter = readAfter;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** The greatest number announced; of other workspaces, events before it may be announced later. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Begins after this event: older ones are never announced. */
  startAfter(lastId: number, doubtedUpTo = 0): void {
    this.#lastId = lastId;
    this.#readUpTo = lastId;
    this.#doubtedUpTo = doubtedUpTo;
  }

  /** Whether it is known what came after the event that somebody was told as this number. */
  knows(id: number): boolean {
    return Number.isSafeInteger(id) && id <= this.#lastId && id >= this.#doubtedUpTo;
  }

  /** Whether the last event of a workspace that was announced is the one with that hash. */
  isAt(workspace: string, hash: string | null): boolean {
    return this.#ends.get(workspace)?.hash === hash;
  }

  /** Announces events of this process that are durable. */
  publish(events: LiveEvent[]): void {
    const goesOn = (event: LiveEvent) =>
      event.id === this.#readUpTo + 1 || this.isAt(event.workspace, event.previousHash);
    for (const event of events) {
      if (this.#isAnnounced(event)) continue;
      if (goesOn(event)) this.#announce(event);
      // A gap is the work of another process, and is read from the database. What cannot be read now is announced with whatever comes next.
      else return void this.catchUp().catch(() => undefined);
    }
  }

  /** Announces what the database holds beyond the newest event announced. Calls while it reads are answered by one more look. */
  catchUp(): Promise<void> {
    if (this.#reading !== null) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /**
   * Calls back for each event from now on, until the returned function is called. `files` names the workspace whose files the listener reads
   * when it hears of a change there.
   */
  subscribe(listener: (event: LiveEvent) => void, files?: string): () => void {
    this.#listeners.set(listener, files);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Whether anybody reads the files of a workspace when an event tells of it. */
  isFollowed(workspace: string): boolean {
    for (const followed of this.#listeners.values()) if (followed === workspace) return true;
    return false;
  }

  async #read(): Promise<void> {
    for (;;) {
      this.#again = false;
      const events = await this.#readAfter(this.#readUpTo, PAGE);
      for (const event of events) {
        if (!this.#isAnnounced(event)) this.#announce(event);
        this.#readUpTo = Math.max(this.#readUpTo, event.id);
      }
      if (events.length < PAGE && !this.#isAskedAgain()) return;
    }
  }

  /** Whether another look was asked for meanwhile; the flag may have changed while the database was read. */
  #isAskedAgain(): boolean {
    return this.#again;
  }

  #isAnnounced({ workspace, id }: LiveEvent): boolean {
    return id <= Math.max(this.#ends.get(workspace)?.id ?? 0, this.#readUpTo);
  }

  #announce(event: LiveEvent): void {
    const { workspace, id, hash } = event;
    if (id === this.#readUpTo + 1) this.#readUpTo = id;
    this.#lastId = Math.max(this.#lastId, id);
    this.#ends.set(workspace, { id, hash });
    for (const listener of this.#listeners.keys()) tell(listener, event);
  }
}

/** One that fails keeps nobody else from hearing of an event, least of all whoever made it. */
function tell(listener: (event: LiveEvent) => void, event: LiveEvent): void {
  try {
    listener(event);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

type Listener = (workspace: string, path: string) => void;

/**
 * Tells which documents may have changed, so that what was derived from them is made anew: a path below the workspace, of
 * a file or of a folder. A hint: it may come for a document that is as it was.
 */
export class DocumentNews {
  readonly #listeners = new Set<Listener>();

  /** Calls back for each document from now on, until the returned function is called. The listener must not throw. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(workspace: string, path: string): void {
    for (const listener of this.#listeners) listener(workspace, path);
  }
}
