import { RequestError } from "@/lib/client/request-error";
import type { FileChanges, FileText, PushedFile } from "@/lib/contracts/files";
import { AppError } from "@/lib/core/errors";
import { decideStep } from "@/lib/core/replica/decide-step";
import { isNamer, needsName } from "@/lib/core/places/our-files";
import { sayCount } from "@/lib/core/text/say-count";
import type { LateSave, StoredFile } from "@/lib/store/store";
import type { Decision, Outgoing } from "@/lib/cli/replica/kept-files";
import { HELD_BY_GIT } from "@/lib/cli/replica/missing-files";
import { otherHistory } from "@/lib/cli/replica/no-place";
import {
  isReplacedByGit,
  isUnfinishedMerge,
  isWithoutEdit,
  letGoOfReplaced,
  UNFINISHED_MERGE,
  waitsForMerge,
} from "@/lib/cli/replica/replaced-by-git";
import { type Held, whyHeld } from "@/lib/cli/replica/replica-server";
import type { Tools } from "@/lib/cli/replica/tools";

/** So many documents are seen to at once. */
const TOGETHER = 8;
/** From so many on it is asked whether most files of a checkout are really to go. */
const MANY = 5;
/** So often a document is looked at again when it changes under the look. */
const ATTEMPTS = 5;
/** And then left alone for so long. Milliseconds. */
const RESTLESS = 200;

/**
 * Keeps the shared documents of a checkout and those of a server in step. What it does about each is decided by `decideStep`. Everything
 * can be interrupted anywhere: what waits to be pushed is kept with its key, and what was not remembered is told by the texts themselves.
 */
export class Replica {
  /** Documents that are to be looked at. */
  readonly #due = new Set<string>();
  /** What the server said that documents hold, and the checkout does not yet. */
  readonly #remote = new Map<string, string | null>();
  /** The marks of files as they were before the last look at each. */
  readonly #marks = new Map<string, string>();
  /** The marks of those that were found in step. */
  readonly #inStepMarks = new Map<string, string>();
  #pushedAt: string | null = null;
  #wake: () => void = () => undefined;

  constructor(private readonly tools: Tools) {}

