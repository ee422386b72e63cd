import { unnamedRun } from "@/lib/core/context/run";
import { OWNER } from "@/lib/services/testing/callers.fixture";

export const SEATS = ["implementer-1", "implementer-2"] as const;
export type SeatName = (typeof SEATS)[number];
export const MINUTE = 60_000;

/** The run of whoever calls with the owner's credential and no id of its own. */
export const NO_ID = unnamedRun(OWNER.credentialId);

/** What has to be so of one conversation in one seat, told apart from what the program keeps. */
export interface Known {
  id: string;
  seat: string;
  /** What its environment calls it, wherever the Lead has it work. */
  named: string;
  /** Whether that is nearly its seat, and the Lead said nothing yet. */
  isAside: boolean;
  /** Whether the Lead ended it and it was not told so. */
  isDismissed: boolean;
  isEnded: boolean;
  sign: number;
  confirmed: number | null;
  isLost: boolean;
  /** Versions that any door showed it since it began or lost its context. */
  seen: Set<number>;
  /** Versions, items and nudges that it said it was told, since then. */
  told: Set<string>;
  /** What has to reach it, said since it looked first. */
  owed: Set<string>;
  hasLooked: boolean;
}

/** The conversations in the seats of a session, and where each is, as the rules say. */
export class KnownRuns {
  readonly runs: Known[] = [];
  constructor(private readonly endedMinutes: number) {}

  protected readonly seats: string[] = [...SEATS];
  /** Where the Lead sent each conversation from a seat, by both. */
  protected readonly moves = new Map<string, string>();

  /** The run as which a conversation works now. */
  protected current({ id, named }: Known): Known {
    let seat = named.replace(/-(?:codex|9)$/, "");
    for (let to = this.moves.get(`${id}@${seat}`); to !== undefined; to = this.moves.get(`${id}@${seat}`)) seat = to;
    return this.known(id, seat, named);
  }

  protected isLive({ isEnded, sign }: Known): boolean {
    return !isEnded && Date.now() - sign < this.endedMinutes * MINUTE;
  }

  /** Whether the state of its seat goes by it: what has no id counts where nobody else is at work. */
  protected counts(run: Known): boolean {
    const others = this.runs.filter(
      (each) => each.seat === run.seat && this.isLive(each) && each.id !== NO_ID && !each.isAside,
    );
    return this.isLive(run) && !run.isAside && (run.id !== NO_ID || others.length === 0);
  }

  protected find(number: number): Known | undefined {
    const run = this.runs[number % Math.max(1, this.runs.length)];
    return run && this.current(run);
  }

  /** What a call of a run does beside what it asks for. */
  protected signs(run: Known): void {
    if (!this.runs.includes(run)) this.runs.push(run);
    // Whoever was ended is told so before it goes on.
    if (run.isDismissed) return;
    // It is in one seat at a time.
    for (const each of this.runs) if (each.id === run.id && each !== run && run.id !== NO_ID) each.isEnded = true;
    Object.assign(run, { isEnded: false, sign: Date.now() });
  }

  /** The run of a conversation in a seat; one that there was not becomes one with its first call. */
  protected known(id: string, seat: string, named = seat): Known {
    const known = this.runs.find((each) => each.id === id && each.seat === seat);
    if (known !== undefined) return known;
    const nothing = { confirmed: null, isLost: false, hasLooked: false, isEnded: false, sign: Date.now() };
    const none = { isAside: named !== seat && !SEATS.some((each) => each === named), isDismissed: false };
    return { id, seat, named, ...none, ...nothing, seen: new Set(), told: new Set(), owed: new Set() };
  }
}
