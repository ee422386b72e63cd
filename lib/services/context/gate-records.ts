import type { GateRecord } from "@/lib/contracts/gates";
import { readGateRecords } from "@/lib/core/context/read-gate-record";
import { AppError } from "@/lib/core/errors";
import { RECORD_FILE } from "@/lib/core/faults/record-file";
import { sessionFolder } from "@/lib/core/memory/session-paths";
import type { SessionRow } from "@/lib/db/sessions";
import { notText } from "@/lib/services/commit/file-warnings";
import type { Store } from "@/lib/store/store";

/** The records of gates in a session's phase folders, each evaluation that they hold, the oldest of a file first. */
export async function readRecordsOf(files: Store, session: SessionRow): Promise<GateRecord[]> {
  const folders = (await files.list(sessionFolder(session.id))).filter((entry) => entry.kind === "folder");
  const records: GateRecord[] = [];
  for (const { name } of folders) {
    const folder = `${sessionFolder(session.id)}/${name}`;
    const found = (await files.list(folder).catch(unreadable)) ?? [];
    for (const entry of found.filter((each) => each.kind === "file" && RECORD_FILE.test(each.name))) {
      const path = `${folder}/${entry.name}`;
      const file = await files.read(path).catch(unreadable);
      if (file !== null) records.push(...recordsIn(path, name, file));
    }
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
