import { mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PushedFile } from "@/lib/contracts/files";
import { Checkout } from "@/lib/cli/replica/checkout";
import { KeptFiles, type Outgoing } from "@/lib/cli/replica/kept-files";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { Replica } from "@/lib/cli/replica/replica";
import type { Tools } from "@/lib/cli/replica/tools";
import { sha256 } from "@/lib/store/read-file";

/** A replica of a checkout in a git repository, with a server that holds what the test says, and a clock that the test turns. */
export class TestReplica {
  readonly kept: KeptFiles;
  /** What the server holds, by path. */
  readonly there = new Map<string, string | Buffer>();
  readonly pushed: Outgoing[] = [];
  readonly said: string[] = [];
  now = Date.now();
  replica: Replica;

  private constructor(
    readonly root: string,
    readonly checkout: Checkout,
    kept: KeptFiles,
  ) {
    this.kept = kept;
    this.replica = this.begin(this.now);
  }

  /** With these files in step. */
  static async open(paths: readonly string[], text = "text\n"): Promise<TestReplica> {
    const root = await realpath(await mkdtemp(join(tmpdir(), "replica-")));
    await mkdir(join(root, ".git/logs"), { recursive: true });
    const kept = new KeptFiles(root, join(root, ".data"));
    await kept.load();
    const test = new TestReplica(root, await Checkout.open(root, kept.folder), kept);
    for (const path of paths) {
      await test.put(path, text);
      test.there.set(path, text);
      kept.note(path, sha256(text));
    }
    return test;
  }

  /** Begins anew, after one that ran until then. */
  begin(lastRun: number): Replica {
    const looks = {
      known: () => this.kept.expected(),
      missing: (paths: readonly string[]) => this.checkout.missing(paths),
      isGitAtWork: () => this.checkout.isGitAtWork(),
      now: () => this.now,
    };
    const { kept, checkout } = this;
    const say = (sentence: string) => this.said.push(sentence);
    const gone = new MissingFiles(looks, lastRun);
    this.replica = new Replica({ kept, checkout, server: this.#server(), gone, say, missing: "ask" });
    return this.replica;
  }

  /** What a look that many milliseconds later does; answers how long to wait for the next. */
  async look(later = 0): Promise<number | null> {
    this.now += later;
    await this.replica.lookAtAll();
    return this.replica.work();
  }

  /** Does what somebody decided about a conflict, however long that takes. */
  async resolve(path: string, take: boolean): Promise<void> {
    await this.kept.decide({ path, take });
    for (let rest = await this.replica.decided(); rest !== null; rest = await this.replica.decided()) this.now += rest;
    await this.replica.work();
  }

  /** Has the server tell what a file holds. */
  async hear(path: string): Promise<void> {
    const items = [{ path, hash: this.#hash(path) }];
    await this.replica.hear({ history: "h", mark: 1, reset: false, items });
    await this.replica.work();
  }

  /** What was removed at the server. */
  get removed(): string[] {
    return this.pushed.filter(({ text }) => text === null).map(({ path }) => path);
  }

  async put(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
  }

  /** Has a file be last changed at that time. */
  age(path: string, at: Date): Promise<void> {
    return utimes(join(this.root, path), at, at);
  }

  take(path: string): Promise<void> {
    return rm(join(this.root, path), { recursive: true });
  }

  /** What a file holds; null where there is none. */
  read(path: string): Promise<Buffer | null> {
    return readFile(join(this.root, path)).catch(() => null);
  }

  async close(): Promise<void> {
    this.checkout.close();
    await rm(this.root, { recursive: true, force: true });
  }

  #hash(path: string): string | null {
    const held = this.there.get(path);
    return held === undefined ? null : sha256(held);
  }

  #server(): Tools["server"] {
    return {
      list: () => Promise.resolve(new Map([...this.there.keys()].map((path) => [path, this.#hash(path)]))),
      read: (path) => {
        const held = this.there.get(path);
        if (held === undefined) return Promise.resolve(null);
        const isUtf8 = typeof held === "string";
        return Promise.resolve({ path, text: held.toString(), hash: this.#hash(path), isUtf8, problem: null });
      },
      push: (outgoing) => {
        const { path, text, hash } = outgoing;
        this.pushed.push(outgoing);
        if (text === null) this.there.delete(path);
        else this.there.set(path, text);
        const answer: PushedFile = { path, outcome: "written", hash, text: null, revision: 2 };
        return Promise.resolve(answer);
      },
    };
  }
}
