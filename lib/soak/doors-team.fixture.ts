import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BREAKS, BreakingLine, type Tamper, type Target } from "@/lib/soak/breaking-line.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import { placesIn } from "@/lib/soak/places.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import {
  ask,
  byCommand,
  byHook,
  overMcp,
  READ_DOORS,
  readOver,
  type Got,
  type Place,
} from "@/lib/soak/read-doors.fixture";

/** The last of them leaves what it says with the Lead. */
const READERS = ["Lead", "implementer-1", "implementer-2", "researcher-1"];

/** Where a team works, and what may happen to it. */
export interface World {
  target: Target;
  /** The folder below which the workspace and the data lie. */
  folder: string;
  /** How often the server died or was restarted until now: an answer over such a moment is certain of nothing. */
  deaths(): number;
  /** Has the server die and start again. */
  restart(): Promise<void>;
  /** Reads in a process that is killed; null where this world has none. */
  killReader: ((place: Place, random: Random) => Promise<Got>) | null;
  tamper: Tamper | null;
}

/** Something that readers are to be shown: found in what is printed by a word that is nowhere else. */
interface Thing {
  word: string;
  by: string;
  /** To whom it is shown. */
  to: readonly string[];
  kind: "item" | "nudge" | "version";
  /** Whether it was acknowledged: it is there for certain. */
  isThere: boolean;
}

/** What a reader was shown: for certain, so that the server knows it, or at least so that it could read it. */
interface Shown {
  sure: Set<string>;
  got: Set<string>;
}

/** What a reader got over MCP, before its next answer. */
interface Unnoted {
  words: string[];
  /** Whether it was told of all that there was. */
  tellsAll: boolean;
  /** How often the server had died by then. */
  deaths: number;
}

/**
 * A team whose members say, publish and read at the same time and over all doors, while their connections break, they are
 * killed, and their server dies. Nothing may be shown twice to a reader that got its answer, and in the end nothing is left out.
 */
export class DoorsTeam {
  readonly #things: Thing[] = [];
  readonly #shown = new Map(READERS.map((reader): [string, Shown] => [reader, { sure: new Set(), got: new Set() }]));
  readonly #places = new Map<string, Place>();
  /** What a reader got over MCP, where the server notes it behind its answer: one that dies right then shows it again. */
  readonly #unnoted = new Map<string, Unnoted>();
  /** Who lost its context and was not told since what stands. */
  readonly #lost = new Set<string>();
  #count = 0;
  /** Answers that were read, and those of them that broke off. */
  reads = 0;
  broken = 0;
  readonly faults: string[] = [];

  private constructor(
    readonly name: string,
    private readonly world: World,
  ) {}

  /** Makes a session with its team, each member of which has a line of its own. */
  static async open(name: string, world: World): Promise<DoorsTeam> {
    const team = new DoorsTeam(name, world);
    const { files, data } = placesIn(world.folder);
    for (const reader of READERS) {
      const line = await BreakingLine.open(world.target, world.tamper);
      const state = join(world.folder, `state-${reader}`);
      mkdirSync(state, { recursive: true });
      team.#places.set(reader, { session: name, reader, line, files, data, state });
    }
    const lead = team.#place("Lead");
    const roles = READERS.slice(1).map((id) => ({ id }));
    await insist(() => ask({ ...lead, session: "" }, "POST", "", { id: name, feature: name, roles }));
    for (const place of team.#places.values()) {
      // A run of an agent that begins has read nothing: from here on it is the same one.
      for (let before = -1; before !== world.deaths();) {
        before = world.deaths();
        await byHook(place, "SessionStart");
      }
    }
    return team;
  }

