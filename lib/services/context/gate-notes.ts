import type { Gate } from "@/lib/contracts/gates";
import { wordNotes, readResult } from "@/lib/core/context/gate";
import { listEvents } from "@/lib/db/events";
import type { SessionRow } from "@/lib/db/sessions";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** So many files are named; the rest is a number. */
const NAMED = 10;

/** What a gate says besides its blockers. */
export type GateNotes = Pick<Gate, "reported" | "changed" | "notes">;

/** Of a gate that ended, and for whom nothing is looked up. */
export const NO_NOTES: GateNotes = { reported: null, changed: null, notes: [] };

/** The last result somebody reported in the session, and the files of the workspace that were written after it. */
export async function readNotes(
  { database, store }: Pick<ServiceContext, "database" | "store">,
  session: SessionRow,
  version: string,
): Promise<GateNotes> {
  const { workspaceId, id, createdAt: from } = session;
  const wanted = { workspaceId, session: id, from, actions: ["result.reported"] };
  const [event] = await listEvents(database.queries, wanted, { limit: 1, below: null });
  if (event === undefined) return { ...NO_NOTES, notes: wordNotes(null, null, version) };
  const result = readResult(event.target, JSON.parse(event.payload) as Record<string, unknown>);
  const { paths, whole } = await store(workspaceId).writtenAfter(event.at.getTime());
  const changed = { files: paths.slice(0, NAMED), more: Math.max(0, paths.length - NAMED), whole };
  const reported = { ...result, at: event.at.toISOString() };
  return { reported, changed, notes: wordNotes(reported, changed, version) };
}
