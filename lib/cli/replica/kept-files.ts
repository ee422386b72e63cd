import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, realpath, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { KnownReplica } from "@/lib/contracts/replicas";
import { AppError } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";
import { replicaFolder } from "@/lib/core/places/own-folder";
import { parseJson } from "@/lib/core/text/parse-json";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { explainWrite, writeStored } from "@/lib/store/write-file";
import { findStats, orMissing } from "@/lib/store/find-files";
import { listLeftReplicas, recallReplica, rememberReplica } from "@/lib/store/known-replicas";
import { LineFile } from "@/lib/store/line-file";
import { sha256 } from "@/lib/store/read-file";
import { hasCode } from "@/lib/store/safe-path";
import { identityOf } from "@/lib/store/workspace-root";

/** Where a former version kept all this, in the checkout itself. It is shown, and nothing of it is acted on. */
const FORMER = ".wardroom/replica";
/** That a replica keeps this checkout in step: a copy of it asks with which server. */
const NOTE =
  "What the replica of this checkout remembers lies in the data folder of its machine. Nothing here is acted on.\n";

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
const Sealed = z.object({ body: z.string() });
/** What a former version left in a checkout, with a seal around it or without: no more of it is read than whom it is about and which text would go. */
const Waiting = z.object({ path: z.string(), text: z.string().nullable().optional() });

/** Something that waits in a checkout itself, or where a checkout left it that is gone. */
export interface Unsealed extends z.infer<typeof Waiting> {
  /** Below the replica's folder. Example: `outgoing/3f.json`. */
  name: string;
  /** The file that holds it. */
  place: string;
  /** Where the checkout was that left it; null for what waits in this one. */
  left: string | null;
}
const KINDS = ["outgoing", "conflicts", "decisions"] as const;

/** More lines than this many times the files are written anew at the next start. */
const WORTH = 4;

/**
 * What a replica remembers, in files of the machine's data folder. What waits to be pushed is durable before it is sent; what both ends held last
 * outlives the process at once, and where a power cut took some of it, the server knows the texts.
 *
 * Guarantees that it belongs to a single checkout: a copied or moved one starts over, and nothing inside a checkout is used or deleted.
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
    const identity = identityOf(root) ?? "";
    this.folder = replicaFolder(dataFolder, { root, identity }, sha256);
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

  async load(): Promise<void> {
    await insideOwnFolder(this.dataFolder, () => mkdir(this.folder, { recursive: true, mode: 0o700 }));
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
    for (const each of await this.#readAll("outgoing", Outgoing)) this.outgoing.set(each.path, each);
    for (const each of await this.#readAll("conflicts", Conflict)) this.conflicts.set(each.path, each);
  }

  /** Makes sure that nobody else keeps this checkout in step; answers how to let go of it. Throws `conflict` where somebody does. */
  async lock(): Promise<() => Promise<void>> {
    const path = join(this.folder, "lock");
    const owner = await this.owner();
    if (owner !== null) {
      throw new AppError("conflict", `This checkout is kept in step already, by process ${owner}.`, {
        hint: `Stop that one first. If it is no wardroom, remove ${path}.`,
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
    await this.#markCheckout();
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
    return beside;
  }

  /** Where the server's text lies beside a file that waits; null where it does not. */
  async theirs(path: string): Promise<string | null> {
    const beside = join(this.folder, "theirs", path);
    return (await findStats(beside)) === null ? null : beside;
  }

  async letGo(path: string): Promise<void> {
    if (!this.conflicts.delete(path)) return;
    await orMissing(unlink(this.#at("conflicts", path)), undefined);
    await orMissing(unlink(join(this.folder, "theirs", path)), undefined);
  }

  /** Keeps what a file of the checkout holds that is about to be replaced, text or not; answers where. */
  async keepMine(path: string, bytes: Buffer): Promise<string> {
    const place = join(this.folder, `kept/${path}.${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}`);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      await writeFile(place, bytes, { flush: true, mode: 0o600 });
    } catch (error) {
      throw explainWrite(error, place);
    }
    return place;
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

  /**
   * What waits in the checkout itself, and what this one left at another place before it was moved, or another checkout of the same history
   * that is gone. Nothing of it is acted on, and no link is followed.
   */
  async unsealed(): Promise<Unsealed[]> {
    const found = await waitingIn(join(this.root, FORMER), null);
    for (const { folder: root, identity, history } of await listLeftReplicas(this.dataFolder)) {
      const isOurs = identity === identityOf(this.root) || history === this.history;
      const folder = replicaFolder(await realpath(this.dataFolder), { root, identity }, sha256);
      if (isOurs && folder !== this.folder) addAll(found, await waitingIn(folder, root));
    }
    return found;
  }

  /** Takes away what was taken over. */
  async dropUnsealed({ place }: Unsealed): Promise<void> {
    if ((await orMissing(realpath(place), null)) === place) await unlink(place);
  }

  /** Leaves a note in the checkout that a copy of it takes along, which git does not. */
  async #markCheckout(): Promise<void> {
    const folder = join(this.root, FORMER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await realpath(folder)) !== folder) {
      throw new AppError("conflict", `${FORMER} of this checkout is a link, so nothing is put there.`, {
        hint: `Remove the link ${FORMER}, or that in .wardroom, and try again.`,
      });
    }
    for (const [place, text] of [
      [join(this.root, ".wardroom/.gitignore"), "*\n"],
      [join(folder, "synced"), NOTE],
    ] as const)
      await writeFile(place, text, { flag: "wx" }).catch((error: unknown) => {
        if (!hasCode(error, "EEXIST")) throw explainWrite(error, place);
      });
  }

  async #keepHistory(history: string): Promise<void> {
    if (history === this.history) return;
    await this.#write(join(this.folder, "history.json"), JSON.stringify({ history }));
    this.history = history;
  }

  #append(line: z.infer<typeof Synced>): void {
    if (this.#lines.append(JSON.stringify(line))) return;
    throw new AppError(
      "busy",
      `${this.folder}, where the replica of this checkout remembers what it did, cannot be written.`,
      { hint: "Make room on the disk." },
    );
  }

  #at(kind: string, path: string): string {
    return join(this.folder, kind, `${createHash("sha256").update(path).digest("hex").slice(0, 40)}.json`);
  }

  async #write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeStored(path, text, path);
  }

  async #readOne<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    return schema.safeParse(parseJson(await this.#text(name))).data;
  }

  async #readAll<T>(kind: string, schema: z.ZodType<T>): Promise<T[]> {
    const found: T[] = [];
    for (const name of await this.#namesIn(kind)) {
      const read = schema.safeParse(parseJson(await this.#text(`${kind}/${name}`)));
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

/** What waits in a replica's folder, which a checkout may have brought along. */
async function waitingIn(replica: string, left: string | null): Promise<Unsealed[]> {
  const found: Unsealed[] = [];
  for (const kind of KINDS) {
    const folder = join(replica, kind);
    if ((await orMissing(realpath(folder), null)) !== folder) continue;
    for (const each of await readdir(folder, { withFileTypes: true })) {
      if (!each.isFile() || !each.name.endsWith(".json")) continue;
      const [name, place] = [`${kind}/${each.name}`, join(folder, each.name)];
      const text = await orMissing(readFile(place, "utf8"), "");
      const inside = Sealed.safeParse(parseJson(text)).data?.body ?? text;
      found.push({ name, place, left, path: "?", ...Waiting.safeParse(parseJson(inside)).data });
    }
  }
  return found;
}
