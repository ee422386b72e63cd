import { smallest } from "@/lib/core/lists";
import { setTimeout as pause } from "node:timers/promises";
import { RequestError } from "@/lib/client/request-error";
import type { FileChanges } from "@/lib/contracts/files";
import { AppError } from "@/lib/core/errors";
import type { Replica } from "@/lib/cli/replica/replica";
import type { Tools } from "@/lib/cli/replica/tools";
import { WAIT, type ReplicaServer } from "@/lib/cli/replica/replica-server";

/** After a failure so long is waited, then twice as long, up to the second. Milliseconds. */
const REST = { first: 500, longest: 30_000 };
/** So often a replica says how it stands where nothing changes, and looks at everything. Milliseconds. */
const SAY_EVERY = 60_000;
const LOOK_EVERY = 30_000;
/** So often it is noted that the server was heard of. Milliseconds. */
const NOTE_EVERY = 5000;
/** So often decisions are looked for. Milliseconds. */
const TICK = 1000;

interface Loop extends Omit<Tools, "missing" | "gone" | "server"> {
  server: ReplicaServer;
  replica: Replica;
  once: boolean;
  signal: AbortSignal;
}

/**
 * Runs a replica until `signal` ends it, or, with `once`, until both ends are in step. Whatever is wrong with the way to the server is
 * said once and tried again; an error that retrying cannot solve is thrown, and with `once` every error is.
 */
export async function keepInStep(loop: Loop): Promise<void> {
  const { replica, checkout, signal, once } = loop;
  const unwatch = once
    ? () => Promise.resolve()
    : await checkout.watch(
        (path) => replica.look(path),
        (save) => replica.late(save),
      );
  const line = new Line(loop);
  const isOver = () => signal.aborted;
  try {
    for (let rest = REST.first; !isOver();) {
      try {
        await line.turn();
        rest = REST.first;
        if (once) return;
      } catch (error) {
        if (isOver()) return;
        if (once || isFinal(error)) throw error;
        await line.broke(error);
        await pause(rest, undefined, { signal }).catch(() => undefined);
        rest = Math.min(rest * 2, REST.longest);
      }
    }
  } finally {
    line.close();
    await unwatch();
  }
}

/** The line to the server: one question that stays open, and what is done between its answers. */
class Line {
  #asked: Promise<FileChanges> | null = null;
  #asking = new AbortController();
  #isFirst = true;
  #saidAt = -Infinity;
  #heardAt = -Infinity;
  #lookedAt = -Infinity;
  #said = "";
  #trouble: { sentence: string; isHere: boolean } | null = null;

  constructor(private readonly loop: Loop) {}

  /** Brings both in step, then waits until there is something to do. */
  async turn(): Promise<void> {
    const { replica, kept, checkout, server, once, signal } = this.loop;
    if (this.#isFirst) {
      // What was missed while none ran is found by comparing everything.
      const changes = await server.changes(null, 0, signal);
      await this.#heard();
      await replica.hear(changes);
      await replica.decided();
      await this.#settle(changes.mark);
      this.#isFirst = false;
      if (once) {
        // One that is killed leaves what it did not get to see; nobody may ever run one that watches.
        await checkout.tellLate((save) => replica.late(save));
        await this.#settleAll(changes.mark);
        return this.#announce(true);
      }
    }
    await this.#announce(false);
    this.#asked ??= this.#ask();
    const rest = await replica.work();
    const wait = Math.min(rest ?? TICK, TICK);
    // What rests is due already: waiting for it would not wait at all.
    const woken = rest === null ? replica.woken() : new Promise<void>(() => undefined);
    const timer = new AbortController();
    const told = await Promise.race([
      this.#asked,
      woken.then(() => null),
      pause(wait, null, { signal: timer.signal }).catch(() => null),
    ]).finally(() => timer.abort());
    if (told !== null) {
      this.#asked = null;
      await this.#heard();
      await replica.hear(told);
      await this.#settle(told.mark);
    }
    await replica.decided();
    await this.#worked();
    if (performance.now() - this.#lookedAt > LOOK_EVERY) {
      this.#lookedAt = performance.now();
      await replica.lookAtAll();
    }
    if (kept.mark === null) kept.noteMark(0);
  }

