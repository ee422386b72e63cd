import { readFileSync } from "node:fs";

/** Milliseconds of processor time that a process has used. */
export function cpuOf(pid = 0): number {
  const fields = fieldsOf(String(pid));
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same of all processes that this one has started and that have ended. */
export function cpuOfEnded(): number {
  const fields = fieldsOf("self");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Megabytes of a process that are in memory. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024); // VmRSS:   123456 kB
}

function fieldsOf(pid: string): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
}
