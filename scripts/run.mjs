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
