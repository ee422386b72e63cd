import { writeGateRecord, type GateRecord as RecordToWrite, readGateRecords } from "@/lib/core/context/gate-record";
import type { Draft } from "@/lib/services/commit/act";
import type { SessionRow } from "@/lib/db/sessions";
import type { GateRow } from "@/lib/db/gates";
import { gateRecordPath } from "@/lib/core/memory/session-paths";
import type { Gate, GateRecord } from "@/lib/contracts/gates";
import { onRefusal } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";
import { notText } from "@/lib/services/commit/file-warnings";
import { findGateFiles } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";
import {
  wordNotes,
  wordAbandoned,
  wordConclusion,
  wordOpened,
  readResult,
  type RecordedCriterion,
  type GateWaiver,
  type GateBlocker,
  type GateResult,
} from "@/lib/core/context/gate";
import { listEvents } from "@/lib/db/events";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { versionOf } from "@/lib/core/context/version-number";

/** Every record of a gate in a session's folder and those right below: each evaluation it holds, the oldest of a file first. */
export async function readRecordsOf(files: Store, session: SessionRow): Promise<GateRecord[]> {
  const records: GateRecord[] = [];
  for (const { path, phase } of await findGateFiles(files, session.id)) {
    // One that cannot be opened at all is passed over here; the session's warnings are about its team memory.
    const file = await files.read(path).catch(onRefusal(() => null));
    if (file !== null) addAll(records, recordsIn(path, phase, file));
  }
  return records;
}

/** Every evaluation that a file holds, the oldest first. */
function recordsIn(path: string, phase: string, file: { text: string | null; bytes: Buffer }): GateRecord[] {
  const readings = readGateRecords(file.text ?? file.bytes.toString("utf8"));
  return readings.map(({ verdict, date, gcVersion, gcVersionIn, text, diagnostics }, index) => {
    const former = index < readings.length - 1;
    const faults = file.text === null ? [notText(path), ...diagnostics] : diagnostics;
    return { path, phase, result: verdict, date, gcVersion, gcVersionIn, former, text, diagnostics: faults };
  });
}

/** So many files are named; the rest is a number. */
const NAMED = 10;

type GateNotes = Pick<Gate, "reported" | "changed" | "notes">;

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

/** What somebody chose for the conclusion of an open gate. */
export interface Prepared {
  result: GateResult | null;
  criteria: { name: string; met: boolean }[];
  archive: string[];
  waivers: GateWaiver[];
}

/** What is kept with a gate: what was asked of the phase, what is prepared for its end, and once it was concluded, its blockers. */
interface KeptGate {
  criteria: RecordedCriterion[];
  blockers: GateBlocker[];
  prepared: Prepared;
}

const NOTHING: Prepared = { result: null, criteria: [], archive: [], waivers: [] };

export function keptIn({ record }: GateRow): KeptGate {
  const kept = JSON.parse(record) as {
    criteria?: (string | RecordedCriterion)[];
    blockers?: (Omit<GateBlocker, "role"> & { role?: string })[];
    prepared?: Prepared;
  };
  const criteria = (kept.criteria ?? []).map((each) => (typeof each === "string" ? { name: each } : each));
  // Gates that ended earlier did not keep whose their blockers were.
  const blockers = (kept.blockers ?? []).map((each) => ({ ...each, role: each.role ?? "" }));
  return { criteria, blockers, prepared: kept.prepared ?? NOTHING };
}

/** The record of a gate with another preparation. */
export function withPrepared({ record }: GateRow, prepared: Prepared): string {
  return JSON.stringify({ ...(JSON.parse(record) as object), prepared });
}

/** How a gate stands, in the words that every inbox has. */
export function wordsOf({ state, phase, gcVersion, result }: GateRow, criteria: readonly RecordedCriterion[]): string {
  if (state === "abandoned") return wordAbandoned(phase);
  if (result !== null) return wordConclusion(phase, result as GateResult, criteria);
  return wordOpened(
    phase,
    versionOf(gcVersion),
    criteria.map(({ name }) => name),
  );
}

/** Writes what a gate came to into its phase's record, or into the next one where that cannot be added to; answers its path. */
export async function writeRecord(draft: Draft, session: SessionRow, gate: GateRow, record: RecordToWrite) {
  for (let number = 1; ; number++) {
    const path = gateRecordPath(session.id, gate.phase, number);
    const file = await draft.document(path);
    // A record in Markdown, or one that is broken, stays as it is: the next file that records a gate is this evaluation's.
    const text = file.hash !== "" && file.text === null ? null : writeGateRecord(file.text, record);
    if (text === null) continue;
    if (text !== file.text) draft.edit(path, { text, operation: "record gate", detail: { result: record.result } });
    return path;
  }
}
