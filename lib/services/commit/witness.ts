import { createHmac, timingSafeEqual } from "node:crypto";
import { basename } from "node:path";
import { z } from "zod";
import { canonicalJson, type JsonValue } from "@/lib/core/history/event-chain";
import { groupBy } from "@/lib/core/lists";
import type { Queries } from "@/lib/db/database";
import type { RootMark } from "@/lib/db/seals";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import type { LineFile } from "@/lib/store/line-file";

/** Where a workspace's history ends: how many events there are, and id and hash of the last. */
const Head = z.object({ events: z.int(), id: z.int(), hash: z.string() });
export type Head = z.infer<typeof Head>;

/** One entry of the record: the last transaction, the heads it moved, and the roots over the rows that are sealed. */
const Line = z.object({
  at: z.string(),
  turn: z.int(),
  heads: z.record(z.string(), Head),
  roots: z.record(z.string(), z.object({ turn: z.int(), mac: z.string() })).default({}),
});
export type WitnessLine = z.infer<typeof Line>;

/** What the record holds. */
export interface Testimony {
  /** Entries with a sound signature, in the order of their transactions. */
  lines: WitnessLine[];
  /** Entries that were signed by somebody else, or changed. */
  forged: number;
}

const NO_ROOTS: ReadonlyMap<string, RootMark> = new Map();

/** Bytes at which the record is shortened, and the entries kept then. */
const LARGEST = 256_000;
const KEPT = 200;

/**
 * The record of where each history ends, kept beside the database and signed with the data folder's secret. It is written
 * after a commit and before anybody is answered, so it may fall behind the database and is never ahead of it: what it names
 * and the database lacks was there, and is gone.
 */
export class Witness {
  readonly #heads = new Map<string, Head>();
  /** Heads that are not in the record yet. */
  readonly #due = new Set<string>();
  readonly #roots = new Map<string, RootMark>();
  readonly #dueRoots = new Set<string>();
  #turn = 0;
  #size = 0;

  constructor(
    readonly file: LineFile,
    private readonly secret: string,
    private readonly clock: () => Date,
    /** What servers that share a history sign in it with. */
    private readonly shared = secret,
  ) {}

  /** The name by which the database knows who keeps this record: another secret, or another place, is another one. */
  get keeper(): string {
    return this.#sign(`keeper ${basename(this.file.path)}`).slice(0, 16);
  }

  /** A signature of what a redaction replaced; nobody without the secret of the servers can make one. */
  signRedaction(replaced: JsonValue): string {
    return this.#sign(`redaction ${canonicalJson(replaced)}`, this.shared);
  }

