import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, realpath, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { KnownReplica } from "@/lib/contracts/known-replica";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { ensureSecret } from "@/lib/store/data-folder";
import { explainWrite } from "@/lib/store/explain-write";
import { findStats, orMissing } from "@/lib/store/find-files";
import { recallReplica, rememberReplica } from "@/lib/store/known-replicas";
import { LineFile } from "@/lib/store/line-file";
import { hasCode } from "@/lib/store/safe-path";
import { identityOf } from "@/lib/store/workspace-root";
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
const Sealed = z.object({ seal: z.string(), body: z.string() });
/** What lies in a checkout unsealed: no more of it is read than whom it is about and which text would go. */
const Waiting = z.object({ path: z.string(), text: z.string().nullable().optional() });

/** Something that waits in a checkout and that this machine did not put there for this very folder. */
export interface Unsealed extends z.infer<typeof Waiting> {
  /** Below the replica's folder. Example: `outgoing/3f.json`. */
  name: string;
}
const KINDS = ["outgoing", "conflicts", "decisions"] as const;

/** More lines than this many times the files are written anew at the next start. */
const WORTH = 4;

/**
 * What a replica remembers, in files of the checkout; where its server is, is known to the machine's data folder alone. What waits to be pushed is durable before it is sent; what both ends held last
 * outlives the process at once, and where a power cut took some of it, the server knows the texts.
 *
 * Anybody can commit such files. So all that is acted on has a seal that only this machine can make, for this very folder: what was
 * committed, copied or moved here, or kept by a former version, has none and is neither acted on nor deleted.
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
  #key = "";

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
    if ((await realpath(this.folder)) !== this.folder) {
      throw new AppError("conflict", `${FOLDER} of this checkout is a link, so nothing is kept there.`, {
        hint: `Remove the link ${FOLDER}, or that in .wardroom, and try again.`,
      });
    }
    const own = join(this.dataFolder, "replicas");
    await mkdir(own, { recursive: true, mode: 0o700 });
    const secret = await ensureSecret(own, "secret");
    this.#key = createHmac("sha256", secret)
      .update(JSON.stringify([this.root, identityOf(this.root)]))
      .digest("hex");
    await this.#write(join(this.root, ".wardroom/.gitignore"), "*\n", { once: true });
    const lines = await this.#lines.read();
    let others = 0;
    for (const line of lines) {
      // A line that a power cut cut short is followed by whole ones.
      const read = Synced.safeParse(this.#opened("synced", line)).data;
      if (read === undefined) others++;
      if (read === undefined) continue;
      const [path, held] = read;
      if (typeof held === "number") this.mark = held;
      else this.synced.set(path, held);
    }
    if (others < WORTH && lines.length > (this.synced.size + 10) * WORTH) {
      const whole = [...this.synced, ["", this.mark ?? 0]].map((each) => `${this.#sealed("synced", each)}\n`);
      await this.#write(this.#lines.path, whole.join(""));
    }
    this.history = Origin.safeParse(this.#opened("history", await this.#text("history.json"))).data?.history ?? null;
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
    await this.#write(this.#at("outgoing", entry.path), this.#sealed("outgoing", whole));
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
    await this.#write(this.#at("conflicts", conflict.path), this.#sealed("conflicts", conflict));
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
    return this.#write(this.#at("decisions", decision.path), this.#sealed("decisions", decision));
  }

  /** Decisions that were left, each to be taken once. */
  async decisions(): Promise<Decision[]> {
    return this.#readAll("decisions", Decision);
  }

  async decided(path: string): Promise<void> {
    await orMissing(unlink(this.#at("decisions", path)), undefined);
  }

  /** What waits here without a seal. Nothing of it is acted on. */
  async unsealed(): Promise<Unsealed[]> {
    const found: Unsealed[] = [];
    for (const kind of KINDS) {
      for (const each of await this.#namesIn(kind)) {
        const name = `${kind}/${each}`;
        const text = await this.#text(name);
        if (this.#opened(kind, text) !== undefined) continue;
        const inside = Sealed.safeParse(parseJson(text)).data?.body ?? text;
        found.push({ name, path: "?", ...Waiting.safeParse(parseJson(inside)).data });
      }
    }
    return found;
  }

  /** Takes away what was taken over. */
  async dropUnsealed({ name }: Unsealed): Promise<void> {
    await orMissing(unlink(join(this.folder, name)), undefined);
  }

  async #keepHistory(history: string): Promise<void> {
    if (history === this.history) return;
    await this.#write(join(this.folder, "history.json"), this.#sealed("history", { history }));
    this.history = history;
  }

  /** With a seal over what it is, and in which checkout. */
  #sealed(kind: string, value: unknown): string {
    const body = JSON.stringify(value);
    return JSON.stringify({ seal: this.#sealOf(kind, body), body });
  }

  /** What has its seal; undefined for all else. */
  #opened(kind: string, text: string): unknown {
    const read = Sealed.safeParse(parseJson(text)).data;
    return read?.seal === this.#sealOf(kind, read?.body ?? "") ? parseJson(read.body) : undefined;
  }

  #sealOf(kind: string, body: string): string {
    return createHmac("sha256", this.#key).update(`${kind}\n${body}`).digest("base64url");
  }

  #append(line: z.infer<typeof Synced>): void {
    if (this.#lines.append(this.#sealed("synced", line))) return;
    throw new AppError("busy", `${FOLDER} of this checkout cannot be written.`, { hint: "Make room on the disk." });
  }

  #at(kind: string, path: string): string {
    return join(this.folder, kind, `${createHash("sha256").update(path).digest("hex").slice(0, 40)}.json`);
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
    return schema.safeParse(parseJson(await this.#text(name))).data;
  }

  async #readAll<T>(kind: string, schema: z.ZodType<T>): Promise<T[]> {
    const found: T[] = [];
    for (const name of await this.#namesIn(kind)) {
      const read = schema.safeParse(this.#opened(kind, await this.#text(`${kind}/${name}`)));
      if (read.success) found.push(read.data);
    }
    return found;
  }

  async #namesIn(kind: string): Promise<string[]> {
    const names = await orMissing(readdir(join(this.folder, kind)), []);
    return names.filter((each) => each.endsWith(".json"));
  }

  #text(name: string): Promise<string> {
    return orMissing(readFile(join(this.folder, name), "utf8"), "");
  }
}
