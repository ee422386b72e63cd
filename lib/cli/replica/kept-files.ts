import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { KnownReplica } from "@/lib/contracts/known-replica";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { explainWrite } from "@/lib/store/explain-write";
import { findStats, orMissing } from "@/lib/store/find-files";
import { recallReplica, rememberReplica } from "@/lib/store/known-replicas";
import { LineFile } from "@/lib/store/line-file";
import { hasCode } from "@/lib/store/safe-path";
import { writeStored } from "@/lib/store/write-file";

/** Where a checkout keeps what its replica has to remember: no part of the project, and ignored by git. */
const FOLDER = ".wardroom/replica";

const Hash = z.string().nullable();
/** Of which history the texts are that both ends held. It can only refuse a server, and never names one. */
const Origin = z.object({ history: z.string() });

/** A change that is to reach the server, with the key that makes it safe to send again. */
const Outgoing = z.object({
  key: z.string(),
  path: z.string(),
  base: Hash,
  text: z.string().nullable(),
  hash: Hash,
});
export type Outgoing = z.infer<typeof Outgoing>;

/** A file that somebody has to decide about. */
const Conflict = z.object({
  path: z.string(),
  local: Hash,
  remote: Hash,
  reason: z.string(),
  at: z.string(),
});
export type Conflict = z.infer<typeof Conflict>;

const Decision = z.object({ path: z.string(), take: z.boolean() });
export type Decision = z.infer<typeof Decision>;

/** The last known state of the replica, for readers that have only the files. */
const Standing = z.object({ heardAt: z.string().nullable(), said: z.string().nullable() });
export type Standing = z.infer<typeof Standing>;

const Synced = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()])]);

/** More lines than this many times the files are written anew at the next start. */
const WORTH = 4;

/**
 * What a replica remembers, in files of the checkout; where its server is, is known to the machine's data folder alone. What waits to be pushed is durable before it is sent; what both ends held last
 * outlives the process at once, and where a power cut took some of it, the server knows the texts.
 */
export class KeptFiles {
  /** What both ends held last, by path; null for a file that was removed. */
  readonly synced = new Map<string, string | null>();
  readonly outgoing = new Map<string, Outgoing>();
  readonly conflicts = new Map<string, Conflict>();
  /** The mark of the last changes that were taken over; null before the first. */
  mark: number | null = null;
  /** Of which history all this is; null before the server was heard of. */
  history: string | null = null;
  readonly folder: string;
  readonly #lines: LineFile;

  constructor(
    /** A real path. */
    readonly root: string,
    private readonly dataFolder: string,
  ) {
    this.folder = join(root, FOLDER);
    this.#lines = new LineFile(join(this.folder, "synced"));
  }

  /** The paths of the files that both ends held last. */
  held(): string[] {
    return [...this.synced].flatMap(([path, held]) => (held === null ? [] : [path]));
  }

  /** The same, and those that wait for somebody who still has them. */
  expected(): string[] {
    const waiting = [...this.conflicts.values()].filter(({ local }) => local !== null).map(({ path }) => path);
    return [...new Set([...this.held(), ...waiting])];
  }

  /** Whether nothing here is of any server yet, so that it may go on with whichever. */
  get isNew(): boolean {
    return this.mark === null && this.synced.size + this.outgoing.size + this.conflicts.size === 0;
  }