  get waiting(): number {
    return new Set([...this.#due, ...this.tools.kept.outgoing.keys()]).size;
  }

  get pushedAt(): string | null {
    return this.#pushedAt;
  }

  /** Whether files wait until git is done, which may take as long as somebody likes. */
  get isHeldByGit(): boolean {
    return this.tools.gone.isHeldByGit;
  }

  woken(): Promise<void> {
    return this.#due.size > 0 ? Promise.resolve() : new Promise((resolve) => (this.#wake = resolve));
  }

  look(path: string): void {
    this.#due.add(path);
    this.#wake();
  }

  /** Has every document looked at, at both ends; those whose files are the very ones that were in step are not read again. */
  async lookAtAll(): Promise<void> {
    const { kept, checkout, gone } = this.tools;
    for (const { path, remote } of kept.conflicts.values()) if (!this.#remote.has(path)) this.#remote.set(path, remote);
    const { ours } = await checkout.list();
    const paths = [...new Set([...kept.held(), ...kept.outgoing.keys(), ...this.#remote.keys(), ...ours])];
    const marks = await checkout.marks(paths);
    await gone.rest();
    for (const [index, path] of paths.entries()) {
      const mark = marks[index] ?? null;
      const isNews = this.#remote.has(path) || kept.outgoing.has(path) || kept.conflicts.has(path);
      if (!isNews && mark !== null && mark === this.#inStepMarks.get(path)) continue;
      if (mark === null) this.#marks.delete(path);
      else this.#marks.set(path, mark);
      this.look(path);
    }
  }

  /** Takes over what the server tells. Throws `conflict` where it has another history than before. */
  async hear(changes: FileChanges): Promise<void> {
    const { kept, server } = this.tools;
    const place = await kept.place();
    if (place !== null && place.history !== changes.history) throw otherHistory(place, kept.folder);
    if (changes.reset) {
      const all = await server.list();
      for (const [path, held] of kept.synced) if (held !== null && !all.has(path)) this.#remote.set(path, null);
      for (const [path, held] of all) if (held !== null) this.#remote.set(path, held);
      await this.lookAtAll();
    }
    for (const { path, hash } of changes.items) this.#remote.set(path, hash);
    for (const path of this.#remote.keys()) this.look(path);
  }

  /** What a program wrote into a file that had been replaced meanwhile goes to the server as an edit of what was replaced. */
  async late({ path, base, file }: LateSave): Promise<void> {
    const { kept, server, say, checkout } = this.tools;
    if (file.text === null || (await checkout.foreign(path)) !== null) return;
    const { text, hash } = file;
    try {
      const answer = await server.push({ key: `late-${hash.slice(0, 32)}`, path, base, text, hash });
      this.#remote.set(path, answer.hash);
      this.look(path);
    } catch (error) {
      const why = whyHeld(error);
      if (why === null) throw error;
      say(
        `What a program saved late to ${path} was not taken: ${why.reason} It is in ${await kept.keepMine(path, file.bytes)}.`,
      );
    }
  }

  /** Sees to all that is due; answers after how many milliseconds something is due again, or null. Throws where the server is away. */
  async work(): Promise<number | null> {
    let rest: number | null = null;
    const later = new Set<string>();
    while (this.#due.size > 0) {
      // What names data comes before it.
      const due = [...this.#due];
      const first = due.filter((path) => !needsName(path));
      const paths = (first.length > 0 ? first : due).slice(0, TOGETHER);
      for (const path of paths) this.#due.delete(path);
      const done = await Promise.allSettled(paths.map((path) => this.#see(path)));
      const failed = done.find((each) => each.status === "rejected");
      for (const [index, each] of done.entries()) {
        const path = paths[index] ?? "";
        if (each.status === "rejected") later.add(path);
        else if (each.value > 0) {
          later.add(path);
          rest = Math.min(rest ?? Infinity, each.value);
        }
      }
      if (failed !== undefined) {
        for (const path of later) this.#due.add(path);
        throw failed.reason as Error;
      }
    }
    for (const path of later) this.#due.add(path);
    return rest;
  }

  /** Does what was decided about files that both ends had changed; answers after how many milliseconds more of it can be done, or null. */
  async decided(): Promise<number | null> {
    const { kept } = this.tools;
    let least: number | null = null;
    for (const decision of await kept.decisions()) {
      const rest = await this.#resolve(decision);
      if (rest > 0) least = Math.min(least ?? Infinity, rest);
      else {
        await kept.decided(decision.path);
        this.look(decision.path);
      }
    }
    return least;
  }

  /** Sees to one document; answers how many milliseconds it is to be left alone, 0 where it is done. */
  async #see(path: string): Promise<number> {
    try {
      // What is none of ours is as if nobody had spoken of it; an index that comes may name it yet.
      if ((await this.tools.checkout.foreign(path)) !== null) return 0;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const rest = await this.#seeOnce(path);
        if (rest !== "again") return rest;
      }
      return RESTLESS;
    } catch (error) {
      // What is wrong with one file stops no other.
      const why = error instanceof AppError && error.code !== "busy" ? { reason: error.message } : whyHeld(error);
      if (why === null) throw error;
      await this.#hold(path, { local: "", reason: why.reason });
      return 0;
    }
  }

  async #seeOnce(path: string): Promise<number | "again"> {
    const { kept, checkout, gone } = this.tools;
    const outgoing = kept.outgoing.get(path);
    if (outgoing !== undefined) {
      await this.#push(outgoing);
      return "again";
    }
    const file = await this.#read(path);
    if (file === "unreadable") return 0;
    const local = file?.hash ?? null;
    const synced = kept.synced.get(path);
    const held = kept.conflicts.get(path) ?? null;
    const ends = { local, synced, remote: this.#remote.get(path), held: waitsForMerge(held) ? null : held };
    const isLost = isWithoutEdit(local, held);
    let step = decideStep({ ...ends, byGit: false });
    const isEdit = step === "push" || step === "ask";
    if (isEdit && (await isUnfinishedMerge(path, file?.text ?? null, this.tools))) {
      await this.#hold(path, { local, reason: UNFINISHED_MERGE });
      return 0;
    }
    const restOfGit = isLost || isEdit || step === "pull" ? await this.#restOfGit() : 0;
    if (restOfGit > 0) return restOfGit;
    if (isLost || step === "push" || (step === "ask" && local !== null)) {
      const rest = file === null ? await gone.rest() : checkout.restless(file);
      if (rest > 0) return rest;
      const byGit = await (file === null
        ? checkout.isTakenByGit(path, gone.lastThere(path))
        : checkout.isGits(path, file, waitsForMerge(held)));
      step = decideStep({ ...ends, byGit });
      if (byGit && isLost && step !== "ask") await letGoOfReplaced(path, this.tools);
    }
    switch (step) {
      case "nothing": {
        this.#remote.delete(path);
        await kept.letGo(path);
        // Taken before the file was read: whatever was written since has another one.
        const mark = this.#marks.get(path);
        if (mark !== undefined) this.#inStepMarks.set(path, mark);
        return 0;
      }
      case "note":
        return this.#inStep(path, local);
      case "pull":
        return (await this.#pull(path, local)) ? 0 : "again";
      case "hold":
        return 0;
      case "push":
      case "ask":
        if (local === null && !(await this.#mayGo(path))) return 0;
        if (local === null && (await checkout.read(path)) !== null) return "again";
        await kept.send({ path, base: step === "ask" ? null : (synced ?? ""), text: file?.text ?? null, hash: local });
        return "again";
    }
  }

  async #inStep(path: string, held: string | null): Promise<0> {
    const { kept } = this.tools;
    kept.note(path, held);
    this.#remote.delete(path);
    await kept.letGo(path);
    if (isNamer(path)) await this.#lookAtNamed();
    return 0;
  }

  /** Has data looked at anew that may have a name now. */
  async #lookAtNamed(): Promise<void> {
    const { kept, checkout } = this.tools;
    const data = [...this.#remote.keys(), ...(await checkout.list()).ours].filter(needsName);
    for (const path of data) {
      await kept.letGo(path);
      this.look(path);
    }
  }

  /** The file of a document; one that cannot be read, or is no text, waits for somebody. */
  async #read(path: string): Promise<StoredFile | null | "unreadable"> {
    try {
      const file = await this.tools.checkout.read(path);
      if (file?.text !== null) return file ?? null;
      // What is no text is never pushed. It is known to the server, or was kept elsewhere before it is replaced.
      if (file.hash === this.#remote.get(path) || file.hash === this.tools.kept.synced.get(path)) return file;
      await this.#hold(path, { local: file.hash, reason: "The file is not valid UTF-8." });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "busy") throw error;
      await this.#hold(path, { local: "", reason: error.message });
    }
    return "unreadable";
  }

  async #pull(path: string, local: string | null): Promise<boolean> {
    const { server, checkout } = this.tools;
    let there: FileText | null;
    try {
      // Also where it is said to be gone: a credential that may see less is told of fewer.
      there = await server.read(path);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "forbidden") throw error;
      await this.#hold(path, { local, reason: error.message });
      return true;
    }
    if (there !== null && (there.hash === null || !there.isUtf8)) {
      await this.#hold(path, { local, reason: there.problem ?? "The server's file is not valid UTF-8." });
      return true;
    }
    const isThere = (there?.hash ?? null) === local;
    if (!isThere && !(await checkout.put(path, there?.text ?? null, local))) return false;
    await this.#inStep(path, there?.hash ?? null);
    return true;
  }

  async #push(outgoing: Outgoing): Promise<void> {
    const { kept, server } = this.tools;
    const { path, hash } = outgoing;
    let answer: PushedFile;
    try {
      answer = await server.push(outgoing);
    } catch (error) {
      const why = whyHeld(error);
      if (why === null) throw error;
      await kept.sent(path);
      if (hash === null && why.isChanged) {
        // It was changed elsewhere meanwhile: it comes back.
        this.#remote.set(path, why.remote ?? null);
        return;
      }
      await this.#hold(path, { local: hash, ...why });
      return;
    }
    if (isReplacedByGit(outgoing, kept)) await letGoOfReplaced(path, this.tools);
    await this.#takeOver(answer, outgoing);
    this.#pushedAt = new Date().toISOString();
    await kept.sent(path);
  }

  /** Has the checkout's file follow what became of what was pushed. */
  async #takeOver(answer: PushedFile, { path, hash }: Outgoing): Promise<void> {
    // What a process that died had pushed is answered as it was then: the server may have told of more since.
    const told = this.#remote.has(path) ? (this.#remote.get(path) ?? null) : answer.hash;
    if (answer.hash !== hash) {
      this.#remote.set(path, told);
      // Whoever wrote meanwhile made it from what was pushed: that is joined by the next push, over the same base.
      if (!(await this.tools.checkout.put(path, answer.text, hash))) return;
    }
    await this.#inStep(path, answer.hash);
    if (told !== answer.hash) this.#remote.set(path, told);
  }

  async #hold(path: string, { local, remote, reason, theirs = null }: Held): Promise<void> {
    const { kept, say } = this.tools;
    const before = kept.conflicts.get(path);
    const there = remote === undefined ? (this.#remote.get(path) ?? kept.synced.get(path) ?? null) : remote;
    if (remote !== undefined) this.#remote.set(path, remote);
    const beside = await kept.hold({ path, local, remote: there, reason, at: new Date().toISOString() }, theirs);
    if (before?.reason === reason && before.remote === there) return;
    const next =
      theirs === null
        ? "Your file was left as it is."
        : `Your file was left as it is; the server's version is in ${beside}. Merge both in ${path}, then run: wardroom replica resolve ${path}`;
    say(`${path} is not in step. ${reason} ${next}`);
  }

  /** Does what was decided about a file; answers how many milliseconds the decision is to be left, 0 where it is done. */
  async #resolve({ path, take }: Decision): Promise<number> {
    const { kept, checkout, say } = this.tools;
    const conflict = kept.conflicts.get(path);
    if (conflict === undefined || (await checkout.foreign(path)) !== null) return 0;
    let file: StoredFile | null;
    try {
      file = await checkout.read(path);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "busy") throw error;
      say(`${error.message} It still waits for a decision.`);
      return 0;
    }
    if (take) {
      if (file !== null) say(`What ${path} held here is kept in ${await kept.keepMine(path, file.bytes)}.`);
      // Both ends held it last, as it were: so it is replaced.
      kept.note(path, file?.hash ?? null);
      this.#remote.set(path, conflict.remote);
    } else if (file?.text === null) {
      say(`${path} is not valid UTF-8 and cannot be pushed. Save it as UTF-8, or take the server's text with --take.`);
      return 0;
    } else {
      const rest = (await this.#restOfGit()) || (file === null ? await this.tools.gone.rest() : 0);
      if (rest > 0) return rest;
      await kept.send({ path, base: conflict.remote ?? "", text: file?.text ?? null, hash: file?.hash ?? null });
    }
    await kept.letGo(path);
    return 0;
  }

  /** How long to wait for git, which is told once. Milliseconds. */
  async #restOfGit(): Promise<number> {
    const { gone, say } = this.tools;
    const rest = await gone.restOfGit();
    if (gone.isGitNews()) say(HELD_BY_GIT);
    return rest;
  }

  /** Whether a file that is missing was removed: where most are missing at once, the folder may be, or somebody cleaned up. */
  async #mayGo(path: string): Promise<boolean> {
    const { gone, missing: wanted, say } = this.tools;
    const { missing, known } = gone.count;
    if (wanted === "remove" || missing < MANY || missing * 2 < known) return true;
    if (wanted === "restore") {
      await this.#pull(path, null);
      return false;
    }
    if (!gone.isNews()) return false;
    say(
      `${sayCount(missing, "file")} of ${known} are missing here. Nothing is removed at the server. ` +
        "If they are to go, stop this and run: wardroom replica --remove. To have them again: wardroom replica --restore",
    );
    return false;
  }
}
