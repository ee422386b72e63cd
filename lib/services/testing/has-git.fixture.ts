import { execFileSync } from "node:child_process";

/** Whether this machine has git: Wardroom works without it. */
export function hasGit(): boolean {
  try {
    execFileSync("git", ["--version"]);
    return true;
  } catch {
    return false;
  }
}
