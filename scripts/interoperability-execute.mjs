import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Stop } from "./run.mjs";

/**
 * Runs a program to its end and answers what it printed; one that does not end with 0 is a `Stop` with all of it.
 * @param {string} program @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 */
export async function execute(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Stop("", `${path.basename(args[0] ?? program)} ended with ${code}:\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}
