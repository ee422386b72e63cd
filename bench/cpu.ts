import { readFileSync } from "node:fs";

/** Milliseconds of processor time that a process has used. */
export function cpuOf(pid = 0): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
