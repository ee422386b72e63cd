import { expect, vi } from "vitest";
import type { SessionSettings, Update } from "@/lib/contracts/context";
import type { InboxEntry } from "@/lib/contracts/inbox";
import { versionNumber } from "@/lib/core/context/version-number";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

export const SEATS = ["implementer-1", "implementer-2"] as const;
type SeatName = (typeof SEATS)[number];
const MINUTE = 60_000;

/** What may happen next. `which` finds a run that there was; what is `lost` never says that it was told. */
export type Step =
  | { do: "begin"; seat: SeatName; door: "take" | "read" | "updates" | "state" }
  | { do: "move"; which: number; seat: SeatName }
  | { do: "look"; which: number; door: "read" | "take" | "updates" | "waiting"; lost: boolean }
  | { do: "resume" | "compact" | "lose" | "end" | "end by the Lead" | "sign"; which: number }
  | { do: "sleep"; minutes: number }
  | { do: "publish" }
  | { do: "gate" }
  | { do: "replace"; seat: SeatName }
  | { do: "ack"; which: number; door: "own" | "Lead"; isClear: boolean }
  | { do: "say"; which: number }
  | { do: "nudge"; seat: SeatName };

/** What has to be so of one conversation in one seat, told apart from what the program keeps. */
interface Known {
  id: string;
  seat: SeatName;
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

/** What is set for its session. */
export type RunsSetup = Pick<SessionSettings, "endedMinutes" | "gateAsks">;

const never = () => new AbortController().signal;
let played = 0;

/** Conversations in the seats of one session: what they do, and what has to be so of them after each step. */
export class RunsTeam {
  readonly runs: Known[] = [];
  #count = 0;
  #version = 0;
  #gate: string | null = null;
  /** What was derived at moments that are over by now. */
  readonly #then: { at: string; seats: Map<string, { confirmed: string | null; live: string[] }> }[] = [];

  private constructor(
    private readonly wardroom: TestWardroom,
    private readonly demo: ContextSession,
    private readonly set: RunsSetup,
  ) {}

  static async open(wardroom: TestWardroom, set: RunsSetup): Promise<RunsTeam> {
    const demo = await ContextSession.open(wardroom, `runs-${played++}`, [...SEATS]);
    await wardroom.services.settings.change(OWNER, demo.params, set, PLAIN_REQUEST);
    return new RunsTeam(wardroom, demo, set);
  }

  get #params() {
    return this.demo.params;
  }

