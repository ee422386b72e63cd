/**
 * Files that tell of a gate, as teams name them: `gate-record.yaml`, `gate-record-2.yaml`, `gate-2.yaml`, `gate.md`, `phase-3-gate.md`,
 * `phase-3-gate-record.yaml`.
 */
const GATE_FILE = /^(?:gate-record[^/]*|(?:phase-?\d+[-_])?gate(?:[-_]?\d+)?(?:[-_]record)?)\.(?:ya?ml|md)$/i;

/** Whether a file of that name, in a session's folder or one folder below it, is the record of a gate. */
export function isGateFile(name: string): boolean {
  return GATE_FILE.test(name);
}

/** The phase that such a file is about, such as `phase-2`: its folder's, or that of its own name; its name where neither says. */
export function phaseOfGateFile(folder: string | null, name: string): string {
  if (folder !== null && /\d/.test(folder)) return folder;
  const number = /(?:phase|gate)[-_]?(\d+)/i.exec(name)?.[1]; // phase-3-gate.md, gate-2.yaml
  return number === undefined ? (folder ?? name) : `phase-${number}`;
}
