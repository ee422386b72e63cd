import { isBusy } from "@/lib/services/commit/commit-errors";

/** Records that something was read, where that is possible: reading goes on on a full disk. */
export async function noteDown(record: () => Promise<unknown>): Promise<void> {
  try {
    await record();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
