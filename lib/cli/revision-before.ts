import type { Cli } from "@/lib/cli/cli";
import { RevisionList } from "@/lib/contracts/revisions";
import { AppError } from "@/lib/core/errors";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The revision that a reader starts from: the one that is named, else the newest from before a moment, given as its time or as
 * how long ago it was; 0 where there was none yet. Throws `invalid_input` for anything else.
 */
export async function revisionBefore(cli: Cli, memory: (workspace: string) => string, since: string): Promise<number> {
  if (/^\d{1,9}$/.test(since)) return Number(since); // 42
  const { items } = await cli.askAll(RevisionList, (workspace) => `${memory(workspace)}/revisions`);
  const [newest] = items;
  // A clock of the server's, not ours: what was written last is at most now.
  const moment = momentOf(since, Math.max(Date.now(), Date.parse(newest?.at ?? "") || 0));
  return items.find(({ at }) => Date.parse(at) <= moment)?.revision ?? 0;
}

function momentOf(since: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})\s*([mhd])$/i.exec(since) ?? []; // 2h
  if (count !== undefined) return now - Number(count) * UNITS[unit?.toLowerCase() as keyof typeof UNITS];
  const moment = Date.parse(since);
  if (!Number.isNaN(moment)) return moment;
  throw new AppError("invalid_input", `--since: "${since}" is neither a revision nor a time.`, {
    hint: "Write a revision such as 42, how long ago such as 30m, 2h or 3d, or a time such as 2026-02-09T10:00:00Z.",
  });
}
