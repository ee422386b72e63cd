/**
 * Has this process end with `code` where nobody reads what it prints any more, as `head` does, and with a sentence where it cannot be
 * written, as on a full disk.
 * @param {NodeJS.WriteStream} output @param {number} code
 */
export function endUnwritten(output, code) {
  if (output.listenerCount("error") > 0) return;
  output.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "EPIPE") process.exit(code);
    process.stderr.on("error", () => process.exit(1));
    process.stderr.write(
      `error: The output could not be written: ${error.message}.\nhint: The command may have done its work: look before repeating it.\n`,
    );
    process.exit(1);
  });
}

/**
 * Goes on when nobody reads what this process prints any more. Without this the failed write is an error of its own; Next prints it,
 * which fails again, without an end.
 */
export function outliveReaders() {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
}
