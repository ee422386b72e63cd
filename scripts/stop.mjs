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
    console.error(error instanceof Stop ? error.message : error);
    process.exit(1);
  }
}
