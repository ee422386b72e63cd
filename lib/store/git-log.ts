import { showInvisible } from "@/lib/core/text/visible";

/** A git command that wrote files of a working tree, as the log of HEAD tells it. */
export interface LoggedCommand {
  /** Where its first line begins in the log: the same for every file that it wrote. */
  start: number;
  /** Where its last line so far ends. */
  end: number;
  /** When it was done, in seconds since 1970. */
  second: number;
  /** What was typed, as far as the log tells. Example: `git checkout main`. */
  command: string;
}

const LINE = /^\S+ \S+ .*> (\d+) [+-]\d{4}\t(.*)$/; // "3f… 9a… Mia <mia@example.org> 1795000000 +0100\tcheckout: moving from a to b"

/** Longer names of branches are cut. */
const LONGEST = 200;

/** Commands of git that never touch the files of a working tree. */
const WRITES_NOTHING = /^(commit|branch|initial|clone|push|fetch|update)\b/;

/** The commands in a log of HEAD that write files, oldest first. All steps of a rebase are one. */
export function readGitLog(log: string): LoggedCommand[] {
  const commands: LoggedCommand[] = [];
  let position = 0;
  let isRebasing = false;
  for (const line of log.split("\n")) {
    const start = position;
    position += Buffer.byteLength(line) + 1;
    const [, second, message = ""] = LINE.exec(line) ?? [];
    if (second === undefined) continue;
    // "rebase (pick): subject", "pull --rebase (finish): …", "rebase -i (start): …"
    const step = /^(?:rebase|pull)\b[^:(]*\((\w+)\)/.exec(message)?.[1];
    const last = commands.at(-1);
    if (isRebasing && step !== undefined && step !== "start" && last !== undefined)
      Object.assign(last, { second: Number(second), end: position });
    else if (!WRITES_NOTHING.test(message))
      commands.push({ start, end: position, second: Number(second), command: nameOf(message) });
    isRebasing = step !== undefined ? step !== "finish" && step !== "abort" : isRebasing && /^commit\b/.test(message);
  }
  return commands;
}

function nameOf(message: string): string {
  const target =
    /^checkout: moving from .+ to (\S+)$/.exec(message)?.[1] ?? // "checkout: moving from main to fix"
    /^reset: moving to (\S+)$/.exec(message)?.[1] ?? // "reset: moving to HEAD~1"
    /^merge (\S+):/.exec(message)?.[1]; // "merge fix: Fast-forward"
  const verb = /^[a-z-]+/.exec(message)?.[0] ?? "";
  return showInvisible(["git", verb, target ?? ""].join(" ").trim()).slice(0, LONGEST);
}