  /** What went wrong is said once, and how much waits. */
  async broke(error: unknown): Promise<void> {
    const { kept, say } = this.loop;
    this.#hangUp();
    const sentence = wordsOf(error);
    if (sentence === this.#trouble?.sentence) return;
    this.#trouble = { sentence, isHere: error instanceof AppError };
    const waits = kept.outgoing.size === 0 ? "" : ` ${kept.outgoing.size} changed files wait here until then.`;
    say(`${sentence} It is tried again.${waits}`);
    const { heardAt } = await kept.standing();
    await kept.keepStanding({ heardAt, said: sentence }).catch(() => undefined);
  }

  close(): void {
    this.#hangUp();
  }

  async #settle(mark: number): Promise<void> {
    await this.loop.replica.work();
    this.loop.kept.noteMark(mark);
  }

  /** The same, until nothing rests any more. */
  async #settleAll(mark: number): Promise<void> {
    const { replica, signal } = this.loop;
    for (;;) {
      const rests = [await replica.decided(), await replica.work()].filter((rest) => rest !== null);
      if (rests.length === 0 || replica.isHeldByGit) break;
      await pause(smallest(rests), undefined, { signal });
    }
    this.loop.kept.noteMark(mark);
  }

  #ask(): Promise<FileChanges> {
    const { kept, server } = this.loop;
    this.#asking = new AbortController();
    const asked = server.changes(kept.mark, WAIT, this.#asking.signal);
    // Who waits for it hears of the failure; nobody may be there yet.
    asked.catch(() => undefined);
    return asked;
  }

  #hangUp(): void {
    this.#asking.abort();
    this.#asked = null;
  }

  async #heard(): Promise<void> {
    const { kept, say } = this.loop;
    const isOver = this.#trouble?.isHere === false;
    if (!isOver && performance.now() - this.#heardAt < NOTE_EVERY) return;
    if (isOver) {
      say("The server answers again.");
      this.#trouble = null;
    }
    this.#heardAt = performance.now();
    await kept.keepStanding({ heardAt: new Date().toISOString(), said: this.#trouble?.sentence ?? null });
  }

  /** All that was due is done: what was wrong with the checkout, as a full disk, is over. */
  async #worked(): Promise<void> {
    const { kept, say } = this.loop;
    if (this.#trouble?.isHere !== true) return;
    const { heardAt } = await kept.standing();
    await kept.keepStanding({ heardAt, said: null });
    this.#trouble = null;
    say("The checkout can be written again.");
  }

  /** Says how the checkout stands, when that is another way than before, or after a while. */
  async #announce(isForced: boolean): Promise<void> {
    const { kept, replica, server } = this.loop;
    const conflicts = [...kept.conflicts.keys()].slice(0, 100);
    const { waiting, pushedAt } = replica;
    const standing = JSON.stringify([conflicts, waiting > 0]);
    const age = performance.now() - this.#saidAt;
    if (!isForced && age < SAY_EVERY && (standing === this.#said || age < TICK)) return;
    try {
      await server.announce({ mark: kept.mark ?? 0, waiting, conflicts, pushedAt });
    } catch (error) {
      // Who may read may not say so, or there are too many that do: it is kept in step all the same.
      if (!(error instanceof RequestError || error instanceof AppError)) throw error;
      if (error.code !== "forbidden" && error.code !== "conflict") throw error;
    }
    this.#said = standing;
    this.#saidAt = performance.now();
  }
}

/** Errors that retrying cannot solve. */
function isFinal(error: unknown): boolean {
  // What a gateway says in the server's place passes, as the server's absence does.
  if (error instanceof RequestError) return error.code === "unexpected" && error.status !== 0 && error.status < 500;
  return !(error instanceof Error) || (error instanceof AppError ? error.code === "conflict" : !isAway(error));
}

/** A line that broke, in the words of Node, or an answer that is not the server's. */
function isAway(error: Error): boolean {
  return (
    error.name === "AbortError" || error.name === "TimeoutError" || error instanceof SyntaxError || "code" in error
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof RequestError && error.code === "not_found")
    return `The workspace is not at the server any more: ${error.message} It may have another name now; nothing is changed here.`;
  if (error instanceof RequestError && error.code === "unauthenticated")
    return `The server does not accept this credential any more: ${error.message} Give another one with --token or WARDROOM_TOKEN.`;
  if (error instanceof RequestError) return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (error instanceof AppError) return `${error.message} ${error.details.hint ?? ""}`.trim();
  return "The line to the server broke.";
}