  #callerOf({ id, seat: role }: Known): Caller {
    return { ...actingAs(role), run: id };
  }

  #isLive({ isEnded, sign }: Known): boolean {
    const { endedMinutes } = this.set;
    return !isEnded && Date.now() - sign < endedMinutes * MINUTE;
  }

  #find(number: number): Known | undefined {
    return this.runs[number % Math.max(1, this.runs.length)];
  }

  /** What a call of a run does beside what it asks for. */
  #signs(run: Known): void {
    Object.assign(run, { isEnded: false, sign: Date.now() });
  }

  async take(step: Step): Promise<void> {
    vi.setSystemTime(Date.now() + 11_000);
    if (step.do === "begin") await this.#begin(`claude:${this.#count++}`, step.seat, step.door);
    else if (step.do === "sleep") vi.setSystemTime(Date.now() + step.minutes * MINUTE);
    else if (step.do === "publish") await this.#publish();
    else if (step.do === "gate") await this.#turnGate();
    else if (step.do === "replace") await this.#replace(step.seat);
    else if (step.do === "nudge") await this.#nudge(step.seat);
    else {
      const run = this.#find(step.which);
      if (run === undefined) return;
      if (step.do === "move") await this.#begin(run.id, step.seat, "take");
      else if (step.do === "look") await this.look(run, step.door, step.lost);
      else if (step.do === "ack") await this.#ack(run, step.door, step.isClear);
      else if (step.do === "say") await this.#say(run);
      else await this.#change(run, step.do);
    }
  }

  async #begin(id: string, role: SeatName, door: "take" | "read" | "updates" | "state"): Promise<void> {
    let run = this.runs.find((each) => each.id === id && each.seat === role);
    if (run === undefined) {
      const nothing = { confirmed: null, isLost: false, hasLooked: false, isEnded: false, sign: Date.now() };
      run = { id, seat: role, ...nothing, seen: new Set(), told: new Set(), owed: new Set() };
      this.runs.push(run);
    }
    if (door === "state") {
      this.#signs(run);
      await this.wardroom.services.presence.state(this.#callerOf(run), this.#params, { text: "begins" });
    } else await this.look(run, door, false);
  }

  /** One look of a run; it says that it was told unless that is lost. */
  async look(run: Known, door: "read" | "take" | "updates" | "waiting", lost: boolean): Promise<void> {
    const { inbox, context } = this.wardroom.services;
    const caller = this.#callerOf(run);
    this.#signs(run);
    if (door === "updates") {
      const { items } = await context.updates(caller, this.#params, { wait: 0 }, never());
      this.#shown(run, items);
      // What waits is answered until it is acknowledged, and told by being answered.
      for (const { version, kind } of items) if (kind === "update") run.told.add(version);
      return;
    }
    if (door === "waiting") {
      const { mark, nudges } = await inbox.waiting(caller, this.#params);
      for (const { text } of nudges) this.#notTwice(run, text);
      if (lost || mark === null) return;
      await inbox.seen(caller, this.#params, { mark });
      for (const { text } of nudges) run.told.add(text);
      return;
    }
    const query = { wait: 0, again: "false", all: "true" } as const;
    const answer =
      door === "read"
        ? await inbox.read(caller, this.#params, query, never())
        : await inbox.take(caller, this.#params, {});
    this.#shown(run, answer.updates);
    const things = [...answer.updates.map(({ version }) => version), ...answer.entries.flatMap(wordsOf)];
    for (const thing of things) this.#notTwice(run, thing);
    // Whoever takes an inbox in which nothing is has looked, and needs not say so.
    if (answer.first && answer.mark === null) run.hasLooked = true;
    if (lost || answer.mark === null) return;
    await inbox.seen(caller, this.#params, { mark: answer.mark });
    run.hasLooked = true;
    // An answer that is cut short counts what it leaves out, and who looks again is not told it.
    if (answer.left.length > 0) run.owed.clear();
    for (const thing of things) run.told.add(thing);
  }

  #notTwice({ id, told }: Known, thing: string): void {
    expect(told, `${id} was told twice of ${thing}`).not.toContain(thing);
  }

  /** What of the context a run is shown is what the rules say of it. */
  #shown(run: Known, updates: readonly Update[]): void {
    for (const update of updates) {
      expect(update.run, "an update to another run").toBe(run.id);
      const number = versionNumber(update.version) ?? 0;
      if (update.kind === "update" && !run.seen.has(number)) this.#isRight(run, update, number);
      run.seen.add(number);
    }
  }

  #isRight(
    run: Known,
    { mode, reason, fromVersion }: Pick<Update, "mode" | "reason" | "fromVersion">,
    number: number,
  ): void {
    const gap = run.confirmed === null ? null : number - run.confirmed;
    const found = mode === "delta" ? "delta" : reason;
    const right = run.isLost ? ["FC-2"] : gap === null ? ["FC-3"] : gap > 1 ? ["FC-1"] : ["delta", "FC-4", "FC-5"];
    expect(right, `${run.id}, which confirmed ${run.confirmed}, of GC-v${number}`).toContain(found);
    if (mode === "delta") expect(fromVersion).toBe(`GC-v${run.confirmed}`);
  }

  async #publish(): Promise<void> {
    if (this.#gate !== null) return;
    const text = CONTEXT.replace("six hours", `${this.#version + 1} days`);
    const { deliveries, version } = await this.demo.publish(text);
    this.#version = versionNumber(version) ?? 0;
    const live = this.runs.filter((run) => this.#isLive(run));
    for (const run of live) {
      const sent = deliveries.filter((each) => each.run === run.id && each.role === run.seat);
      expect(sent, `${run.id} of ${run.seat} was sent ${sent.length} updates`).toHaveLength(1);
      for (const each of sent) this.#isRight(run, each, this.#version);
    }
  }

  async #turnGate(): Promise<void> {
    const { gates } = this.wardroom.services;
    if (this.#gate === null) {
      const opened = await gates.open(OWNER, this.#params, { phase: 1 }, PLAIN_REQUEST);
      this.#gate = opened.id;
      return;
    }
    await gates.abandon(OWNER, { ...this.#params, gate: this.#gate }, PLAIN_REQUEST);
    this.#gate = null;
  }

  async #replace(role: SeatName): Promise<void> {
    const { curation, sessions } = this.wardroom.services;
    await curation.archive(OWNER, this.#params, { role, includeOpen: true }, PLAIN_REQUEST);
    await sessions.addRole(OWNER, this.#params, { id: role }, PLAIN_REQUEST);
    // An earlier teammate of its name was another, and whoever calls now begins.
    for (const run of this.runs.filter((each) => each.seat === role)) this.runs.splice(this.runs.indexOf(run), 1);
  }

  async #nudge(role: SeatName): Promise<void> {
    const text = `n${this.#count++}`;
    await this.wardroom.services.presence.nudge(OWNER, this.#params, { role, text });
    for (const run of this.runs) if (run.seat === role && this.#isLive(run)) run.owed.add(text);
  }

  async #say(run: Known): Promise<void> {
    const word = `w${this.#count++}`;
    const text = `${word} is wrong`;
    this.#signs(run);
    await this.wardroom.services.memory.add(this.#callerOf(run), this.#params, { tag: "Warning", text }, PLAIN_REQUEST);
    for (const each of this.runs) if (each !== run && each.hasLooked && this.#isLive(each)) each.owed.add(word);
  }

  async #ack(run: Known, door: "own" | "Lead", isClear: boolean): Promise<void> {
    if (this.#version === 0 || !run.seen.has(this.#version)) return;
    const version = `GC-v${this.#version}`;
    const { items } = await this.wardroom.services.context.updates(
      OWNER,
      this.#params,
      { role: run.seat, wait: 0 },
      never(),
    );
    const total = items.find((each) => each.run === run.id && each.version === version)?.total;
    if (total === undefined) return;
    const caller = door === "own" ? this.#callerOf(run) : OWNER;
    const said = isClear ? { applied: total, unclear: [] } : { applied: total - 1, unclear: ["§Scope"] };
    const action = isClear ? ("CONTINUE" as const) : ("NEED_CLARIFICATION" as const);
    const body = { role: run.seat, version, total, impact: "NONE", action, ...said };
    if (door === "own") this.#signs(run);
    const given = await this.demo.service.give(caller, this.#params, body, PLAIN_REQUEST).catch((error: unknown) => {
      // Another run of the seat may have been sent a delta where this one was sent the whole.
      expect(door).toBe("Lead");
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|conflict)$/) });
      return null;
    });
    if (given === null) return;
    const meant = this.runs.find((each) => each.seat === run.seat && each.id === given.ack.run);
    expect(meant, "an ACK counts for a run that is there").toBeDefined();
    if (door === "own") expect(meant).toBe(run);
    if (given.ack.confirmed && meant !== undefined) Object.assign(meant, { confirmed: this.#version, isLost: false });
  }

  async #change(run: Known, what: "resume" | "compact" | "lose" | "end" | "end by the Lead" | "sign"): Promise<void> {
    const { inbox, runs, presence, context } = this.wardroom.services;
    const caller = this.#callerOf(run);
    if (what === "end by the Lead") {
      await runs.end(OWNER, this.#params, { role: run.seat, run: run.id, reason: "its terminal is closed" });
      run.isEnded = true;
      return;
    }
    this.#signs(run);
    if (what === "sign") await presence.state(caller, this.#params, { text: "still there" });
    else if (what === "end") {
      await runs.end(caller, this.#params, {});
      run.isEnded = true;
    } else if (what === "lose") {
      const body = { role: run.seat, status: "CONTEXT_LOST" } as const;
      await context.reportLost(caller, this.#params, body, PLAIN_REQUEST);
      this.#forgets(run);
    } else {
      const isEmpty = !run.hasLooked && run.confirmed === null && run.seen.size === 0;
      if (what === "compact" && !isEmpty) this.#forgets(run);
      const answer = await inbox.take(caller, this.#params, { origin: what });
      this.#shown(run, answer.updates);
      if (answer.first && answer.mark === null) run.hasLooked = true;
    }
  }

  #forgets(run: Known): void {
    const nudges = [...run.told].filter((thing) => thing.startsWith("n"));
    const owed = [...run.owed].filter((thing) => thing.startsWith("n"));
    const nothing = { confirmed: null, isLost: true, hasLooked: false, seen: new Set() };
    Object.assign(run, { ...nothing, told: new Set(nudges), owed: new Set(owed) });
  }

  /** Every view of who has confirmed what says what is so. */
  async check(): Promise<void> {
    const { context, presence, runs, gates } = this.wardroom.services;
    const [matrix, team, list, versions] = [
      await context.matrix(OWNER, this.#params),
      await presence.team(OWNER, this.#params),
      await runs.list(OWNER, this.#params),
      await context.list(OWNER, this.#params),
    ];
    for (const run of this.runs) {
      const row = list.items.find((each) => each.id === run.id && each.role === run.seat);
      const isLive = this.#isLive(run);
      const confirmed = run.confirmed === null ? null : `GC-v${run.confirmed}`;
      expect({ confirmed: row?.confirmed, counts: row?.counts, isEnded: row?.state === "ended" }).toEqual({
        confirmed,
        counts: isLive,
        isEnded: !isLive,
      });
    }
    let [current, present] = [0, 0];
    const at = new Date().toISOString();
    const seats = new Map<string, { confirmed: string | null; live: string[] }>();
    this.#then.push({ at, seats });
    for (const role of SEATS) {
      const all = this.runs.filter((run) => run.seat === role);
      const live = all.filter((run) => this.#isLive(run));
      const inMatrix = matrix.roles.find((each) => each.role === role);
      const confirmed = versionNumber(inMatrix?.confirmed ?? "") ?? null;
      expect(team.roles.find((each) => each.role === role)?.confirmed ?? null).toBe(inMatrix?.confirmed ?? null);
      seats.set(role, { confirmed: inMatrix?.confirmed ?? null, live: live.map(({ id }) => id).sort() });
      const worst = Math.min(...live.map((run) => run.confirmed ?? 0));
      if (live.length > 0) expect(confirmed ?? 0, `what ${role} has confirmed`).toBe(worst);
      for (const { version, state } of inMatrix?.cells ?? []) {
        if (state !== "confirmed") continue;
        const number = versionNumber(version) ?? 0;
        for (const { id, seen, confirmed: known } of live)
          expect(seen.has(number) || (known ?? 0) >= number, `${id} was not shown the confirmed ${version}`).toBe(true);
      }
      const isCurrent = this.#version > 0 && confirmed === this.#version;
      if (isCurrent && live.length > 0) current++;
      if (this.set.gateAsks === "all" || live.length > 0 || all.length === 0 || !isCurrent) present++;
      const newest = versions.items[0];
      if (newest !== undefined && live.length > 0) expect(newest.confirmedBy.includes(role)).toBe(isCurrent);
    }
    if (this.#gate === null || this.#version === 0) return;
    const gate = await gates.get(OWNER, { ...this.#params, gate: this.#gate });
    expect(gate.current, "who is current at the gate").toEqual({ current, teammates: present });
  }

  /** Whoever is at work looks once more, and has got each thing then. */
  async finish(): Promise<void> {
    vi.setSystemTime(Date.now() + 11_000);
    for (const run of this.runs.filter((each) => this.#isLive(each))) {
      await this.look(run, "read", false);
      for (const thing of run.owed) expect(run.told, `${run.id} of ${run.seat} was never told`).toContain(thing);
      if (this.#version > 0) expect(run.seen, `${run.id} was never shown the version`).toContain(this.#version);
      await this.look(run, "take", false);
    }
    await this.check();
    await this.#remember();
  }

  /** What the history says of each moment is what was derived then, at both doors, and for each run alone. */
  async #remember(): Promise<void> {
    const { moments, context } = this.wardroom.services;
    for (const { at, seats } of this.#then) {
      const { roles } = await moments.read(OWNER, this.#params, { at });
      for (const [role, { confirmed, live }] of seats) {
        const then = roles.find((each) => each.role === role);
        const there = (then?.runs ?? []).filter(({ counts }) => counts);
        expect([then?.version ?? null, there.map(({ id }) => id).sort()], `${role} at ${at}`).toEqual([
          confirmed,
          live,
        ]);
        const known = await context.known(OWNER, this.#params, { role, at });
        expect([known.version, known.runs], `${role} at ${at}`).toEqual([confirmed, then?.runs]);
        for (const run of there) {
          const alone = await context.known(OWNER, this.#params, { role, at, run: run.id });
          expect([alone.version, alone.runs]).toEqual([run.confirmed, [run]]);
        }
      }
    }
  }
}

/** The words by which what was said or nudged is known. */
function wordsOf({ kind, text }: InboxEntry): string[] {
  return kind === "said" || kind === "nudge" ? (/^[wn]\d+/.exec(text) ?? []) : [];
}
