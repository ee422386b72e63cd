import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** So long after a whole wait without an answer a server is only tried for a moment. Milliseconds. */
const REMEMBERED_MS = 60_000;

/**
 * What this user's commands and hooks remember of a server that took a request and said nothing: the same file as lib/hook/server.ts.
 * Nothing in it throws.
 * @param {string} url
 */
export function silenceOf(url) {
  const state = process.env["XDG_STATE_HOME"] || path.join(homedir(), ".local", "state");
  const folder = path.join(state, "wardroom", "hooks", shortHash(`server ${url}`));
  const file = path.join(folder, shortHash("silent"));
  return {
    isKnown: () => attempt(() => Math.abs(Date.now() - Number(readFileSync(file, "utf8"))) < REMEMBERED_MS) === true,
    note: () => {
      attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
      attempt(() => writeFileSync(file, String(Date.now()), { mode: 0o600 }));
    },
    /** It has answered. */
    forget: () => attempt(() => rmSync(file, { force: true })),
  };
}

/** @template T @param {() => T} act @returns {T | undefined} Undefined where nothing can be stored. */
function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function shortHash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
