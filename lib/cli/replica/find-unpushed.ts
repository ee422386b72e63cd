import { AppError } from "@/lib/core/errors";
import { Checkout } from "@/lib/cli/replica/checkout";
import type { KeptFiles } from "@/lib/cli/replica/kept-files";

/**
 * The documents of a checkout that were edited, created or removed since its replica ended or lost its server, as it will find them then: what waits for
 * somebody's decision, what cannot be read and what git wrote or took is none of them. Beside them, what is none of ours and is not kept in step.
 */
export async function findUnpushed(kept: KeptFiles): Promise<{ unpushed: string[]; foreign: string[] }> {
  const checkout = await Checkout.open(kept.root, kept.folder);
  try {
    const { heardAt } = await kept.standing();
    const lastThere = heardAt === null ? 0 : Date.parse(heardAt);
    const unpushed: string[] = [];
    const { ours, foreign } = await checkout.list();
    for (const path of new Set([...kept.held(), ...ours])) {
      if (!kept.conflicts.has(path) && (await isEdited(kept, checkout, { path, lastThere }))) unpushed.push(path);
    }
    return { unpushed, foreign };
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
