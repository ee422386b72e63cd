import type { Database } from "@/lib/db/database";
import { rescuePath } from "@/lib/db/rescue-database";

/** How often the files are looked at. Milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Notices that the database was deleted, moved, replaced or cut short, and saves at once what the open one still holds, for
 * the next start. No change is accepted meanwhile.
 */
export function guardDatabase(
  database: Database,
  path: string,
  report: (error: unknown) => void,
): { close(): Promise<void> } {
  let isSaved = false;
  let saving = Promise.resolve();
  const look = async (): Promise<void> => {
    const fault = await database.fault();
    if (fault === null) isSaved = false;
    if (fault === null || isSaved) return;
    isSaved = true;
    const target = rescuePath(path, new Date());
    try {
      await database.rescue?.(target);
      report(
        new Error(
          `${fault} What it held is saved in ${target}, and no change is accepted until a restart, which uses that copy where it is provably newer. To use it in any case: wardroom restore ${target}`,
        ),
      );
    } catch (error) {
      report(new Error(`${fault} What it held could not be saved.`, { cause: error }));
    }
  };
  const timer = setInterval(() => {
    saving = saving.then(look);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return saving;
    },
  };
}