  /** Reads what is there. */
  async load(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#write(join(this.root, ".wardroom/.gitignore"), "*\n", { once: true });
    const lines = await this.#lines.read();
    for (const line of lines) {
      // A line that a power cut cut short is followed by whole ones.
      const read = Synced.safeParse(parseJson(line)).data;
      if (read === undefined) continue;
      const [path, held] = read;
      if (typeof held === "number") this.mark = held;
      else this.synced.set(path, held);
    }
    if (lines.length > (this.synced.size + 10) * WORTH) {
      const whole = [...this.synced, ["", this.mark ?? 0]].map((each) => `${JSON.stringify(each)}\n`);
      await this.#write(this.#lines.path, whole.join(""));
    }
    this.history = (await this.#readOne("history.json", Origin))?.history ?? null;
    await this.#forgetPlace();
    for (const each of await this.#readAll("outgoing", Outgoing)) this.outgoing.set(each.path, each);
    for (const each of await this.#readAll("conflicts", Conflict)) this.conflicts.set(each.path, each);
  }

  /** Makes sure that nobody else keeps this checkout in step; answers how to let go of it. Throws `conflict` where somebody does. */
  async lock(): Promise<() => Promise<void>> {
    const path = join(this.folder, "lock");
    const owner = await this.owner();
    if (owner !== null) {
      throw new AppError("conflict", `This checkout is kept in step already, by process ${owner}.`, {
        hint: `Stop that one first. If it is no wardroom, remove ${FOLDER}/lock.`,
      });
    }
    await this.#write(path, `${process.pid}\n`);
    return () => orMissing(unlink(path), undefined);
  }

  /** The process that keeps this checkout in step, or null. */
  async owner(): Promise<number | null> {
    const pid = Number(await orMissing(readFile(join(this.folder, "lock"), "utf8"), ""));
    if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
    try {
      process.kill(pid, 0);
      return pid;
    } catch (error) {
      return hasCode(error, "EPERM") ? pid : null;
    }
  }

  /** Where this checkout belongs; null where this machine does not know. */
  place(): Promise<KnownReplica | null> {
    return recallReplica(this.dataFolder, this.root);
  }

  /** Remembers it, and of which history the files of this checkout are from now on. */
  async keepPlace(place: Omit<KnownReplica, "folder">): Promise<void> {
    await this.#keepHistory(place.history);
    await rememberReplica(this.dataFolder, { ...place, folder: this.root });
  }

  async standing(): Promise<Standing> {
    return (await this.#readOne("standing.json", Standing)) ?? { heardAt: null, said: null };
  }

  keepStanding(standing: Standing): Promise<void> {
    return this.#write(join(this.folder, "standing.json"), JSON.stringify(standing));
  }

  /** Remembers what both ends hold. Throws `busy` where that cannot be written. */
  note(path: string, held: string | null): void {
    this.synced.set(path, held);
    this.#append([path, held]);
  }

  noteMark(mark: number): void {
    if (mark === this.mark) return;
    this.mark = mark;
    this.#append(["", mark]);
  }

  /** Keeps a change that is to be pushed; durable when it answers. */
  async send(entry: Omit<Outgoing, "key">): Promise<Outgoing> {
    const whole = { ...entry, key: randomBytes(16).toString("hex") };
    await this.#write(this.#at("outgoing", entry.path), JSON.stringify(whole));
    this.outgoing.set(entry.path, whole);
    return whole;
  }

  async sent(path: string): Promise<void> {
    this.outgoing.delete(path);
    await orMissing(unlink(this.#at("outgoing", path)), undefined);
  }

  /** Keeps that somebody has to decide, with what the server holds beside it; answers where that lies. */
  async hold(conflict: Conflict, theirs: string | null): Promise<string> {
    const beside = join(this.folder, "theirs", conflict.path);
    await mkdir(dirname(beside), { recursive: true, mode: 0o700 });
    if (theirs !== null) await this.#write(beside, theirs);
    else if (this.conflicts.get(conflict.path)?.remote !== conflict.remote) await orMissing(unlink(beside), undefined);
    await this.#write(this.#at("conflicts", conflict.path), JSON.stringify(conflict));
    this.conflicts.set(conflict.path, conflict);
    return `${FOLDER}/theirs/${conflict.path}`;
  }

  /** Where the server's text lies beside a file that waits; null where it does not. */
  async theirs(path: string): Promise<string | null> {
    const isThere = (await findStats(join(this.folder, "theirs", path))) !== null;
    return isThere ? `${FOLDER}/theirs/${path}` : null;
  }

  async letGo(path: string): Promise<void> {
    if (!this.conflicts.delete(path)) return;
    await orMissing(unlink(this.#at("conflicts", path)), undefined);
    await orMissing(unlink(join(this.folder, "theirs", path)), undefined);
  }

  /** Keeps what a file of the checkout holds that is about to be replaced, text or not; answers where. */
  async keepMine(path: string, bytes: Buffer): Promise<string> {
    const name = `kept/${path}.${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}`;
    const place = join(this.folder, name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      await writeFile(place, bytes, { flush: true, mode: 0o600 });
    } catch (error) {
      throw explainWrite(error, `${FOLDER}/${name}`);
    }
    return `${FOLDER}/${name}`;
  }

  /** Leaves a decision for the process that keeps this checkout in step. */
  decide(decision: Decision): Promise<void> {
    return this.#write(this.#at("decisions", decision.path), JSON.stringify(decision));
  }

  /** Decisions that were left, each to be taken once. */
  async decisions(): Promise<Decision[]> {
    return this.#readAll("decisions", Decision);
  }

  async decided(path: string): Promise<void> {
    await orMissing(unlink(this.#at("decisions", path)), undefined);
  }

  async #keepHistory(history: string): Promise<void> {
    if (history === this.history) return;
    await this.#write(join(this.folder, "history.json"), JSON.stringify({ history }));
    this.history = history;
  }

  /** Former versions kept here where the server is: of that only the history still counts. */
  async #forgetPlace(): Promise<void> {
    const former = await this.#readOne("place.json", Origin);
    if (former !== undefined && this.history === null) await this.#keepHistory(former.history);
    await orMissing(unlink(join(this.folder, "place.json")), undefined);
  }

  #append(line: z.infer<typeof Synced>): void {
    if (this.#lines.append(JSON.stringify(line))) return;
    throw new AppError("busy", `${FOLDER} of this checkout cannot be written.`, { hint: "Make room on the disk." });
  }

  #at(kind: string, path: string): string {
    return join(this.folder, kind, `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`);
  }

  async #write(path: string, text: string, { once = false } = {}): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (
      once &&
      (await orMissing(
        open(path).then((file) => file.close().then(() => true)),
        false,
      ))
    )
      return;
    await writeStored(path, text, path.slice(this.root.length + 1));
  }

  async #readOne<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    return schema.safeParse(parseJson(await orMissing(readFile(join(this.folder, name), "utf8"), ""))).data;
  }

  async #readAll<T>(kind: string, schema: z.ZodType<T>): Promise<T[]> {
    const names = await orMissing(readdir(join(this.folder, kind)), []);
    const found: T[] = [];
    for (const name of names.filter((each) => each.endsWith(".json"))) {
      const read = schema.safeParse(parseJson(await orMissing(readFile(join(this.folder, kind, name), "utf8"), "")));
      if (read.success) found.push(read.data);
    }
    return found;
  }
}
