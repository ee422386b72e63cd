import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/hook/who-is-it";
import { TREE } from "@/lib/hook/workspace";

/** What is known of a client's session is of no use once it is that old. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** When something owed is due, in its name. Thirteen digits until the year 2286: names sort by it. */
const DUE = /-(\d{13})-/;
/** Longer than any client lets a hook live: what one had borrowed when it was killed is owed again after that. Milliseconds. */
const IN_FLIGHT_MS = 30_000;
/** Old sessions swept at one start; the rest goes at the next. */
const SWEPT = 20;

/** Something owed that was borrowed, with the names of its file before and now. */
interface Owed {
  text: string;
  name: string;
  borrowed: string;
}

/**
 * What the hooks of one client session remember between two runs: small files in this user's state folder, shared by every
 * version of the plugin. Nothing in it throws; where nothing can be stored, nothing is claimed.
 */
export class Ledger {
  readonly #folder: string;

  constructor(
    readonly base: string,
    sessionId: string,
  ) {
    this.#folder = join(base, shortHash(sessionId));
  }

  /** Takes what only one may have, and notes who did: true for exactly one of all that ask for the same name, in any process. */
  take(by: string, ...name: string[]): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#placeOf(name), by, { flag: "wx", mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** What was noted under a name; null for nothing. */
  read(...name: string[]): string | null {
    try {
      return readFileSync(this.#placeOf(name), "utf8");
    } catch {
      return null;
    }
  }

  /** Notes a text under a name, over what was noted before. */
  note(text: string, ...name: string[]): void {
    if (this.read(...name) === text) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#placeOf(name), text, { mode: 0o600 });
    } catch {
      // Told once too often is better than a session that ends.
    }
  }

  drop(...name: string[]): void {
    try {
      rmSync(this.#placeOf(name), { force: true });
    } catch {
      // It stays known.
    }
  }

  /** Keeps a text that is owed to somebody until it is taken, the same text once. False where nothing can be stored. */
  owe(text: string, to: string): boolean {
    const end = `-${shortHash(text)}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#owed(to).some((name) => name.endsWith(end))) return true;
      // No other hook reads half of it.
      const place = join(this.#folder, `new-${process.pid}${end}`);
      writeFileSync(place, text, { mode: 0o600 });
      renameSync(place, join(this.#folder, `${owedTo(to)}${Date.now()}${end}`));
      return true;
    } catch {
      return false;
    }
  }

  /** What is owed to somebody, oldest first; each text is answered to exactly one of all that ask, in any process. */
  takeOwed(to: string): string[] {
    const texts: string[] = [];
    for (let owed = this.borrowOwed(to); owed !== null; owed = this.borrowOwed(to)) {
      texts.push(owed.text);
      this.payOwed(owed);
    }
    return texts;
  }

  /**
   * The oldest thing that is owed to somebody, which is nobody else's to take for half a minute: it is kept until it is paid, so that
   * whoever borrowed it may be killed. Null for nothing.
   */
  borrowOwed(to: string): Owed | null {
    const now = Date.now();
    for (const name of this.#owed(to)) {
      const wait = Number(DUE.exec(name)?.[1]) - now;
      // One that waits longer is due as well: the clock was set back.
      if (wait > 0 && wait <= IN_FLIGHT_MS) continue;
      const borrowed = name.replace(DUE, `-${now + IN_FLIGHT_MS}-`);
      try {
        renameSync(join(this.#folder, name), join(this.#folder, borrowed));
        return { text: readFileSync(join(this.#folder, borrowed), "utf8"), name, borrowed };
      } catch {
        // Another process was faster.
      }
    }
    return null;
  }

  /** What was borrowed has reached whom it was for. */
  payOwed({ borrowed }: Owed): void {
    rmSync(join(this.#folder, borrowed), { force: true });
  }

  /** What was borrowed is owed again, at its place among the others. */
  putBackOwed({ name, borrowed }: Owed): void {
    try {
      renameSync(join(this.#folder, borrowed), join(this.#folder, name));
    } catch {
      // It was paid meanwhile.
    }
  }

  #owed(to: string): string[] {
    const names = TREE.list(this.#folder).filter((name) => name.startsWith(owedTo(to)));
    return names.sort();
  }

  /** Forgets sessions nobody has used for a month. */
  sweep(now: number): void {
    try {
      let swept = 0;
      for (const name of readdirSync(this.base)) {
        const place = join(this.base, name);
        if (now - statSync(place).mtimeMs < KEPT_MS) continue;
        rmSync(place, { recursive: true, force: true });
        if (++swept === SWEPT) return;
      }
    } catch {
      // The next start tries again.
    }
  }

  #placeOf(name: string[]): string {
    return join(this.#folder, name.map(shortHash).join("-"));
  }
}

/** Where hooks keep what they remember: below the user's state folder. */
export function stateFolder(environment: Environment): string {
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? "";
  return join(environment["XDG_STATE_HOME"] || join(home, ".local", "state"), "wardroom", "hooks");
}

function owedTo(to: string): string {
  return `owed-${shortHash(to)}-`;
}

/** Ids are of any length and spelling; names of files are not. */
function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
