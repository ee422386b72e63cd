import { mkdir, mkdtemp, open, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { mergeBoth } from "@/lib/core/history/stale-save";
import { Checkout } from "@/lib/cli/replica/checkout";
import { KeptFiles, type Outgoing } from "@/lib/cli/replica/kept-files";
import { keepInStep } from "@/lib/cli/replica/keep-in-step";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { Replica } from "@/lib/cli/replica/replica";
import type { ReplicaServer } from "@/lib/cli/replica/replica-server";
import { sha256 } from "@/lib/store/read-file";

const PATH = ".microai/knowledge/shared/a.md";
const SECTIONS = ["one", "two", "three", "four"];
const FIRST = SECTIONS.map((name) => `## ${name}\n\n- first of ${name}\n`).join("\n");
const add = (text: string, section: string, line: string) =>
  text.replace(`- first of ${section}\n`, `- first of ${section}\n- ${line}\n`);

/** A server that joins what is pushed with what it holds, and answers a key that it knows as it did first. */
class JoiningServer {
  text = FIRST;
  readonly #history = [FIRST];
  /** What the texts were based on that were pushed and joined. */
  readonly #bases = new Map<string, string>();
  readonly #answers = new Map<string, Awaited<ReturnType<ReplicaServer["push"]>>>();

  write(text: string): void {
    this.text = text;
    this.#history.push(text);
  }

  async push({ key, base, text, hash, path }: Pick<Outgoing, "key" | "base" | "text" | "hash" | "path">) {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const from = this.#history.find((each) => sha256(each) === base) ?? this.#bases.get(base ?? "");
    const isOld = this.#history.some((each) => sha256(each) === hash);
    if (!isOld && from === undefined) throw new Error(`a base that the server does not know: ${base}`);
    if (!isOld) this.write(mergeBoth(from ?? "", text ?? "", this.text).text);
    if (hash !== null && from !== undefined) this.#bases.set(hash, from);
    const isSame = sha256(this.text) === hash;
    const answer = {
      path,
      outcome: isSame ? ("written" as const) : ("merged" as const),
      hash: sha256(this.text),
      text: isSame ? null : this.text,
      revision: this.#history.length,
    };
    this.#answers.set(key, answer);
    return Promise.resolve(answer);
  }
}

class Killed extends Error {}

/** Each call of these is two points: before it, and once it is done. From the one that is chosen on nothing of the process happens. */
class Points {
  passed = 0;

  constructor(
    private readonly killedAt: number,
    private readonly onKill: () => Promise<void>,
  ) {}

  async pass(): Promise<void> {
    this.passed++;
    if (this.passed === this.killedAt) await this.onKill();
    if (this.passed >= this.killedAt) throw new Killed();
  }

  around<T extends object>(object: T, names: readonly string[]): T {
    const calls = new Map<PropertyKey, unknown>();
    return new Proxy(object, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        if (typeof found !== "function") return found;
        if (!names.includes(String(name))) return found.bind(target) as unknown;
        const call = async (...argv: unknown[]) => {
          await this.pass();
          const answer: unknown = await (found as (...argv: unknown[]) => unknown).apply(target, argv);
          await this.pass();
          return answer;
        };
        if (!calls.has(name)) calls.set(name, call);
        return calls.get(name);
      },
    });
  }
}

/** A process that keeps the checkout in step once. */
async function run(root: string, joining: JoiningServer, points: Points, said: string[]): Promise<void> {
  const kept = new KeptFiles(root, join(root, ".data"));
  await kept.load();
  const checkout = await Checkout.open(root, kept.folder);
  const server = {
    list: () => Promise.resolve(new Map([[PATH, sha256(joining.text)]])),
    read: (path: string) =>
      Promise.resolve({ path, text: joining.text, hash: sha256(joining.text), isUtf8: true, problem: null }),
    push: (outgoing: Outgoing) => joining.push(outgoing),
    changes: () => Promise.resolve({ history: "h", mark: 1, reset: true, items: [] }),
    announce: () => Promise.resolve(),
  } as unknown as ReplicaServer;
  const looks = {
    known: () => kept.expected(),
    missing: (paths: readonly string[]) => checkout.missing(paths),
    isGitAtWork: () => checkout.isGitAtWork(),
    now: Date.now,
  };
  const tools = {
    kept: points.around(kept, ["send", "sent", "hold", "letGo", "keepStanding"]),
    checkout: points.around(checkout, ["put", "read"]),
    server: points.around(server, ["push", "read", "list", "changes"]),
    say: (sentence: string) => said.push(sentence),
  };
  const gone = new MissingFiles(looks, 0);
  const replica = new Replica({ ...tools, gone, missing: "ask" });
  try {
    await keepInStep({ ...tools, replica, once: true, signal: new AbortController().signal });
  } finally {
    checkout.close();
  }
}

const MOMENTS = [
  { moment: "nothing else happens", isLate: false, isEdited: false },
  { moment: "a program saves late", isLate: true, isEdited: false },
  { moment: "a program saves late and another edits", isLate: true, isEdited: true },
];

it.each(MOMENTS)("keeps every line of a checkout whose replica is killed at any point when $moment", async (when) => {
  let count = 0;
  for (let at = 1, isReached = true; isReached; at++) {
    const root = await realpath(await mkdtemp(join(tmpdir(), "kill-points-")));
    const file = join(root, PATH);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, add(FIRST, "one", "edited here"));
    const joining = new JoiningServer();
    joining.write(add(FIRST, "two", "said there"));
    const kept = new KeptFiles(root, join(root, ".data"));
    await kept.load();
    kept.note(PATH, sha256(FIRST));
    // A program that had the file open when the replica came to replace it, and saves once the replica is dead.
    const late = await open(file, "r+");
    const lines = ["edited here", "said there"];
    const said: string[] = [];
    const points = new Points(at, async () => {
      if (!when.isLate) return;
      await late.write(`${await late.readFile("utf8")}\n- saved late\n`, 0);
      lines.push("saved late");
    });
    await run(root, joining, points, said).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
    await late.close();
    isReached = points.passed >= at;
    if (isReached) {
      if (when.isEdited) {
        const others = await open(file, "r+");
        const text = await others.readFile("utf8");
        await others.write(add(text, "three", "edited while none ran"), 0);
        await others.close();
        lines.push("edited while none ran");
      }
      joining.write(add(joining.text, "four", "said meanwhile"));
      lines.push("said meanwhile");
    }
    // One more run is enough: what the server told it is not forgotten for an answer that is older.
    await run(root, joining, new Points(Infinity, () => Promise.resolve()), said);
    const now = await readFile(file, "utf8");
    expect(now, `killed at point ${at}: ${said.join("; ")}`).toBe(joining.text);
    for (const line of lines)
      expect(
        now.split("\n").filter((each) => each === `- ${line}`),
        `killed at point ${at}: ${line}`,
      ).toHaveLength(1);
    await rm(root, { recursive: true, force: true });
    count++;
  }
  expect(count).toBeGreaterThan(15);
});
