import { AppError } from "@/lib/core/errors";
import { findBrowser, findBrowsers, findCredential, listRevoked, type KnownCredential } from "@/lib/db/credentials";
import type { Database, Queries } from "@/lib/db/database";
import type { Committer } from "@/lib/services/commit/committer";
import type { LiveFeed } from "@/lib/services/commit/live-feed";

/** When a credential was last used is written down this often. */
const FLUSH_MS = 30_000;
/** A timer cannot wait longer than this; requests that stay open longer are rare, and every keep-alive checks again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Events that end credentials, or change what they stand for. */
const ENDING = new Set([
  ...["token.revoked", "viewer.revoked", "session.deleted", "role.replaced"],
  // A person whose role changes has other rights from then on.
  ...["person.changed", "person.unlinked", "person.ended"],
]);

interface OpenRequest {
  id: string;
  onEnd: (error: AppError) => void;
}

/**
 * Every credential that was handed out and is still valid. A request that stays open is told at once when its credential
 * ends, whichever process ended it.
 */
export class CredentialBook {
  readonly #known = new Map<string, KnownCredential>();
  readonly #browsers = new Map<string, string>();
  readonly #used = new Map<string, Date>();
  readonly #open = new Set<OpenRequest>();
  // How often credentials have ended: a row read before the last time may be out of date.
  #ends = 0;
  #checking: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly context: { database: Database; committer: Committer; clock: () => Date },
    live: LiveFeed,
  ) {
    live.subscribe((event) => {
      if (!ENDING.has(event.action)) return;
      this.#known.clear();
      this.#ends++;
      this.recheck();
    });
    // A failure to note a use is harmless: the next use is noted again.
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS);
    this.#timer.unref();
  }

  /** The credential with that id. Throws `unauthenticated` when it is unknown, revoked or expired. */
  async get(id: string): Promise<KnownCredential> {
    const before = this.#ends;
    return this.#use(this.#known.get(id) ?? (await findCredential(this.context.database.queries, id)), before);
  }

  /** Whether the credential with that id is known, and one of that workspace: whatever ends it is an event there. */
  isOf(id: string | null, workspace: string | null): boolean {
    return id !== null && workspace !== null && this.#known.get(id)?.workspaceId === workspace;
  }

  /** The browser whose cookie holds the secret with that hash. Throws like `get`. */
  async getBrowser(secretHash: string): Promise<KnownCredential> {
    return (await this.findBrowser(secretHash)) ?? this.#use(null, this.#ends);
  }

  /** Like `getBrowser`, but null where no browser ever had that secret. */
  async findBrowser(secretHash: string): Promise<KnownCredential | null> {
    const before = this.#ends;
    const id = this.#browsers.get(secretHash);
    const known = id === undefined ? undefined : this.#known.get(id);
    const found = known ?? (await findBrowser(this.context.database.queries, secretHash));
    if (found?.kind !== "browser") return null;
    const row = this.#use(found, before);
    this.#browsers.set(secretHash, row.id);
    return row;
  }

  /** The browsers with these hashes that are still valid, in that order. Throws like `get` when there is none. */
  async getBrowsers(secretHashes: string[]): Promise<[KnownCredential, ...KnownCredential[]]> {
    const before = this.#ends;
    const found = await findBrowsers(this.context.database.queries, secretHashes);
    const valid = found.filter((row) => this.#faultOf(row) === null);
    const [first = null, ...others] = valid.length > 0 ? valid : found;
    return [this.#use(first, before), ...others];
  }

  /** Whether an event may have ended credentials. What follows such an event is told only after `settled`. */
  mayEnd({ action }: { action: string }): boolean {
    return ENDING.has(action);
  }

  /**
   * Throws like `get` where the caller's credential ended since it was let in: what it makes now would outlive it. For `decide`, where
   * nothing ends meanwhile.
   */
  async assertHolds(queries: Queries, id: string): Promise<void> {
    const row = await findCredential(queries, id);
    const fault = row && this.#faultOf(row);
    if (fault) throw fault;
  }

  /** Whether the credential is still valid. */
  async isValid(id: string): Promise<boolean> {
    const row = await findCredential(this.context.database.queries, id);
    return row !== null && this.#faultOf(row) === null;
  }

  /** Calls back once, as soon as the credential ends, until the returned function is called. */
  follow(id: string, onEnd: (error: AppError) => void): () => void {
    const request = { id, onEnd };
    this.#open.add(request);
    const expiresAt = this.#known.get(id)?.expiresAt;
    const left = expiresAt ? expiresAt.getTime() - this.context.clock().getTime() : Infinity;
    const timer =
      left > LONGEST_TIMER_MS ? undefined : setTimeout(() => this.#end(request, ended("has expired")), left);
    timer?.unref();
    return () => {
      clearTimeout(timer);
      this.#open.delete(request);
    };
  }

  get openRequests(): number {
    return this.#open.size;
  }

  /** Notes that a credential was ended by this process. Must be called after the change is stored. */
  end(id: string): void {
    this.#known.delete(id);
    this.#ends++;
    for (const request of this.#open) if (request.id === id) this.#end(request, ended("was revoked"));
  }

  /** Looks up which credentials in use another process has revoked. `settled` resolves when that is known. */
  recheck(): void {
    this.#checking = this.#checking.then(() => this.#check()).catch(() => undefined);
  }

  /** Resolves when every end that was heard of so far has reached the requests it concerns. */
  settled(): Promise<void> {
    return this.#checking;
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const uses = [...this.#used].map(([id, at]) => ({ id, at: at.toISOString() }));
    this.#used.clear();
    await this.context.committer.act(
      { workspace: "", author: { actor: "Lead", actorKind: "person", source: "api" } },
      (draft) => draft.effect({ type: "touch-credentials", uses }),
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const ids = new Set([...this.#browsers.values(), ...[...this.#open].map(({ id }) => id)]);
    if (ids.size === 0) return;
    for (const id of await listRevoked(this.context.database.queries, [...ids])) this.end(id);
    for (const [hash, id] of this.#browsers) if (!this.#known.has(id)) this.#browsers.delete(hash);
  }

  #end(request: OpenRequest, error: AppError): void {
    if (this.#open.delete(request)) request.onEnd(error);
  }

  #use(row: KnownCredential | null, endsBefore: number): KnownCredential {
    if (row === null) throw unknown();
    const fault = this.#faultOf(row);
    if (fault !== null) throw fault;
    if (this.#ends === endsBefore) this.#known.set(row.id, row);
    this.#used.set(row.id, this.context.clock());
    return row;
  }

  #faultOf(row: KnownCredential): AppError | null {
    const what = row.kind === "browser" ? "session" : "token";
    if (row.revokedAt !== null || (row.person?.endedAt ?? null) !== null) return ended("was revoked", what);
    return row.expiresAt !== null && row.expiresAt <= this.context.clock() ? ended("has expired", what) : null;
  }
}

/** The refusal of a credential that nobody here handed out. */
export function unknown(): AppError {
  return new AppError("unauthenticated", "This token is not known here.", {
    hint: "Use a role's token from the Lead, or the owner's token from the data folder.",
  });
}

function ended(how: string, what: "session" | "token" = "token"): AppError {
  if (what === "session") {
    return new AppError("unauthenticated", `This browser's sign-in ${how}.`, { hint: "Sign in again." });
  }
  return new AppError("unauthenticated", `This token ${how}.`, { hint: "Ask the Lead for a new one." });
}
