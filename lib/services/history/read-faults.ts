import type { Fault } from "@/lib/contracts/faults";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { isQuiet } from "@/lib/core/faults/is-quiet";
import { proposeFix, triesOf, lineAt } from "@/lib/core/faults/propose-fix";
import { isDatabaseFault } from "@/lib/db/open";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { addAll } from "@/lib/core/lists";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import type { Committer } from "@/lib/services/commit/committer";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import { memoryOf } from "@/lib/services/commit/document-states";
import { sha256 } from "@/lib/store/read-file";
import { pauses } from "@/lib/services/workspace/in-slices";
import type { Store, StoredFile } from "@/lib/store/store";

/** A fault as it is read from its file, before what was decided about it. */
export type ReadFault = Omit<Fault, "state" | "decidedBy" | "decidedAt">;

/** So many of one file are listed; once they are fixed, the next are. */
const MOST_OF_A_FILE = 20;
const LONGEST_LINE = 400;

interface Wanted {
  diagnostics?: Diagnostic[];
  /** Whether each is to have the fix that is known for it, which takes much longer. */
  fixes?: boolean;
}

/** The faults of a file's text, each with its id: a hash of its file, its kind and the words of its lines, wherever these stand by now. */
export function faultsIn(
  path: string,
  text: string,
  hash: string,
  { diagnostics = diagnoseFile(path, text), fixes = false }: Wanted = {},
): ReadFault[] {
  const times = new Map<string, number>();
  const tries = triesOf(diagnostics);
  const told = diagnostics.filter(({ severity }) => severity !== "info").slice(0, MOST_OF_A_FILE);
  return told.map((fault): ReadFault => {
    const words = wordsOf(text, fault);
    // The lines that a message names move when something is added above.
    const key = sha256(JSON.stringify([path, fault.code, fault.message.replace(/\bline \d+/g, "line"), words]));
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    const fix = fixes ? proposeFix({ path, text, fault }, tries) : null;
    return {
      id: key.slice(0, 16) + (before === 0 ? "" : `-${before + 1}`),
      path,
      session: sessionOfPath(path),
      ...fault,
      line: words.slice(0, LONGEST_LINE),
      quiet: isQuiet(fault),
      fix: fix === null ? null : { title: fix.title, ...unifiedDiff(text, fix.text) },
      etag: `"${hash}"`,
    };
  });
}

/** The words of the line that a fault begins in. */
function wordsOf(text: string, { range }: Diagnostic): string {
  return lineAt(text, range.start.line)?.words ?? "";
}

interface Read {
  hash: string;
  faults: ReadFault[];
}

/** The faults of files, each read again only once it has changed, and once for all who ask meanwhile. */
export class FaultReader {
  readonly #known = new Map<string, { mark: string; read: Promise<Read> }>();
  /** Those that were shown, with what would fix them. */
  readonly #proposed = new Map<string, Promise<Read>>();

  constructor(private readonly committer: Pick<Committer, "aside"> & { documents: Pick<DocumentCache, "find"> }) {}

  /** Of those of the paths that there are. One that cannot be opened, or is set aside, has that as its fault. */
  async read(store: Store, workspace: string, paths: readonly string[]): Promise<ReadFault[]> {
    const marks = await store.marks(paths);
    const found: ReadFault[] = [];
    const pause = pauses();
    for (const [index, path] of paths.entries()) {
      const mark = marks[index] ?? null;
      const key = `${workspace}\n${path}`;
      if (mark === null) {
        this.#known.delete(key);
        this.#proposed.delete(key);
        continue;
      }
      const known = this.#known.get(key);
      const read = known?.mark === mark ? known.read : this.#readOne(store, workspace, path);
      this.#known.set(key, { mark, read });
      const { hash, faults } = await this.#settled(key, path, read);
      if (pause.isDue()) await pause.take();
      const reasons = this.committer.aside.reasons({ workspace, path, hash });
      const told = new Set(faults.map(({ message }) => message));
      const untold = reasons.filter((reason) => !told.has(reason));
      addAll(found, [...faults, ...faultsIn(path, "", hash, { diagnostics: untold.map(unreadable) })]);
    }
    return found;
  }

  /** What was read. A failed read is told and not kept: the next caller tries again. */
  async #settled(key: string, path: string, read: Promise<Read>): Promise<Read> {
    try {
      return await read;
    } catch (error) {
      if (this.#known.get(key)?.read === read) this.#known.delete(key);
      if (isDatabaseFault(error)) throw error;
      const diagnostics = [unreadable(`${path} could not be read. ${String(error)}`)];
      return { hash: "", faults: faultsIn(path, "", "", { diagnostics }) };
    }
  }

  /** The same faults with what would fix them; nothing is proposed where a file has changed meanwhile. */
  async withFixes<Told extends ReadFault>(store: Store, workspace: string, faults: readonly Told[]): Promise<Told[]> {
    const told: Told[] = [];
    const pause = pauses();
    for (const fault of faults) {
      const key = `${workspace}\n${fault.path}`;
      const isOf = (read: Read | undefined) => read !== undefined && `"${read.hash}"` === fault.etag;
      let read = await this.#proposed.get(key)?.catch(() => undefined);
      if (!isOf(read)) {
        const reading = this.#readOne(store, workspace, fault.path, true);
        this.#proposed.set(key, reading);
        read = await this.#settled(key, fault.path, reading);
      }
      const known = isOf(read) ? read?.faults.find(({ id }) => id === fault.id) : undefined;
      told.push({ ...fault, fix: known?.fix ?? null });
      if (pause.isDue()) await pause.take();
    }
    return told;
  }

  async #readOne(store: Store, workspace: string, path: string, fixes = false): Promise<Read> {
    let hash = "";
    try {
      const file = await store.read(path);
      if (file === null) return { hash, faults: [] };
      const { text } = file;
      hash = file.hash;
      if (text === null) return { hash, faults: faultsIn(path, "", hash, { diagnostics: [notText(path)] }) };
      return {
        hash,
        faults: await this.committer.aside.judge({ workspace, path, hash }, "checked", () =>
          faultsIn(path, text, hash, { fixes, diagnostics: this.#diagnose(workspace, path, file) }),
        ),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { hash, faults: faultsIn(path, "", hash, { diagnostics: [unreadable(error.message)] }) };
    }
  }

  /** A memory that was just written or read is parsed already. */
  #diagnose(workspace: string, path: string, { hash, text }: StoredFile): Diagnostic[] {
    const known = this.committer.documents.find(workspace, path);
    if (known?.hash !== hash || known.kind !== "memory") return diagnoseFile(path, text ?? "");
    return memoryFaults(memoryOf(known));
  }
}
