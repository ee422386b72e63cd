import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { readQuery } from "@/lib/client/read-query";
import { READ_AGAIN } from "@/lib/client/sessions";
import type { Run } from "@/lib/contracts/runs";
import { isNamed } from "@/lib/core/context/run";
import { nameRun } from "@/lib/core/history/signed-by";
import { say } from "@/lib/core/i18n/say";

/** The runs of every role, in the order in which they began. */
export const runsQuery = (scope: SessionScope) => ({
  ...readQuery("GET /sessions/{session}/runs", { params: scope }),
  refetchInterval: READ_AGAIN,
});

export const endRun = (scope: SessionScope, { role, id: run }: Run, reason: string) =>
  call("POST /sessions/{session}/runs/end", { params: scope, body: { role, run, reason } });

/** Has one run of a seat stay, and says of all others there that they are over. */
export const keepRun = (scope: SessionScope, { role, id: run }: Run, reason: string) =>
  call("POST /sessions/{session}/runs/end", { params: scope, body: { role, run, reason, others: true } });

/** Gives a run another seat, a new one, or the one that it is beside. */
export const moveRun = (scope: SessionScope, { role, id: run }: Run, to: string) =>
  call("POST /sessions/{session}/runs/move", { params: scope, body: { role, run, to } });

/** A run as people compare it. */
export function sayRun(id: string): string {
  return isNamed({ id }) ? nameRun(id) : sayClient({ id });
}

export function sayClient({ id }: Pick<Run, "id">): string {
  return isNamed({ id }) ? id.slice(0, id.indexOf(":")) : say("unnamed");
}

export interface Seat {
  /** Those that its state goes by, and then the others. */
  live: Run[];
  /** The one that ended last is the first. */
  ended: Run[];
  /** How many are in it, in words, where several are: "2 at work", "1 at work, 1 silent". */
  doubled: string | null;
}

export function seatOf(runs: readonly Run[], role: string): Seat {
  const own = runs.filter((run) => run.role === role);
  const live = own.filter(({ ended }) => ended === null);
  const counted = live.filter(({ counts }) => counts);
  const atWork = counted.filter(({ state }) => state === "at work").length;
  const silent = counted.length - atWork;
  const words = [
    ...(atWork > 0 ? [say("{count} at work", { count: atWork })] : []),
    ...(silent > 0 ? [say("{count} silent", { count: silent })] : []),
  ];
  return {
    live: [...counted, ...live.filter(({ counts }) => !counts)],
    ended: own
      .filter(({ ended }) => ended !== null)
      .toSorted((a, b) => Date.parse(b.ended ?? "") - Date.parse(a.ended ?? "")),
    doubled: counted.length > 1 ? words.join(", ") : null,
  };
}
