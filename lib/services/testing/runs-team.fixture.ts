import { expect, vi } from "vitest";
import type { SessionSettings } from "@/lib/contracts/context";
import type { TakenInbox } from "@/lib/contracts/runs";
import { isNamed } from "@/lib/core/context/run";
import { versionNumber } from "@/lib/core/context/version-number";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import {
  KnownRuns,
  MINUTE,
  NO_ID,
  SEATS,
  withoutId,
  wordsOf,
  type Known,
  type SeatName,
  type Step,
} from "@/lib/services/testing/known-runs.fixture";
import { doorsAgree, viewsAgree } from "@/lib/services/testing/agreeing-doors.fixture";
import { PastSeats } from "@/lib/services/testing/past-seats.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DISMISSED = "The Lead ended this run";

/** What is set for its session. */
export type RunsSetup = Pick<SessionSettings, "endedMinutes" | "gateAsks">;

const never = () => new AbortController().signal;
let played = 0;

/** Conversations in the seats of one session: what they do, and what has to be so of them after each step. */
export class RunsTeam extends KnownRuns {
  #count = 0;
  #version = 0;
  #gate: string | null = null;
  readonly #then = new PastSeats();

  private constructor(
    private readonly wardroom: TestWardroom,
    private readonly demo: ContextSession,
    private readonly set: RunsSetup,
  ) {
    super(set.endedMinutes);
  }

  static async open(wardroom: TestWardroom, set: RunsSetup): Promise<RunsTeam> {
    const demo = await ContextSession.open(wardroom, `runs-${played++}`, [...SEATS]);
    await wardroom.services.settings.change(OWNER, demo.params, set, PLAIN_REQUEST);
    return new RunsTeam(wardroom, demo, set);
  }

