import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { replicaFolder } from "@/lib/core/places/own-folder";
import { sha256 } from "@/lib/hook/attribute";
import { isAlive } from "@/lib/hook/server";
import { readText, TREE } from "@/lib/hook/workspace";

/** A replica hears of its server at least twice within this time. Milliseconds. */
const FRESH = 120_000;
const MINUTE = 60_000;

/**
 * How the files of a checkout stand that a replica keeps in step, as one sentence; null where none does. They are read here and never
 * fetched, so whoever works from them has to know how old they are. In step they are called only while a replica runs that heard of its
 * server a moment ago and met no trouble since, and no file waits for somebody. All of that lies in the data folder: no file of the checkout has a
 * say in it.
 */
export function sayCopyAge(root: string, data: string | null, now: number): string | null {
  const folder = data === null ? null : folderOf(root, data);
  if (folder === null) return null;
  const standing = standingOf(readText(join(folder, "standing.json")));
  if (standing === null) return null;
  const age = now - standing.heardAt;
  const old = `These files are a copy, ${inWords(age)} old:`;
  if (!isRunning(readText(join(folder, "lock")))) return `${old} no replica runs.`;
  if (standing.isInTrouble) return `${old} its replica cannot keep them in step, see: wardroom replica status.`;
  if (age >= FRESH) return `${old} its replica hears nothing of the server.`;
  // A file waits for somebody: both ends changed it, or it could not be taken over.
  if (TREE.list(join(folder, "conflicts")).some((name) => name.endsWith(".json")))
    return "These files are a copy, not all in step with their server, see: wardroom replica status.";
  return "These files are a copy, in step with their server.";
}

/** Where the replica of this very folder remembers how it stands; null where there is no such folder. */
function folderOf(root: string, data: string): string | null {
  try {
    const real = realpathSync(root);
    const { dev, ino } = statSync(real, { bigint: true });
    return replicaFolder(data, { root: real, identity: `${dev}:${ino}` }, sha256);
  } catch {
    return null;
  }
}

/** Example: less than a minute, 30 minutes, 24 hours. */
function inWords(age: number): string {
  const minutes = Math.round(age / MINUTE);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}

/** When the server was heard of last, in milliseconds since 1970, and whether something went wrong since. */
function standingOf(text: string | null): { heardAt: number; isInTrouble: boolean } | null {
  try {
    const { heardAt, said } = JSON.parse(text ?? "") as { heardAt?: unknown; said?: unknown };
    const time = typeof heardAt === "string" ? Date.parse(heardAt) : NaN;
    return Number.isNaN(time) ? null : { heardAt: time, isInTrouble: typeof said === "string" };
  } catch {
    return null;
  }
}

/** Whether the process that a lock names is there. */
function isRunning(lock: string | null): boolean {
  const pid = Number(lock ?? "");
  return Number.isInteger(pid) && pid > 0 && isAlive(pid);
}