  async close(): Promise<void> {
    for (const { line } of this.#places.values()) await line.close();
  }

  /** One run: each member does a few things, all of them at the same time; then each reads until nothing is new. */
  async run(random: Random, where: string): Promise<void> {
    const restartsBy = random.chance(0.01) ? random.pick(READERS) : null;
    await Promise.all(
      READERS.map(async (reader) => {
        const own = random.branch(reader);
        for (let steps = 1 + own.below(3); steps > 0; steps--) await this.#step(reader, own, where);
        if (reader === restartsBy) await this.world.restart();
      }),
    );
    await Promise.all(READERS.map((reader) => this.#finish(reader, random.branch(`end of ${reader}`), where)));
  }

  async #step(reader: string, random: Random, where: string): Promise<void> {
    const place = this.#place(reader);
    const breaks = random.chance(0.3) ? { how: random.pick(BREAKS), after: random.below(4) } : null;
    place.line.plan(breaks);
    if (random.chance(0.5)) {
      const wait = random.chance(0.02) ? 1 : 0;
      return this.#read(reader, wait, random, where);
    }
    const [word, kind] = [this.#word(), random.below(10)];
    if (reader === "Lead" && kind === 0) return this.#publish(word);
    if (reader === "Lead" && kind < 3) return this.#approve();
    if (kind === 3 && reader !== "Lead") return this.#lose(reader);
    if (kind < 6) return this.#nudge(reader, word, random, where);
    return this.#say(reader, word, random, where);
  }

  /** Reads once more, over a line that holds; what is missing then is never shown. */
  async #finish(reader: string, random: Random, where: string): Promise<void> {
    const { line } = this.#place(reader);
    line.plan(null);
    const before = this.world.deaths();
    const { got } = this.#knows(reader);
    // A hook tells nothing again that it told already, whatever the server knows.
    const door = random.pick(READ_DOORS.filter((each) => each !== "hook"));
    const { ok } = await this.#take(reader, `the last look over ${door}`, where, (place) => readOver(door, place, 0));
    if (!ok || this.world.deaths() !== before) return this.#finish(reader, random, where);
    // One that was not acknowledged may have taken the place of the one before.
    const newest = this.#things.findLast(({ kind }) => kind === "version")?.word;
    for (const { word, to, kind, isThere, by } of this.#things) {
      if (!isThere || !to.includes(reader) || got.has(word) || (kind === "version" && word !== newest)) continue;
      this.faults.push(fault(`a ${kind} is never shown to its reader`, `${where}: ${word} of ${by}, to ${reader}`));
      got.add(word);
    }
  }

  async #read(reader: string, wait: number, random: Random, where: string): Promise<void> {
    const { killReader } = this.world;
    if (killReader !== null && random.chance(0.005)) {
      await this.#take(reader, "a command or a hook that is killed", where, (place) => killReader(place, random));
      return;
    }
    const door = random.pick(READ_DOORS);
    await this.#take(reader, door, where, (place) => readOver(door, place, wait));
  }

  /** Has a reader get something, and looks whether any of it was shown to it for certain before. */
  async #take(reader: string, how: string, where: string, get: (place: Place) => Promise<Got>): Promise<Got> {
    const place = this.#place(reader);
    const before = this.world.deaths();
    const answer = await get(place);
    const isWhole = answer.ok && !place.line.broke;
    // A hook may have said what it says without its server.
    if (isWhole && !how.includes("hook")) this.#note(reader);
    const { sure, got } = this.#knows(reader);
    const words = new Set(answer.text.match(/\b(?:tk|cv)[a-z0-9]+q\b/g)); // tkteam1x17q
    const isSure = isWhole && this.world.deaths() === before;
    this.reads++;
    if (!isSure) this.broken++;
    const versions = [...words].filter((word) => word.startsWith("cv")).sort(byNumber);
    const certain: string[] = [];
    for (const word of words) {
      const thing = this.#things.find((each) => each.word === word);
      // A version shows what it changed of the one before.
      const isOwn = thing?.by === reader || (word.startsWith("cv") && word !== versions.at(-1));
      if (thing === undefined || isOwn) continue;
      if (sure.has(word)) {
        const what = `a ${thing.kind} is shown twice to a reader that got it`;
        this.faults.push(fault(what, `${where}: ${word}, to ${reader} over ${how}`));
      }
      got.add(word);
      if (isSure) certain.push(word);
    }
    const waiting = this.#unnoted.get(reader);
    const isSame = waiting?.deaths === before;
    const others = isSame ? waiting.words : [];
    const tellsAll = (isSame && waiting.tellsAll) || (isSure && how.startsWith("the last look"));
    if (how.includes("mcp")) this.#unnoted.set(reader, { words: [...others, ...certain], tellsAll, deaths: before });
    else for (const word of certain) sure.add(word);
    // Its first answer counts what it need not read again.
    if (this.#lost.has(reader)) for (const { word, kind } of this.#things) if (kind === "item") got.add(word);
    if (tellsAll && !how.includes("mcp")) this.#lost.delete(reader);
    return answer;
  }

  /** What a reader got is noted where its server lived until it had its next answer. */
  #note(reader: string): void {
    const { words, tellsAll, deaths } = this.#unnoted.get(reader) ?? { words: [], tellsAll: false, deaths: 0 };
    if (deaths === this.world.deaths()) {
      for (const word of words) this.#knows(reader).sure.add(word);
      if (tellsAll) this.#lost.delete(reader);
    }
    this.#unnoted.delete(reader);
  }

