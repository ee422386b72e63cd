import { randomBytes } from "node:crypto";
import { lstat, realpath, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Cli } from "@/lib/cli/cli";
import { Checkout } from "@/lib/cli/replica/checkout";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { Replica } from "@/lib/cli/replica/replica";
import { ReplicaServer } from "@/lib/cli/replica/replica-server";
import { surroundingsOf } from "@/lib/cli/testing/cli.fixture";
import type { Runtime } from "@/lib/runtime";
import { SharedRuns } from "@/lib/services/commit/shared-runs";
import type { Services } from "@/lib/services/services";
import { aroundCalls } from "@/lib/services/testing/around-calls.fixture";
import { WorkingCopy, type CopiedWardroom } from "@/lib/services/testing/working-copy.fixture";

/** Older than any edit that a replica would wait for. Milliseconds. */
const AGE = 60_000;
/** Nobody ends what a test waits for. */
const NEVER = new AbortController().signal;

/** The requests of a process are answered by one Wardroom: who settles has it to itself. */
let turn: Promise<void> = Promise.resolve();

/** A checkout of a workspace whose content is in PostgreSQL. The product's replica keeps both in step through its own handlers. */
export class ReplicaCopy extends WorkingCopy {
  readonly #secret = randomBytes(32).toString("base64url");
  readonly #runs = new SharedRuns<void>();
  readonly #services = new WeakMap<Runtime, Services>();
  readonly #replica: Replica;
  readonly #server: ReplicaServer;
  /** What the replica told the person at the terminal. */
  readonly said: string[] = [];
  /** Time passes here when something is to rest: nobody waits for it. */
  #now = Date.now();

  private constructor(
    root: string,
    private readonly wardroom: CopiedWardroom,
    private readonly kept: KeptFiles,
    private readonly checkout: Checkout,
  ) {
    super(root);
    const say = (sentence: string) => this.said.push(sentence);
    const looks = {
      known: () => kept.expected(),
      missing: (paths: readonly string[]) => checkout.missing(paths),
      isGitAtWork: () => checkout.isGitAtWork(),
      now: () => this.#now,
    };
    this.#server = new ReplicaServer(this.#client(), { id: "0123456789abcdef", machine: "laptop" });
    const gone = new MissingFiles(looks, this.#now);
    this.#replica = new Replica({ kept, checkout, server: this.#server, gone, say, missing: "remove" });
  }

  static async open(folder: string, wardroom: CopiedWardroom): Promise<ReplicaCopy> {
    const root = await realpath(folder);
    const kept = new KeptFiles(root, join(wardroom.folder, "laptop"));
    await kept.load();
    return new ReplicaCopy(root, wardroom, kept, await Checkout.open(root, kept.folder));
  }

  get environment(): Record<string, string> {
    return { WARDROOM_WORKSPACES: "demo", WARDROOM_SECRET: this.#secret };
  }

  settled(): Promise<void> {
    return this.#runs.run("", () => {
      const mine = turn.then(() => this.#settle());
      turn = mine.catch(() => undefined);
      return mine;
    });
  }

  servicesOf(runtime: Runtime): Services {
    const known = this.#services.get(runtime) ?? aroundCalls(runtime.services, () => this.settled());
    this.#services.set(runtime, known);
    return known;
  }

  close(): void {
    this.checkout.close();
  }

  async #settle(): Promise<void> {
    const runtime = this.wardroom.served();
    if (runtime === null) return;
    const before = globalThis.wardroomRuntime;
    globalThis.wardroomRuntime = Promise.resolve(runtime);
    try {
      await this.#age();
      const changes = await this.#server.changes(this.kept.mark, 0, NEVER);
      await this.#replica.hear(changes);
      await this.#replica.lookAtAll();
      for (let rest = await this.#replica.work(); rest !== null; rest = await this.#replica.work()) {
        if (this.#replica.isHeldByGit) break;
        this.#now += rest;
      }
      this.kept.noteMark(changes.mark);
    } finally {
      globalThis.wardroomRuntime = before;
    }
  }

  /** Makes recent files look a minute old, so that the replica takes them for finished, whatever time the test has set. */
  async #age(): Promise<void> {
    const then = new Date(Date.now() - AGE);
    for (const path of (await this.checkout.list()).ours) {
      const place = join(this.root, path);
      const about = await lstat(place).catch(() => null);
      if (about?.isFile() === true && about.mtimeMs > then.getTime()) await utimes(place, then, then);
    }
  }

  #client(): Cli {
    const { folder } = this.wardroom;
    const output = { write: () => undefined, isTTY: false, columns: undefined };
    const about = { environment: {}, folder, files: this.root, data: join(folder, "laptop") };
    const cli = new Cli(surroundingsOf(about, [], {}, output, output));
    cli.flags = { server: false, color: false, workspace: "demo" };
    return cli;
  }
}
