import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs";
import { join, sep } from "node:path";
import { nearSeat } from "@/lib/core/context/near-seat";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { foldRoleId, roleSections } from "@/lib/core/memory/role-id";
import type { Tree } from "@/lib/core/places/find-project";
import { findWorktree } from "@/lib/core/places/git-worktree";

/** The folder below a workspace that holds its sessions. */
const TEAMS = ".agent/teams";
/** Larger files are not looked through for a role: it would take longer than an agent should wait. Bytes. */
const LARGEST = 2_000_000;
/** The largest document there is. Bytes. */
const LARGEST_DOCUMENT = 8_000_000;
/** A pipe that nobody writes to would keep whoever opens it waiting. Windows has none, and no flag: undefined, which is 0 here. */
const READ_NOW = constants.O_RDONLY | constants.O_NONBLOCK;

/** The sessions of a workspace that have a team memory, by folder name. Empty where there are none. Never throws. */
export function listSessions(root: string): string[] {
  return namesIn(join(root, TEAMS)).filter((name) => existsSync(memoryPath(root, name)));
}

/** What the rule about projects asks of the disk. */
export const TREE: Tree = { read: readText, list: namesIn, has: (path) => existsSync(path), real: realPath };

/** The folder of the main checkout that answers to one in a working tree of its repository; null for any other folder. */
export function mainCheckoutOf(folder: string): string | null {
  return findWorktree(folder.split(sep).join("/"), TREE)?.main ?? null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function sessionFolder(root: string, session: string): string {
  return join(root, TEAMS, session);
}

export function memoryPath(root: string, session: string): string {
  return join(sessionFolder(root, session), "TEAM-MEMORY.md");
}

/** The sessions at work in which a role has an active section; where none has, those in which its name is nearly that of one. */
export function sessionsOfRole(root: string, role: string): string[] {
  const sessions = listSessions(root);
  const own = sessions.filter((session) => activeRoles(root, session, role).includes(foldRoleId(role)));
  return own.length > 0 ? own : sessions.filter((session) => nearSeat(role, activeRoles(root, session)) !== null);
}

/** The active roles of a session at work; none where its memory does not have that word. */
function activeRoles(root: string, session: string, word = ""): string[] {
  const text = readText(memoryPath(root, session));
  if (text === null || text.length > LARGEST || !text.toLowerCase().includes(word.toLowerCase())) return [];
  const memory = parseMemory(text);
  if (memory.meta.finished !== null) return [];
  return roleSections(memory).flatMap((section) => (section.state === "active" ? section.role : []));
}

/** Those of the sessions that are at work: a finished one says so in its Meta. */
export function atWork(root: string, sessions: readonly string[]): string[] {
  return sessions.filter((session) => {
    const text = readText(memoryPath(root, session));
    // Only what names the key is read for its meaning.
    if (text === null || text.length > LARGEST || !/finished/i.test(text)) return true;
    return parseMemory(text).meta.finished === null;
  });
}

/** A file as text; null when it cannot be read, is no file or too large for a document, or is no UTF-8. */
export function readText(path: string): string | null {
  try {
    const file = openSync(path, READ_NOW);
    try {
      const found = fstatSync(file);
      if (!found.isFile() || found.size > LARGEST_DOCUMENT) return null;
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** A path with every link on the way followed; as it is where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
