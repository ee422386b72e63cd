import { isGateFile, phaseOfGateFile } from "@/lib/core/context/gate-file";
import { sessionFolder } from "@/lib/core/memory/session-paths";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/**
 * Every file of a session that records a gate, in the order of their phases: in its folder, and in those right below. What may not
 * be entered holds none.
 */
export async function findGateFiles(store: Store, session: string): Promise<{ path: string; phase: string }[]> {
  const root = sessionFolder(session);
  const entries = await listReadable(store, root);
  const folders = entries.filter(({ kind }) => kind === "folder").map(({ name }) => name);
  const below = await Promise.all(
    folders.map(async (folder) => filesIn(await listReadable(store, `${root}/${folder}`), root, folder)),
  );
  return [...below.flat(), ...filesIn(entries, root, null)].sort((a, b) => PHASES.compare(a.phase, b.phase));
}

/** Phase 2 comes before phase 10. */
const PHASES = new Intl.Collator("en", { numeric: true });

function filesIn(entries: Awaited<ReturnType<typeof listReadable>>, root: string, folder: string | null) {
  const place = folder === null ? root : `${root}/${folder}`;
  return entries
    .filter(({ kind, name }) => kind === "file" && isGateFile(name))
    .map(({ name }) => ({ path: `${place}/${name}`, phase: phaseOfGateFile(folder, name) }));
}
