import type { AgentReport } from "@/lib/contracts/agents";
import { addAll } from "@/lib/core/lists";
import { SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** What a teammate writes last of a phase, so that others need not read all of it. */
const INDEX = "L1-index.yaml";

/** Sessions looked into at once: more would only wait for the disk. */
const AT_ONCE = 32;

/** Every report that teammates left in the phases of their sessions, by session, phase and name. Opens no file. */
export async function findReports(store: Store): Promise<AgentReport[]> {
  const sessions = await foldersIn(store, SESSIONS_FOLDER);
  const found: AgentReport[][] = [];
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    addAll(found, await Promise.all(sessions.slice(at, at + AT_ONCE).map((session) => reportsOf(store, session))));
  }
  return found.flat();
}

async function reportsOf(store: Store, session: string): Promise<AgentReport[]> {
  const folder = `${SESSIONS_FOLDER}/${session}`;
  const reports: AgentReport[] = [];
  for (const phase of (await foldersIn(store, folder)).filter((name) => name.startsWith("phase-"))) {
    for (const agent of await foldersIn(store, `${folder}/${phase}`)) {
      reports.push({ agent, session, phase, path: `${folder}/${phase}/${agent}/${INDEX}` });
    }
  }
  const marks = await store.marks(reports.map(({ path }) => path));
  return reports.filter((_, index) => (marks[index] ?? null) !== null);
}

async function foldersIn(store: Store, folder: string): Promise<string[]> {
  return (await listReadable(store, folder)).filter(({ kind }) => kind === "folder").map(({ name }) => name);
}
