import { AppError } from "@/lib/core/errors";
import { Checkout } from "@/lib/cli/replica/checkout";
import type { KeptFiles } from "@/lib/cli/replica/kept-files";

/**
 * The documents of a checkout that were edited, created or removed since its replica ended or lost its server, as it will find them then: what waits for
 * somebody's decision, what cannot be read and what git wrote or took is none of them.
 */
export async function findUnpushed(kept: KeptFiles): Promise<string[]> {
  const checkout = await Checkout.open(kept.root, kept.folder);
  try {
    const { heardAt } = await kept.standing();
    const lastThere = heardAt === null ? 0 : Date.parse(heardAt);
    const found: string[] = [];
    for (const path of new Set([...kept.held(), ...(await checkout.list())])) {
      if (!kept.conflicts.has(path) && (await isEdited(kept, checkout, { path, lastThere }))) found.push(path);
    }
    return found;
  } finally {
    checkout.close();
  }
}

async function isEdited(
  kept: KeptFiles,
  checkout: Checkout,
  { path, lastThere }: { path: string; lastThere: number },
): Promise<boolean> {
  try {
    const file = await checkout.read(path);
    if ((file?.hash ?? null) === (kept.synced.get(path) ?? null)) return false;
    return !(file === null ? await checkout.isTakenByGit(path, lastThere) : await checkout.isGits(path, file));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
