import { open, type FileHandle } from "node:fs/promises";

/** Opens a file or folder, has `work` done on it, and answers once what it holds is on the disk; it is closed in any case. */
export async function synced(
  path: string,
  { flags, mode }: { flags: string; mode?: number },
  work: (handle: FileHandle) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const handle = await open(path, flags, mode);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
