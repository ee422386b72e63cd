/** An end that the user can do something about: the commands print its sentences and exit, without a stack. */
export class Stop extends Error {
  /** @param {string} message What is missing and what to do. @param {string} [output] What a program printed. */
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a command to its end. A `Stop` becomes its sentence and exit code 1, any other error its stack and the same: a server
 * that could not start must not stay, listening to nobody.
 * @param {() => Promise<void>} main
 */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    if (error instanceof Stop && error.output) console.error(error.output.trimEnd() + "\n");
    console.error(error instanceof Stop ? error.message : (explain(error) ?? error));
    process.exit(1);
  }
}

/**
 * What the system refuses before anything of ours runs; null for anything else.
 * @param {unknown} error
 */
function explain(error) {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EMFILE" || code === "ENFILE") {
    return "Wardroom may open too few files at once. Raise the limit, for example with ulimit -n 1024, and start it again.";
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return "The disk is full. Free some space and start it again; nothing is lost.";
  }
  return null;
}
