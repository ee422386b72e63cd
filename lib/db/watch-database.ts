import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

/** Commits come in bursts; one look answers them all. Milliseconds. */
const PAUSE_MS = 15;
/** Where the system lets nothing more be watched, one looks this often. Milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Calls back when any process may have committed to the SQLite database at `path`, until closed. A hint: it calls too often.
 * `onCommit` never rejects; `close` waits for it. It is called once at the beginning, for those that came before.
 */
export function watchDatabase(path: string, onCommit: () => Promise<void>): { close(): Promise<void> } {
  const names = new Set<string | null>([basename(path), `${basename(path)}-wal`, null]);
  let timer: NodeJS.Timeout | undefined;
  let answered = Promise.resolve();
  const tell = () => {
    answered = Promise.all([answered, onCommit()]).then(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, PAUSE_MS);
  };
  let looking: NodeJS.Timeout | undefined;
  const lookNow = () => {
    looking ??= setInterval(soon, LOOK_EVERY_MS);
  };
  const watcher = watchFolder(dirname(path), (name) => names.has(name) && soon(), lookNow);
  tell();
  return {
    close: async () => {
      watcher?.close();
      clearInterval(looking);
      clearTimeout(timer);
      await answered;
    },
  };
}

/** The folder and not the files, which may be made anew. Calls `onEnd` when it sees nothing, or nothing more. */
function watchFolder(folder: string, onChange: (name: string | null) => void, onEnd: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_, name) => onChange(name));
    watcher.on("error", onEnd);
    return watcher;
  } catch {
    onEnd();
    return null;
  }
}
