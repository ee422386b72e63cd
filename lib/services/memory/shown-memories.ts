import { setTimeout as rest } from "node:timers/promises";
import type { Changed } from "@/lib/contracts/changed";
import type { Memory } from "@/lib/contracts/memory";
import type { Session } from "@/lib/contracts/sessions";
import { coalesce } from "@/lib/core/coalesce";
import { changeOf } from "@/lib/core/json-change";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { allowIn, may, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Between two looks at one session, at least so many milliseconds: a burst is told as one change. */
const PAUSE_MS = 150;
/** So many memories are followed at once, and each for so long after a page read it last. */
const MOST = 20;
const FOLLOWED_MS = 600_000;
/** A change of more characters than this costs more than reading the memory again. */
const MOST_CHARACTERS = 100_000;

type Read<T> = (caller: Caller, params: SessionParams) => Promise<T>;
type Listener = (frame: string) => void;

/**
 * Tells pages how the memories that they show change, from each view that a page was given to the next, whoever changed what. It is
 * worked out once for all pages, and in memory alone: nothing of it is stored. Of a memory that no page has read lately, and where
 * anything fails, it says that it has to be read again.
 */
export class ShownMemories {
  /** The view that was told last, of which reading it is, and until when it is followed. */
  readonly #shown = new Map<string, { memory: Memory; began: number; until: number }>();
  #begun = 0;
  readonly #looks = new Map<string, () => void>();
  /** What is being read for no page, which keeps no memory followed. */
  readonly #looking = new Set<string>();
  readonly #listeners = new Map<Listener, { caller: Caller; workspace: string }>();
  #stop = () => {};

  constructor(
    private readonly context: Pick<ServiceContext, "live" | "clock" | "store">,
    private readonly read: { memory: Read<Memory>; row: Read<Session> },
  ) {}

  /**
   * Calls back with each frame, as JSON of a `Changed`, that tells of a session of the workspace from now on, until the returned function
   * is called. For people, who reach every session of it.
   */
  subscribe(caller: Caller, { workspace }: { workspace: string }, listener: Listener): () => void {
    allowIn(this.context, caller, "look", workspace);
    if (this.#listeners.size === 0) this.#stop = this.context.live.subscribe((event) => this.#hear(event));
    this.#listeners.set(listener, { caller, workspace });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop();
      this.#shown.clear();
      this.#looks.clear();
    };
  }

  /**
   * Called when the reading of a memory for a page begins; what it answers is called with the view that the page will be given, of which
   * all others are told what leads to it. One that was overtaken by a later reading may be older: what leads from it to that is told.
   */
  begin({ workspace, session }: SessionParams): (memory: Memory) => void {
    const began = ++this.#begun;
    const key = JSON.stringify([workspace, session]);
    return (memory) => {
      const before = this.#shown.get(key);
      if (before !== undefined && before.began > began) {
        this.#lead(workspace, session, memory, before.memory);
        return;
      }
      const isOwn = this.#looking.has(key);
      const until = isOwn && before !== undefined ? before.until : this.context.clock().getTime() + FOLLOWED_MS;
      this.#shown.delete(key);
      this.#shown.set(key, { memory, began, until });
      const [oldest = ""] = this.#shown.keys();
      if (this.#shown.size > MOST) this.#shown.delete(oldest);
      if (before !== undefined) this.#lead(workspace, session, before.memory, memory);
    };
  }

  /** Tells what leads from one view to another. */
  #lead(workspace: string, session: string, before: Memory, after: Memory): void {
    const [from, view] = [before.view, after.view];
    if (from === undefined || view === undefined || from === view || this.#readerIn(workspace) === undefined) return;
    this.#tell(workspace, {
      session,
      memory: { from, view, revision: after.revision, change: changeOf(before, after) },
    });
  }

  #readerIn(workspace: string): Caller | undefined {
    for (const listener of this.#listeners.values()) if (listener.workspace === workspace) return listener.caller;
    return undefined;
  }

  #hear({ workspace, session }: LiveEvent): void {
    if (this.#readerIn(workspace) === undefined) return;
    const shown = [...this.#shown.keys()].map((key) => JSON.parse(key) as [string, string]);
    // What is about no session, such as a redaction, may be about all.
    const sessions = session === null ? shown.flatMap(([where, id]) => (where === workspace ? [id] : [])) : [session];
    for (const id of sessions) this.#look(workspace, id);
  }

  #look(workspace: string, session: string): void {
    const key = JSON.stringify([workspace, session]);
    let look = this.#looks.get(key);
    if (look === undefined) {
      look = coalesce(
        () => this.#tellOf({ workspace, session }, key),
        () => rest(PAUSE_MS, undefined, { ref: false }),
      );
      this.#looks.set(key, look);
    }
    look();
  }

  async #tellOf(params: SessionParams, key: string): Promise<void> {
    const caller = this.#readerIn(params.workspace);
    if (caller === undefined) return;
    const shown = this.#shown.get(key);
    const isFollowed = shown !== undefined && shown.until > this.context.clock().getTime();
    if (!isFollowed) this.#shown.delete(key);
    this.#looking.add(key);
    const [row, memory] = await Promise.allSettled([
      this.read.row(caller, params),
      isFollowed ? this.read.memory(caller, params) : Promise.reject(new Error("nobody shows it")),
    ]);
    this.#looking.delete(key);
    this.#tell(params.workspace, {
      session: params.session,
      row: row.status === "fulfilled" ? row.value : null,
      ...(memory.status === "rejected" && { memory: null }),
    });
  }

  #tell(workspace: string, changed: Changed): void {
    let frame = JSON.stringify(changed);
    if (frame.length > MOST_CHARACTERS) frame = JSON.stringify({ ...changed, memory: null } satisfies Changed);
    for (const [listener, { caller, workspace: where }] of this.#listeners) {
      if (where === workspace && may(caller, "look", { workspace })) listener(frame);
    }
  }
}
