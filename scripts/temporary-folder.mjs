import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** The memory that Linux offers as a folder. */
const MEMORY = "/dev/shm";

/** What the tests put there at most, in bytes, with room to spare. */
const NEEDED = 2 * 2 ** 30;

/**
 * Makes memory the folder for temporary files of this process and those it starts, where there is enough of it: tests sync
 * thousands of files, and each would wait for the disk. A TMPDIR that is set already stays.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env["TMPDIR"] === undefined && isFit()) process.env["TMPDIR"] = MEMORY;
}

function isFit() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED && freemem() >= NEEDED && mayRunPrograms();
  } catch {
    // Not Linux, or a Linux without it.
    return false;
  }
}

/** Containers often forbid it, and tests put programs of their own there. */
function mayRunPrograms() {
  // tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, folder]) => folder === MEMORY);
  return mount !== undefined && !mount[3]?.split(",").includes("noexec");
}
