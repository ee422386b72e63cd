import type { GateRecord } from "@/lib/contracts/gates";
import { readGateRecords } from "@/lib/core/context/gate-record";
import { AppError } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";
import type { SessionRow } from "@/lib/db/sessions";
import { notText } from "@/lib/services/commit/file-warnings";
import { findGateFiles } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** Every record of a gate in a session's folder and those right below: each evaluation it holds, the oldest of a file first. */
export async function readRecordsOf(files: Store, session: SessionRow): Promise<GateRecord[]> {
  const records: GateRecord[] = [];
  for (const { path, phase } of await findGateFiles(files, session.id)) {
    const file = await files.read(path).catch(unreadable);
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

/** A record that cannot be opened at all is passed over here; the session's warnings are about its team memory. */
function unreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
