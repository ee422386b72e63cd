import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, wherever the command was started. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program in the project's folder and answers its exit code and everything it printed. `onOutput` sees the
 * output as it comes. Node scripts are given by their path under node_modules or scripts; npm by its name.
 * @param {string[]} command
 * @param {{env?: Record<string, string>, onOutput?: (text: string) => void}} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(command, { env = {}, onOutput } = {}) {
  const [program = "", ...args] = resolveProgram(command);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // npm is a batch file there, which only the shell runs.
      shell: program === "npm" && process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        output += text;
        onOutput?.(text);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {string[]} command @returns {string[]} */
function resolveProgram([program = "", ...args]) {
  if (/\.[cm]?js$/.test(program)) return [process.execPath, path.join(root, program), ...args];
  // The npm that started us is the one the user chose.
  const npm = process.env["npm_execpath"];
  if (program === "npm" && npm?.endsWith(".js")) return [process.execPath, npm, ...args];
  return [program, ...args];
}

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
