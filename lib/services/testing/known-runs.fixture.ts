import { expect } from "vitest";
import type { Update } from "@/lib/contracts/context";
import type { InboxEntry } from "@/lib/contracts/inbox";
import { unnamedRun } from "@/lib/core/context/run";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import type { Caller } from "@/lib/services/workspace/caller";
import { versionNumber } from "@/lib/core/context/version-number";

export const SEATS = ["implementer-1", "implementer-2"] as const;
export type SeatName = (typeof SEATS)[number];
export const MINUTE = 60_000;

/** Whoever calls with a token of its role and no id of its own, and its run. */
const TOKEN = "a token";
export const withoutId = (seat: string): Caller => ({ ...actingAs(seat), kind: "role", credentialId: TOKEN });
export const NO_ID = unnamedRun(TOKEN);

/** What may happen next. `which` finds a run that there was; what is `lost` never says that it was told. */
export type Step =
  | { do: "begin"; seat: SeatName; door: "take" | "read" | "updates" | "state" }
  | { do: "move"; which: number; seat: SeatName }
  | { do: "near"; seat: SeatName; name: string }
  | { do: "join" | "split" | "keep"; which: number }
  | { do: "look"; which: number; door: "read" | "take" | "updates" | "waiting"; lost: boolean }
  | { do: "echo"; which: number }
  | { do: "resume" | "compact" | "lose" | "end" | "end by the Lead" | "sign"; which: number }
  | { do: "sleep"; minutes: number }
  | { do: "publish" }
  | { do: "gate" }
  | { do: "replace"; seat: SeatName }
  | { do: "ack"; which: number; door: "own" | "Lead" | "no id"; isClear: boolean }
  | { do: "say"; which: number }
  | { do: "again"; which: number }
  | { do: "nudge"; seat: SeatName };

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
  /** What it had confirmed before that, since it began or lost its context. */
  before: number[];
  /** The version that it was sent in full once more, if any. */
  again: number | null;
  isLost: boolean;
  /** Versions that any door showed it since it began or lost its context. */
  seen: Set<number>;
  /** Versions, items and nudges that it said it was told, since then. */
  told: Set<string>;
  /** What has to reach it, said since it looked first. */
  owed: Set<string>;
  hasLooked: boolean;
  /** Whether it was handed something that it has not said it was told; null where nobody can tell from outside. */
  isHanded: boolean | null;
  /** An answer that it has not said it was told: its mark, and what was in it. */
  late: { mark: string; things: string[] } | null;
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

  /** Whether the state of its seat goes by it: what has no id counts where nobody with one is at work, or was there after it. */
  protected counts(run: Known): boolean {
    const named = this.runs.filter((each) => each.seat === run.seat && each.id !== NO_ID && !each.isAside);
    const isLast = named.every((each) => !this.isLive(each) && each.sign < run.sign);
    return this.isLive(run) && !run.isAside && (run.id !== NO_ID || isLast);
  }

  protected find(number: number): Known | undefined {
    const run = this.runs.at(number % Math.max(1, this.runs.length));
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
    const nothing = { confirmed: null, before: [], isLost: false, hasLooked: false, isEnded: false, sign: Date.now() };
    const handed = { isHanded: false, late: null, again: null };
    const none = { isAside: named !== seat && !SEATS.some((each) => each === named), isDismissed: false };
    return { id, seat, named, ...none, ...nothing, ...handed, seen: new Set(), told: new Set(), owed: new Set() };
  }

  /** The Lead has one stay, and ends the others of its seat. */
  protected staysAlone(run: Known): void {
    for (const each of this.runs) {
      if (each.seat === run.seat && each !== run && !each.isEnded)
        Object.assign(each, { isEnded: true, isDismissed: each.id !== NO_ID });
    }
    run.isAside = false;
  }

  /** An earlier teammate of its name was another, and whoever calls now begins. */
  protected beginsAnew(role: string): void {
    for (const from of [...this.moves.keys()]) if (from.endsWith(`@${role}`)) this.moves.delete(from);
    for (const run of this.runs.filter((each) => each.seat === role)) this.runs.splice(this.runs.indexOf(run), 1);
  }

  protected isShownIn(role: string, version: number): boolean {
    return this.runs.some(({ seat, seen }) => seat === role && seen.has(version));
  }

  protected notTwice({ id, told }: Known, thing: string): void {
    expect(told, `${id} was told twice of ${thing}`).not.toContain(thing);
  }

  /** What of the context a run is shown is what the rules say of it. */
  protected shown(run: Known, updates: readonly Update[]): void {
    for (const update of updates) {
      expect(update.run, "an update to another run").toBe(run.id);
      const number = versionNumber(update.version) ?? 0;
      if (update.kind === "update" && !run.seen.has(number)) this.isRight(run, update, number);
      run.seen.add(number);
    }
  }

  protected isRight(
    run: Known,
    { mode, reason, fromVersion }: Pick<Update, "mode" | "reason" | "fromVersion">,
    number: number,
  ): void {
    const gap = run.confirmed === null ? null : number - run.confirmed;
    const found = mode === "delta" ? "delta" : reason;
    const right = run.isLost ? ["FC-2"] : gap === null ? ["FC-3"] : gap > 1 ? ["FC-1"] : ["delta", "FC-4", "FC-5"];
    if (run.again === number) right.push("FC-5");
    expect(right, `${run.id}, which confirmed ${run.confirmed}, of GC-v${number}`).toContain(found);
    if (mode === "delta") expect(fromVersion).toBe(`GC-v${run.confirmed}`);
  }

  /** What a view says that a run was shown is no less than it said it was told, and no more than any door gave it. */
  protected isShown({ id, confirmed, told, seen }: Known, shown: number): void {
    if (id === NO_ID) return;
    const numbers = [...told].map((thing) => versionNumber(thing) ?? 0);
    expect(shown, `what ${id} was shown`).toBeGreaterThanOrEqual(Math.max(confirmed ?? 0, ...numbers));
    expect(shown, `what ${id} was shown`).toBeLessThanOrEqual(Math.max(confirmed ?? 0, ...seen));
  }

  /** It has a version to confirm again: what it had confirmed before is what counts. */
  protected asks(run: Known, version: number): void {
    if (run.confirmed === version) run.confirmed = run.before.pop() ?? null;
  }

  /** It is told once more of a version, and has it to confirm again. */
  protected sentAgain(run: Known, version: number): void {
    this.asks(run, version);
    run.again = version;
    run.told.delete(`GC-v${version}`);
  }

  protected confirms(run: Known, version: number): void {
    if (run.confirmed !== null && run.confirmed !== version) run.before.push(run.confirmed);
    Object.assign(run, { confirmed: version, isLost: false });
  }

  protected forgets(run: Known): void {
    const nudges = [...run.told].filter((thing) => thing.startsWith("n"));
    const owed = [...run.owed].filter((thing) => thing.startsWith("n"));
    const nothing = { confirmed: null, before: [], isLost: true, hasLooked: false, late: null, seen: new Set() };
    Object.assign(run, { ...nothing, told: new Set(nudges), owed: new Set(owed) });
  }
}

/** The words by which what was said or nudged is known. */
export function wordsOf({ kind, text }: InboxEntry): string[] {
  return kind === "said" || kind === "nudge" ? (/^[wn]\d+/.exec(text) ?? []) : [];
}
