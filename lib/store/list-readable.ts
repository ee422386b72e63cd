import { AppError } from "@/lib/core/errors";
import type { Store, StoredEntry } from "@/lib/store/store";

/**
 * What is in a folder. One that leads out of the workspace, or that may not be entered, holds nothing: what cannot be read
 * there stops nothing else from being found.
 */
export async function listReadable(store: Store, folder: string): Promise<readonly StoredEntry[]> {
  try {
    return await store.list(folder);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
