import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/hook/who-is-it";

/** What is known of a client's session is of no use once it is that old. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Old sessions swept at one start; the rest goes at the next. */
const SWEPT = 20;

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

  /** Takes what only one may have: true for exactly one of all that ask for the same name, in any process. */
  claim(...name: string[]): boolean {
    return this.take("", ...name);
  }

  /** Claims a name and notes under it who did. */
  take(by: string, ...name: string[]): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#placeOf(name), by, { flag: "wx", mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** Whether a name was claimed or noted. */
  has(...name: string[]): boolean {
    return this.read(...name) !== null;
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

  /** Forgets a name. */
  drop(...name: string[]): void {
    try {
      rmSync(this.#placeOf(name), { force: true });
    } catch {
      // It stays known.
    }
  }

  /** Keeps a text that is owed to somebody until it is taken; the same text once. */
  owe(text: string, to: string): void {
    const end = `-${shortHash(text)}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#owed(to).some((name) => name.endsWith(end))) return;
      // Thirteen digits until the year 2286: names sort by age.
      writeFileSync(join(this.#folder, `${owedTo(to)}${Date.now()}${end}`), text, { mode: 0o600 });
    } catch {
      // Nowhere to keep it.
    }
  }

  /** What is owed to somebody, oldest first; each text is answered to exactly one of all that ask, in any process. */
  takeOwed(to: string): string[] {
    return this.#owed(to).flatMap((name) => {
      try {
        const place = join(this.#folder, name);
        const text = readFileSync(place, "utf8");
        unlinkSync(place);
        return [text];
      } catch {
        return [];
      }
    });
  }

  #owed(to: string): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.startsWith(owedTo(to)))
        .sort();
    } catch {
      return [];
    }
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