  /** Notes events that a transaction has committed, and roots that it moved. Never throws: what cannot be written now is written with the next. */
  async note(queries: Queries, turn: number, events: LiveEvent[], roots = NO_ROOTS): Promise<void> {
    this.#turn = Math.max(this.#turn, turn);
    this.#take(roots);
    for (const [workspace, own] of groupBy(events, ({ workspace }) => workspace)) {
      const last = own.at(-1);
      if (last === undefined) continue;
      const known = this.#heads.get(workspace);
      const goesOn = known !== undefined && own[0]?.previousHash === known.hash;
      const count = goesOn
        ? known.events + own.length
        : await queries.event.count({ where: { workspaceId: workspace, id: { lte: last.id } } }).catch(() => null);
      if (count === null) continue;
      this.#heads.set(workspace, { events: count, id: last.id, hash: last.hash });
      this.#due.add(workspace);
    }
    this.#write();
    if (this.#size > LARGEST) await this.#shorten().catch(() => undefined);
  }

  /** Takes over where histories end as the database says, and writes it down where that `isNews`. */
  begin(turn: number, heads: ReadonlyMap<string, Head>, isNews: boolean, roots = NO_ROOTS): void {
    this.#turn = Math.max(this.#turn, turn);
    this.#take(roots);
    for (const [workspace, head] of heads) {
      this.#heads.set(workspace, head);
      if (isNews) this.#due.add(workspace);
    }
    this.#write();
  }

  /** Begins the record anew with these heads; the one before is kept under a name that tells when. */
  async beginAnew(turn: number, heads: ReadonlyMap<string, Head>, roots = NO_ROOTS): Promise<void> {
    this.#turn = turn;
    this.#roots.clear();
    this.#take(roots);
    this.#dueRoots.clear();
    this.#heads.clear();
    for (const [workspace, head] of heads) this.#heads.set(workspace, head);
    this.#due.clear();
    const before = `${this.file.path}.${this.clock().toISOString().replaceAll(":", "-")}`;
    await this.file.replace([this.#signed(this.#line([...this.#heads.keys()], [...this.#roots.keys()]))], before);
  }

  /** Takes a workspace out of the record whose history was deleted: the next of that name begins one of its own. */
  async forget(workspace: string): Promise<void> {
    const without = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name !== workspace));
    const { lines } = await this.read();
    const kept = lines.map((line) => ({ ...line, heads: without(line.heads), roots: without(line.roots) }));
    if (lines.length > 0) await this.file.replace(kept.map((line) => this.#signed(line)));
  }

  async read(): Promise<Testimony> {
    const lines: WitnessLine[] = [];
    let forged = 0;
    for (const text of await this.file.read()) {
      const line = this.#open(text);
      if (line === "forged") forged++;
      else if (line !== "cut short") lines.push(line);
    }
    // Two processes may write in another order than they committed.
    return { lines: lines.sort((a, b) => a.turn - b.turn), forged };
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  #write(): void {
    // Whoever finds no file, or another, needs all of it.
    if (!this.file.isThere()) {
      for (const workspace of this.#heads.keys()) this.#due.add(workspace);
      for (const scope of this.#roots.keys()) this.#dueRoots.add(scope);
    }
    if (this.#due.size + this.#dueRoots.size === 0) return;
    const line = this.#signed(this.#line([...this.#due], [...this.#dueRoots]));
    if (!this.file.append(line)) return;
    this.#size += line.length;
    this.#due.clear();
    this.#dueRoots.clear();
  }

  /** Other processes append too: their newest entries are kept like ours. */
  async #shorten(): Promise<void> {
    this.#size = 0;
    const { lines } = await this.read();
    const folded = foldHeads(lines);
    const last = lines.at(-1);
    if (last === undefined) return;
    const roots = Object.assign({}, ...lines.map((line) => line.roots)) as WitnessLine["roots"];
    const whole: WitnessLine = { at: last.at, turn: last.turn, heads: Object.fromEntries(folded), roots };
    await this.file.replace([...lines.slice(-KEPT), whole].map((line) => this.#signed(line)));
  }

  #line(workspaces: string[], due: string[]): WitnessLine {
    const heads = Object.fromEntries(workspaces.flatMap((name) => pairOf(name, this.#heads.get(name))));
    const roots = Object.fromEntries(due.flatMap((scope) => pairOf(scope, this.#roots.get(scope))));
    return { at: this.clock().toISOString(), turn: this.#turn, heads, roots };
  }

  #take(roots: ReadonlyMap<string, RootMark>): void {
    for (const [scope, mark] of roots) {
      this.#roots.set(scope, mark);
      this.#dueRoots.add(scope);
    }
  }

  #signed(line: WitnessLine): string {
    const text = canonicalJson(line);
    return `${this.#sign(text)} ${text}`;
  }

  #open(text: string): WitnessLine | "forged" | "cut short" {
    // 3f9a…64 digits… {"at":"2026-02-09T10:00:00.000Z","heads":{…},"turn":12}
    const [, mac, json] = /^([0-9a-f]{64}) (\{.*\})$/.exec(text) ?? [];
    if (mac === undefined || json === undefined) return "cut short";
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(this.#sign(json)))) return "forged";
    return Line.parse(JSON.parse(json));
  }

  #sign(text: string, secret = this.secret): string {
    return createHmac("sha256", secret).update(`wardroom witness\n${text}`).digest("hex");
  }
}

/** The newest head of each workspace. */
export function foldHeads(lines: WitnessLine[]): Map<string, Head> {
  return new Map(lines.flatMap((line) => Object.entries(line.heads)));
}

function pairOf<T>(name: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[name, value]];
}
