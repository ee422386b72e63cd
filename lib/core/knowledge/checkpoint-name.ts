import { greatest } from "@/lib/core/lists";
import type { CheckpointReading } from "@/lib/core/knowledge/checkpoint";

/** A file name of a checkpoint: `arch-001.yaml` is the newest of its session, `arch-001.2.yaml` an earlier one. */
interface CheckpointName {
  file: string;
  /** Null for the newest; else the higher, the later. */
  number: number | null;
}

/** Example: `.yaml`, `.12.yaml`, `.json`; what is left of it is the session's id. */
const ENDING = /(?:\.(\d{1,9}))?\.(?:ya?ml|json)$/i;

/** What a file name says as a checkpoint of that session; null when it is none of it. */
function checkpointNameOf(sessionId: string, file: string): CheckpointName | null {
  const id = sessionId.normalize("NFC");
  const name = file.normalize("NFC");
  const match = ENDING.exec(name);
  if (match === null) return null;
  const [ending, number] = match;
  if (name.slice(0, -ending.length) === id) return { file, number: number === undefined ? null : Number(number) };
  return null;
}

/** How many checkpoints each session has among these files, in the order of their ids; a number before the ending is no part of an id. */
export function countBySession(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of [...files].sort()) {
    const name = file.normalize("NFC");
    const ending = ENDING.exec(name)?.[0];
    if (ending === undefined || ending.length === name.length) continue;
    const id = name.slice(0, -ending.length);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

export function newestCheckpointFile(sessionId: string): string {
  return `${sessionId}.yaml`;
}

/** The first free name for an earlier checkpoint, later than all there are. */
export function nextEarlierFile(sessionId: string, files: readonly string[]): string {
  const numbers = files.flatMap((file) => checkpointNameOf(sessionId, file)?.number ?? []);
  return `${sessionId}.${greatest(numbers, 0) + 1}.yaml`;
}

/** The checkpoints of a session among these files, the newest first; of two with one number, YAML before JSON. */
export function orderCheckpoints(sessionId: string, files: readonly string[]): CheckpointName[] {
  const rank = ({ number }: CheckpointName) => number ?? Number.MAX_SAFE_INTEGER;
  const form = ({ file }: CheckpointName) => (file.endsWith(".yaml") ? 0 : /json$/i.test(file) ? 2 : 1); // a.json
  return files
    .flatMap((file) => checkpointNameOf(sessionId, file) ?? [])
    .sort((a, b) => rank(b) - rank(a) || form(a) - form(b));
}

interface CheckpointCandidate {
  file: string;
  reading: CheckpointReading;
}

/**
 * The newest good one of a session's checkpoints, given the newest first, and those before it that cannot be used; all of them when
 * none can. Source: knowledge, risks ("YAML validation on load, graceful fallback").
 */
export function chooseCheckpoint<C extends CheckpointCandidate>(
  ordered: readonly C[],
): { chosen: C | null; faulty: C[] } {
  const index = ordered.findIndex(({ reading }) => reading.content !== null);
  if (index === -1) return { chosen: null, faulty: [...ordered] };
  return { chosen: ordered[index] ?? null, faulty: ordered.slice(0, index) };
}
