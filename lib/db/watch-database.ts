import { watch } from "chokidar";

/** Commits come in bursts; one look answers them all. Milliseconds. */
const PAUSE_MS = 15;

/**
 * Calls back when any process has committed to the SQLite database at `path`, until closed. A hint: it may call too often.
 * `onCommit` never rejects; `close` waits for it. It is called once when it begins to see commits, for those that came before; `ready` resolves then.
 */
export function watchDatabase(
  path: string,
  onCommit: () => Promise<void>,
): { ready: Promise<void>; close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let answered = Promise.resolve();
  const tell = () => {
    answered = Promise.all([answered, onCommit()]).then(() => undefined);
  };
  const watcher = watch([`${path}-wal`, path], { ignoreInitial: true });
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, PAUSE_MS);
  };
  // What the system says as it says it too: of two commits within a tick of the file's clock, the library tells one alone.
  watcher.on("all", soon).on("raw", soon);
  const ready = new Promise<void>((resolve) =>
    watcher.once("ready", () => {
      tell();
      resolve();
    }),
  );
  return {
    ready,
    close: async () => {
      await watcher.close();
      clearTimeout(timer);
      await answered;
    },
  };
}
