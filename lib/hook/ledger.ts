import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/hook/who-is-it";

/** What is known of a client's session is of no use once it is that old. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** When something owed is due, in its name. Thirteen digits until the year 2286: names sort by it. */
const DUE = /-(\d{13})-/;
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

  /**
   * Keeps a text that is owed to somebody until it is taken, the same text once; nobody takes it before `due`. Its name, by which it
   * can be paid or put back; null where it is kept already, or nothing can be stored.
   */
  owe(text: string, to: string, due = Date.now()): string | null {
    const end = `-${shortHash(text)}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#owed(to).some((name) => name.endsWith(end))) return null;
      const name = `${owedTo(to)}${due}${end}`;
      writeFileSync(join(this.#folder, name), text, { mode: 0o600 });
      return name;
    } catch {
      return null;
    }
  }

  /** What is owed to somebody and due, oldest first; each text is answered to exactly one of all that ask, in any process. */
  takeOwed(to: string): string[] {
    return this.#due(to).flatMap((name) => {
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

  /**
   * The oldest thing that is owed to somebody and due, which is nobody else's to take before `until`: it is kept until it is paid, so
   * that whoever borrowed it may be killed. Null for nothing.
   */
  borrowOwed(to: string, until: number): { text: string; name: string } | null {
    for (const name of this.#due(to)) {
      const borrowed = name.replace(DUE, `-${until}-`);
      try {
        renameSync(join(this.#folder, name), join(this.#folder, borrowed));
        return { text: readFileSync(join(this.#folder, borrowed), "utf8"), name: borrowed };
      } catch {
        // Another process was faster.
      }
    }
    return null;
  }

  /** What was owed under this name has reached whom it was for. */
  payOwed(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
  }

  /** What is owed under this name is due again. */
  putBackOwed(name: string, due = Date.now()): void {
    try {
      renameSync(join(this.#folder, name), join(this.#folder, name.replace(DUE, `-${due}-`)));
    } catch {
      // It was paid meanwhile.
    }
  }

  #due(to: string): string[] {
    const now = Date.now();
    return this.#owed(to).filter((name) => Number(DUE.exec(name)?.[1]) <= now);
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