  get #params() {
    return this.demo.params;
  }

  /** Who a run is for the services: what a door makes of what it says of itself. */
  async #callerOf({ id, seat, named }: Known): Promise<Caller> {
    const said = { caller: { ...(id === NO_ID ? withoutId(named) : actingAs(named)), run: id } };
    const { caller } = await this.wardroom.services.runs.seated(said, this.#params);
    expect(caller.role, `where ${id} is that calls itself ${named}`).toBe(seat);
    return caller;
  }

  async take(step: Step): Promise<void> {
    vi.setSystemTime(Date.now() + 11_000);
    if (step.do === "begin") await this.#begin(`claude:${this.#count++}`, step.seat, step.door);
    else if (step.do === "sleep") vi.setSystemTime(Date.now() + step.minutes * MINUTE);
    else if (step.do === "publish") await this.#publish();
    else if (step.do === "gate") await this.#turnGate();
    else if (step.do === "replace") await this.#replace(step.seat);
    else if (step.do === "near") {
      const name = `${step.seat}-${step.name}`;
      const run = this.known(`claude:${this.#count++}`, step.seat, name);
      run.isAside = true;
      await this.look(run, "take", false);
    } else if (step.do === "nudge") await this.#nudge(step.seat);
    else {
      const run = this.find(step.which);
      if (run === undefined) return;
      if (step.do === "move") await this.#begin(run.id, step.seat, "take");
      else if (step.do === "look") await this.look(run, step.door, step.lost);
      else if (step.do === "echo") await this.#echo(run);
      else if (step.do === "ack") await this.#ack(run, step.door, step.isClear);
      else if (step.do === "again") await this.#again(run);
      else if (step.do === "say") await this.#say(run);
      else if (step.do === "join" || step.do === "split" || step.do === "keep") await this.#settle(run, step.do);
      else await this.#change(run, step.do);
    }
  }

  async #begin(id: string, role: string, door: "take" | "read" | "updates" | "state"): Promise<void> {
    const run = this.current(this.known(id, role));
    // Whoever calls itself as its seat is called is a run of it.
    if (run.seat === role) Object.assign(run, { isAside: false, named: role });
    if (door === "state") {
      this.signs(run);
      await this.wardroom.services.presence.state(await this.#callerOf(run), this.#params, { text: "begins" });
    } else await this.look(run, door, false);
  }

  /** The Lead says which run stays, where one goes on, or that one is of the seat it is beside. */
  async #settle(run: Known, what: "join" | "split" | "keep"): Promise<void> {
    const { runs } = this.wardroom.services;
    const { id, seat: role } = run;
    if (!this.runs.includes(run)) return;
    if (what === "keep") {
      await runs.end(OWNER, this.#params, { role, run: id, others: true, reason: "one is enough" });
      this.staysAlone(run);
      return;
    }
    const to = what === "join" ? role : this.seats.length > 3 ? this.seats.find((seat) => seat !== role) : undefined;
    const body = { role, run: id, ...(to !== undefined && { to }) };
    if (id === NO_ID) {
      await expect(runs.move(OWNER, this.#params, body, PLAIN_REQUEST)).rejects.toMatchObject({
        code: "invalid_input",
      });
      return;
    }
    const moved = await runs.move(OWNER, this.#params, body, PLAIN_REQUEST);
    if (moved.role === role) {
      run.isAside = false;
      return;
    }
    if (!this.seats.includes(moved.role)) this.seats.push(moved.role);
    run.isEnded = true;
    this.moves.set(`${id}@${role}`, moved.role);
    this.moves.delete(`${id}@${moved.role}`);
    const there = this.known(id, moved.role, run.named);
    Object.assign(there, { isAside: false, isDismissed: false, named: run.named });
    this.signs(there);
  }

  /** One look of a run; it says that it was told unless that is lost. */
  async look(run: Known, door: "read" | "take" | "updates" | "waiting", lost: boolean): Promise<void> {
    const { inbox, context } = this.wardroom.services;
    const caller = await this.#callerOf(run);
    this.signs(run);
    if (door === "updates") {
      const { items } = await context.updates(caller, this.#params, { wait: 0 }, never());
      this.shown(run, items);
      // What waits is answered until it is acknowledged, and told by being answered.
      for (const { version, kind } of items) if (kind === "update") run.told.add(version);
      return;
    }
    if (door === "waiting") {
      const { mark, nudges } = await inbox.waiting(caller, this.#params);
      for (const { text } of nudges) this.notTwice(run, text);
      if (lost || mark === null) return;
      await inbox.seen(caller, this.#params, { mark });
      for (const { text } of nudges) run.told.add(text);
      return;
    }
    const query = { wait: 0, again: "false", all: "true" } as const;
    const answer =
      door === "read" ? await inbox.read(caller, this.#params, query, never()) : await this.#taken(run, caller);
    this.shown(run, answer.updates);
    const things = [...answer.updates.map(({ version }) => version), ...answer.entries.flatMap(wordsOf)];
    for (const thing of things) this.notTwice(run, thing);
    // Whoever takes an inbox in which nothing is has looked, and needs not say so.
    if (answer.first && answer.mark === null) run.hasLooked = true;
    const said = [...answer.entries.map(({ text }) => text), ...answer.also].filter((text) =>
      text.startsWith(DISMISSED),
    );
    expect(said.length > 0, `whether ${run.id} is told that it was ended`).toBe(run.isDismissed);
    if (answer.mark === null) return;
    if (lost) return void (run.late = { mark: answer.mark, things });
    await inbox.seen(caller, this.#params, { mark: answer.mark });
    run.isHanded = door === "take" || run.isHanded === false ? false : null;
    run.isDismissed = false;
    run.hasLooked = true;
    // An answer that is cut short counts what it leaves out, and who looks again is not told it.
    if (answer.left.length > 0) run.owed.clear();
    for (const thing of things) run.told.add(thing);
  }

  /** What a run takes: marked where it may have been told that before, and for ten seconds nobody else takes it. */
  async #taken(run: Known, caller: Caller): Promise<TakenInbox> {
    const { inbox } = this.wardroom.services;
    const answer = await inbox.take(caller, this.#params, {});
    if (answer.mark === null) return answer;
    if (run.isHanded !== null) expect(answer.perhapsSeen, `whether ${run.id} may know it`).toBe(run.isHanded);
    run.isHanded = true;
    const { mark } = await inbox.take(caller, this.#params, {});
    expect(mark, `${run.id} is handed twice in one moment what it is told`).toBeNull();
    return answer;
  }

  /** Says that it was told an earlier answer, just when it was handed a later one. */
  async #echo(run: Known): Promise<void> {
    const { late } = run;
    if (late === null) return;
    const { inbox } = this.wardroom.services;
    const caller = await this.#callerOf(run);
    this.signs(run);
    const { mark, updates } = await this.#taken(run, caller);
    this.shown(run, updates);
    await inbox.seen(caller, this.#params, { mark: late.mark });
    for (const thing of late.things) run.told.add(thing);
    Object.assign(run, { late: null, hasLooked: true, isDismissed: false });
    if (mark === null) return;
    const { mark: again } = await inbox.take(caller, this.#params, {});
    expect(again, `${run.id} is handed twice what is on its way`).toBeNull();
  }

  async #publish(): Promise<void> {
    if (this.#gate !== null) return;
    const text = CONTEXT.replace("six hours", `${this.#version + 1} days`);
    const { deliveries, version } = await this.demo.publish(text);
    this.#version = versionNumber(version) ?? 0;
    for (const run of this.runs.filter((each) => this.counts(each))) {
      const sent = deliveries.filter((each) => each.run === run.id && each.role === run.seat);
      expect(sent, `${run.id} of ${run.seat} was sent ${sent.length} updates`).toHaveLength(1);
      for (const each of sent) this.isRight(run, each, this.#version);
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
    this.beginsAnew(role);
  }

  async #nudge(role: SeatName): Promise<void> {
    const text = `n${this.#count++}`;
    await this.wardroom.services.presence.nudge(OWNER, this.#params, { role, text });
    for (const run of this.runs) if (run.seat === role && this.isLive(run)) run.owed.add(text);
  }

  async #say(run: Known): Promise<void> {
    const word = `w${this.#count++}`;
    const text = `${word} is wrong`;
    const caller = await this.#callerOf(run);
    this.signs(run);
    const body = { tag: "Warning", text } as const;
    const added = await this.wardroom.services.memory.add(caller, this.#params, body, PLAIN_REQUEST);
    expect("relay" in added, `whether what ${run.id} said waits for the Lead`).toBe(run.isAside);
    if (run.isAside) return;
    for (const each of this.runs) if (each !== run && each.hasLooked && this.isLive(each)) each.owed.add(word);
  }

  async #ack(run: Known, door: "own" | "Lead" | "no id", isClear: boolean): Promise<void> {
    if (this.#version === 0 || (door === "own" && (run.id === NO_ID || !run.seen.has(this.#version)))) return;
    const version = `GC-v${this.#version}`;
    const asked = { role: run.seat, wait: 0 };
    const { items } = await this.wardroom.services.context.updates(OWNER, this.#params, asked, never());
    const sent = items.filter((each) => each.version === version);
    const total = (sent.find((each) => each.run === run.id) ?? sent[0])?.total;
    if (total === undefined) return;
    const caller = { own: await this.#callerOf(run), Lead: OWNER, "no id": withoutId(run.seat) }[door];
    const said = isClear ? { applied: total, unclear: [] } : { applied: total - 1, unclear: ["§Scope"] };
    const action = isClear ? "CONTINUE" : "NEED_CLARIFICATION";
    const body = { role: run.seat, version, total, impact: "NONE", action, ...said } as const;
    if (door !== "Lead") this.signs(door === "own" ? run : this.known(NO_ID, run.seat));
    const isVacant = !this.runs.some((each) => each.seat === run.seat && !each.isAside && this.isLive(each));
    const given = await this.demo.service.give(caller, this.#params, body, PLAIN_REQUEST).catch((error: unknown) => {
      // Another run of the seat may have been sent a delta where this one was sent the whole, or shown nothing.
      expect(door).not.toBe("own");
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|conflict)$/) });
      return null;
    });
    if (given === null) return;
    const isNew = !this.runs.some((each) => each.seat === run.seat && each.id === NO_ID);
    const meant = this.known(given.ack.run ?? "", run.seat);
    if (door === "own") expect(meant).toBe(run);
    if (isNamed(meant))
      expect(meant.seen, `${meant.id} was not shown the ${version} said for it`).toContain(this.#version);
    else if (isVacant || isNew) meant.isEnded = isVacant;
    this[given.ack.confirmed ? "confirms" : "asks"](meant, this.#version);
  }

  /** The Lead has a run sent once more what it was sent last. */
  async #again(run: Known): Promise<void> {
    const to = await this.demo.sendAgain(run.seat);
    const meant = this.runs.find((each) => each.id === to && each.seat === run.seat);
    if (meant !== undefined) this.sentAgain(meant, this.#version);
  }

  async #change(run: Known, what: "resume" | "compact" | "lose" | "end" | "end by the Lead" | "sign"): Promise<void> {
    const { inbox, runs, presence, context } = this.wardroom.services;
    if (what === "end by the Lead") {
      if (!this.runs.includes(run)) return;
      await runs.end(OWNER, this.#params, { role: run.seat, run: run.id, reason: "its terminal is closed" });
      if (!run.isEnded) Object.assign(run, { isEnded: true, isDismissed: run.id !== NO_ID });
      return;
    }
    const caller = await this.#callerOf(run);
    this.signs(run);
    if (what === "sign") await presence.state(caller, this.#params, { text: "still there" });
    else if (what === "end") {
      await runs.end(caller, this.#params, {});
      run.isEnded = true;
    } else if (what === "lose") {
      const body = { role: run.seat, status: "CONTEXT_LOST" } as const;
      await context.reportLost(caller, this.#params, body, PLAIN_REQUEST);
      this.forgets(run);
      await this.#isTooLate(run, caller);
    } else {
      const isEmpty =
        !run.hasLooked && run.confirmed === null && ![...run.told].some((thing) => thing.startsWith("GC-"));
      if (what === "compact" && !isEmpty) this.forgets(run);
      const answer = await inbox.take(caller, this.#params, { origin: what });
      if (answer.mark !== null) run.isHanded = true;
      this.shown(run, answer.updates);
      if (answer.first && answer.mark === null) run.hasLooked = true;
    }
  }

  /** Of what it was shown before it lost its context, no ACK counts. */
  async #isTooLate({ id, seat: role }: Known, caller: Caller): Promise<void> {
    // Who gives no id says it for another of its seat that was shown it.
    if (id === NO_ID && this.isShownIn(role, this.#version - 1)) return;
    const body = { role, version: `GC-v${this.#version - 1}`, total: 1, applied: 1, unclear: [], impact: "NONE" };
    if (this.#version < 2) return;
    const given = this.demo.service.give(caller, this.#params, { ...body, action: "CONTINUE" }, PLAIN_REQUEST);
    await expect(given).rejects.toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|conflict)$/) });
  }

  /** Every view of who has confirmed what says what is so. */
  async check(): Promise<void> {
    const { runs, gates } = this.wardroom.services;
    const matrix = await viewsAgree(this.wardroom, this.#params);
    const list = await runs.list(OWNER, this.#params);
    for (const run of this.runs) {
      const row = list.items.find((each) => each.id === run.id && each.role === run.seat);
      const isLive = this.isLive(run);
      const confirmed = run.confirmed === null ? null : `GC-v${run.confirmed}`;
      // Nobody else signs for it; what is stored is true to the half minute.
      const late = run.sign - Date.parse(row?.sign ?? "");
      if (isLive && run.id !== NO_ID)
        expect(late >= 0 && late < MINUTE / 2, `${run.id} signed ${late} ms ago`).toBe(true);
      this.isShown(run, versionNumber(row?.shown ?? "") ?? 0);
      expect({ confirmed: row?.confirmed, counts: row?.counts, isEnded: row?.state === "ended" }).toEqual({
        confirmed,
        counts: this.counts(run),
        isEnded: !isLive,
      });
    }
    let [current, present] = [0, 0];
    for (const role of this.seats) {
      const all = this.runs.filter((run) => run.seat === role && !run.isAside);
      const live = all.filter((run) => this.counts(run));
      const inMatrix = matrix.roles.find((each) => each.role === role);
      const confirmed = versionNumber(inMatrix?.confirmed ?? "") ?? null;
      // Of whoever gave no id the history keeps the last end alone, and nothing once its seat is another's.
      if (live.some(({ id }) => id !== NO_ID) || all.every(({ id }) => id !== NO_ID))
        this.#then.note(role, { confirmed: inMatrix?.confirmed ?? null, live: live.map(({ id }) => id) });
      const worst = Math.min(...live.map((run) => run.confirmed ?? 0));
      if (live.length > 0) expect(confirmed ?? 0, `what ${role} has confirmed`).toBe(worst);
      for (const { version, state } of inMatrix?.cells ?? []) {
        const number = versionNumber(version) ?? 0;
        if ((state === "pending" || state === "overdue") && live.length > 0)
          expect(worst, `for whom of ${role} ${version} is ${state}`).toBeLessThan(number);
        if (state !== "confirmed") continue;
        for (const { id, seen, confirmed: known } of live)
          if (id !== NO_ID)
            expect(seen.has(number) || (known ?? 0) >= number, `${id} was not shown the confirmed ${version}`).toBe(
              true,
            );
      }
      const isCurrent = this.#version > 0 && confirmed === this.#version;
      if (isCurrent && live.length > 0) current++;
      if (this.set.gateAsks === "all" || live.length > 0 || all.length === 0 || !isCurrent) present++;
    }
    if (this.#gate === null || this.#version === 0) return;
    const gate = await gates.get(OWNER, { ...this.#params, gate: this.#gate });
    expect(gate.current, "who is current at the gate").toEqual({ current, teammates: present });
  }

  /** Whoever is at work looks once more, and has got each thing then. */
  async finish(): Promise<void> {
    vi.setSystemTime(Date.now() + 11_000);
    const live = this.runs.filter((each) => this.isLive(each) && each.id !== NO_ID);
    for (const [index, run] of live.entries()) {
      if (this.current(run) !== run) continue;
      await this.look(run, index % 2 === 0 ? "take" : "read", false);
      for (const thing of run.owed) expect(run.told, `${run.id} of ${run.seat} was never told`).toContain(thing);
      if (this.#version > 0) expect(run.seen, `${run.id} was never shown the version`).toContain(this.#version);
      await this.look(run, "take", false);
    }
    await this.check();
    await doorsAgree(this.wardroom, this.#params, this.#gate !== null);
    await this.#then.check(this.wardroom, this.#params);
  }
}
