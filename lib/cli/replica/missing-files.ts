/** So long nothing may have gone or come back before what is missing counts as removed. Milliseconds. */
const QUIET = 2000;
/** A command of git that is at work for so long waits for somebody, or died. Milliseconds. */
const GIT_PATIENCE = 10_000;
/** One look is enough for all files that are seen to together. Milliseconds. */
const FRESH = 100;

interface Looks {
  known: () => string[];
  missing: (paths: readonly string[]) => Promise<string[]>;
  /** Whether a command of git may be under way. */
  isGitAtWork: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Tells a removed file from one that is only not there yet: an editor may save by removing and creating, git writes files one after the
 * other, and a removed folder goes file by file. A missing file counts as removed once no known file has gone or come back, and no
 * command of git was under way, for two seconds.
 */
export class MissingFiles {
  /** When each that is missing was last there, or may have been. */
  #lastThere = new Map<string, number>();
  #known = 0;
  /** When all others were seen. */
  #seenAt: number;
  #stirredAt = 0;
  #lookedAt = -Infinity;
  #look: Promise<void> | null = null;
  #told: ReadonlySet<string> = new Set();
  #gitSince: number | null = null;
  #isGitTold = false;

  constructor(
    private readonly looks: Looks,
    /** When this checkout was last known to be whole, for what was missing from the beginning. */
    lastRun: number,
  ) {
    this.#seenAt = lastRun;
  }

  /** How long to wait until a missing file counts as removed; 0 once it does. Milliseconds. */
  async rest(): Promise<number> {
    const { now } = this.looks;
    if (now() - this.#lookedAt > FRESH) await (this.#look ??= this.#lookAgain().finally(() => (this.#look = null)));
    return Math.max(0, this.#stirredAt + QUIET - now());
  }

  /** A moment at which the file was still there, or may have been. Milliseconds since 1970. */
  lastThere(path: string): number {
    return this.#lastThere.get(path) ?? this.#seenAt;
  }

  /** How many are missing, and of how many, at the last look. */
  get count(): { missing: number; known: number } {
    return { missing: this.#lastThere.size, known: this.#known };
  }

  /** How long files are to be left alone because git is at work; 0 where it is not. Milliseconds. */
  async restOfGit(): Promise<number> {
    const isAtWork = await this.looks.isGitAtWork();
    this.#gitSince = isAtWork ? (this.#gitSince ?? this.looks.now()) : null;
    this.#isGitTold &&= isAtWork;
    return isAtWork ? QUIET : 0;
  }

  /** Whether files wait for git, and not only for a moment. */
  get isHeldByGit(): boolean {
    return this.#gitSince !== null && this.looks.now() - this.#gitSince >= GIT_PATIENCE;
  }

  /** Whether somebody is to be told of that: once, until git is done. */
  isGitNews(): boolean {
    const isNews = this.isHeldByGit && !this.#isGitTold;
    this.#isGitTold ||= isNews;
    return isNews;
  }

  /** Whether somebody is to be told of what is missing: once, until another file is. */
  isNews(): boolean {
    const isKnown = [...this.#lastThere.keys()].every((path) => this.#told.has(path));
    this.#told = new Set(this.#lastThere.keys());
    return !isKnown;
  }

  async #lookAgain(): Promise<void> {
    const { known, missing, now } = this.looks;
    const isFirst = this.#lookedAt === -Infinity;
    const paths = known();
    const found = await missing(paths);
    const isAtWork = (await this.restOfGit()) > 0;
    const at = now();
    const before = this.#lastThere;
    this.#lastThere = new Map(found.map((path) => [path, before.get(path) ?? this.#seenAt]));
    this.#seenAt = at;
    this.#known = paths.length;
    this.#lookedAt = at;
    // One that both ends hold no more neither went nor came back.
    const stillKnown = new Set(paths);
    const isStill =
      found.every((path) => before.has(path)) &&
      [...before.keys()].every((path) => this.#lastThere.has(path) || !stillKnown.has(path));
    if (isFirst || isAtWork || !isStill) this.#stirredAt = at;
  }
}

/** What is told where files wait for git. */
export const HELD_BY_GIT =
  "Files of this checkout wait: a git command is running, waits to be continued, or left its lock behind. " +
  "Nothing is written here, pushed or removed until that is over; see: git status";
