/**
 * Goes on when nobody reads what this process prints any more. Without this the failed write is an error of its own; Next prints it,
 * which fails again, without an end.
 */
export function outliveReaders() {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
}