  /** An act of a member that prints something, which it reads. */
  async #act(
    reader: string,
    how: string,
    where: string,
    thing: Thing,
    get: (place: Place) => Promise<Got>,
  ): Promise<void> {
    this.#things.push(thing);
    const { ok } = await this.#take(reader, how, where, get);
    thing.isThere = ok;
  }

  async #say(reader: string, word: string, random: Random, where: string): Promise<void> {
    const tag = random.pick(["Finding", "Warning", "Question"]);
    // No two are about the same: what is near to what somebody says is shown beside the answer.
    const text = Array.from({ length: 5 }, (_, at) => `${word}-${at}`).join(" ");
    const to = READERS.filter((each) => each !== reader);
    const thing: Thing = { word, by: reader, to, kind: "item", isThere: false };
    const door = random.pick(["rest", "mcp", "command"] as const);
    await this.#act(reader, `say over ${door}`, where, thing, async (place) => {
      if (door === "mcp") return overMcp(place, "say", { tag, text, anyway: true });
      if (door === "command") return byCommand(place, ["say", reader, tag, text, "--anyway"]);
      return didWell(await ask(place, "POST", "/memory/items", { tag, text }));
    });
  }

  async #nudge(reader: string, word: string, random: Random, where: string): Promise<void> {
    const to = random.pick(READERS.filter((each) => each !== reader));
    const text = `Look at ${word} when you can.`;
    const thing: Thing = { word, by: reader, to: [to], kind: "nudge", isThere: false };
    const door = random.pick(["rest", "mcp", "command"] as const);
    await this.#act(reader, `nudge over ${door}`, where, thing, async (place) => {
      if (door === "mcp") return overMcp(place, "tell", { to, nudge: text });
      if (door === "command") return byCommand(place, ["nudge", to, text, "--as", reader]);
      return didWell(await ask(place, "POST", "/nudges", { role: to, text }));
    });
  }

  async #publish(word: string): Promise<void> {
    const version = word.replace("tk", "cv");
    const thing: Thing = { word: version, by: "Lead", to: READERS.slice(1), kind: "version", isThere: false };
    this.#things.push(thing);
    const text = `# Context\n\n## Scope\n- The word is ${version}.\n\n## Rules\n${"- A rule that stays as it is.\n".repeat(20)}`;
    const answer = await ask(this.#place("Lead"), "PUT", "/context", { text, overQuestions: true });
    thing.isThere = answer?.status === 200;
  }

  /** The Lead decides on one relay that it sees in the list, so it has read it. */
  async #approve(): Promise<void> {
    const lead = this.#place("Lead");
    const list = await ask(lead, "GET", "/relays");
    const { items = [] } = (list?.body ?? {}) as { items?: { id: string; state: string; text: string }[] };
    const relay = items.find(({ state }) => state === "pending");
    if (relay === undefined) return;
    await ask(lead, "POST", `/relays/${relay.id}/approve`, {});
    const thing = this.#things.find(({ word }) => relay.text.includes(word));
    if (thing !== undefined) thing.to = thing.to.filter((each) => each !== "Lead");
  }

  /**
   * A role says that it lost its context: all of it is new to it. Of the memory it is told what concerns it, and the rest as numbers,
   * so only the context has to come again.
   */
  async #lose(reader: string): Promise<void> {
    const place = this.#place(reader);
    const before = this.world.deaths();
    const answer = await ask(place, "POST", "/context/status", { role: reader, status: "CONTEXT_LOST" });
    if (answer !== null) this.#note(reader);
    this.#lost.add(reader);
    const { sure, got } = this.#knows(reader);
    const isNudge = (word: string) => this.#things.some((each) => each.word === word && each.kind === "nudge");
    for (const word of [...sure]) if (!isNudge(word)) sure.delete(word);
    const unnoted = this.#unnoted.get(reader);
    if (unnoted !== undefined) Object.assign(unnoted, { words: unnoted.words.filter(isNudge), tellsAll: false });
    if (answer?.status !== 200 || this.world.deaths() !== before) return;
    for (const word of [...got]) if (word.startsWith("cv")) got.delete(word);
  }

  #word(): string {
    return `tk${this.name}x${this.#count++}q`;
  }

  #place(reader: string): Place {
    const place = this.#places.get(reader);
    if (place === undefined) throw new Error(`${reader} is nobody here`);
    return place;
  }

  #knows(reader: string): Shown {
    return this.#shown.get(reader) ?? { sure: new Set(), got: new Set() };
  }
}

function didWell(answer: { status: number } | null): Got {
  return { text: "", ok: answer !== null && answer.status < 300 };
}

/** cvteam1x9q before cvteam1x17q. */
function byNumber(a: string, b: string): number {
  const numberOf = (word: string) => Number(/x(\d+)q$/.exec(word)?.[1]);
  return numberOf(a) - numberOf(b);
}

/** Does what a team begins with, until it is done: the server may die while it is. */
async function insist<T extends { status: number }>(work: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const done = await work();
    if (done !== null && (done.status < 300 || done.status === 409)) return done;
    if (done !== null) throw new Error(JSON.stringify(done));
  }
}
