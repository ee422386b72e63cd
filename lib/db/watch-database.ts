import { watch } from "chokidar";

/** Commits come in bursts; one look answers them all. Milliseconds. */
const PAUSE_MS = 15;

/**
 * Calls back when any process has committed to the SQLite database at `path`, until closed. A hint: it may call too often.
 * It calls once when it begins to see commits, for those that came before; `ready` resolves then.
 */
export function watchDatabase(path: string, onCommit: () => void): { ready: Promise<void>; close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([`${path}-wal`, path], { ignoreInitial: true });
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onCommit();
    }, PAUSE_MS);
  };
  // What the system says as it says it too: of two commits within a tick of the file's clock, the library tells one alone.
  watcher.on("all", soon).on("raw", soon);
  const ready = new Promise<void>((resolve) =>
    watcher.once("ready", () => {
      onCommit();
      resolve();
    }),
  );
  return {
    ready,
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
