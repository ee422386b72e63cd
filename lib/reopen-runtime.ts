import { setTimeout as wait } from "node:timers/promises";
import { openConfigured, type Runtime } from "@/lib/runtime";
import { isBusy } from "@/lib/services/commit/commit-errors";

/** Until a database that is away is looked for again. Milliseconds. */
const AWAY_MS = 500;

/**
 * Closes the runtime of this process, does `work` while it has no file open, and opens it again as it was: watching, and
 * announced at the same address. Requests that come meanwhile wait for the new one; `answered` resolves when those that were
 * being answered are. Throws what `work` throws, once it is open again.
 */
export async function reopenRuntime(
  old: Runtime,
  answered: () => Promise<void>,
  work: () => Promise<void>,
): Promise<Runtime> {
  let done: Promise<void> = Promise.resolve();
  const reopen = async () => {
    old.endConnections();
    await answered();
    await old.close();
    done = work();
    // What went wrong is told once it is open again.
    await done.catch(() => undefined);
    for (;;) {
      let opened: (() => unknown)[] = [];
      try {
        const how = { doubtedUpTo: old.toldUpTo() + 1, opened };
        const next = await openConfigured(old.configuration, old.projectFolder, how);
        opened = [() => next.close()];
        await old.takeUp(next);
        return next;
      } catch (error) {
        // Each attempt would hold connections and a folder of copies more.
        await Promise.allSettled(opened.toReversed().map((close) => Promise.resolve().then(close)));
        // A database that is away, as while another takes over, is waited for.
        if (!isBusy(error)) throw error;
        await wait(AWAY_MS);
      }
    }
  };
  const next = reopen();
  globalThis.wardroomRuntime = next;
  await next;
  await done;
  return next;
}
