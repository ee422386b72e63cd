import { createRequire, Module } from "node:module";
import path from "node:path";
import { cliFolder, home, isCliCurrent, isInstalled } from "./cli-bundle.mjs";
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import v8 from "node:v8";
import { Script } from "node:vm";

/**
 * Runs the built command in this process; it is built first when its sources in a checkout have changed.
 * @param {import("./ask-server.mjs").Left} left
 */
export function runHere(left) {
  process.env["WARDROOM_HOME"] = home;
  globalThis.wardroomLeft = left;
  loadCompiled(path.join(cliFolder, "cli.cjs"), (file) => {
    // Who names a built command wants that one.
    if (isInstalled || process.env["WARDROOM_CLI"] !== undefined || isCliCurrent(path.basename(file, ".cjs"))) return;
    /** @type {typeof import("node:child_process")} Loaded only for this. */
    const { spawnSync } = createRequire(import.meta.url)("node:child_process");
    // A process of its own, for it may have to install what it needs; what it says goes to standard error, not into our output.
    const { status } = spawnSync(process.execPath, [path.join(home, "scripts/prepare-cli.mjs")], {
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) process.exit(1);
  });
}

/**
 * Runs a script of CommonJS as `require` does, and keeps what was compiled of it beside it, so that the next start need not
 * compile it. Where that cannot be written, or another Node has compiled it, it is compiled as ever.
 * @param {string} file @param {(file: string) => void} prepare Called before each file is read. @returns {unknown} What it exports.
 */
export function loadCompiled(file, prepare) {
  prepare(file);
  const source = readFileSync(file, "utf8");
  const kept = `${file}.${v8.cachedDataVersionTag()}`;
  const digest = createHash("sha1").update(source).digest();
  const cachedData = read(kept, digest);
  const script = new Script(Module.wrap(source), {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  // At the end, when most of what is needed was compiled.
  if (cachedData === undefined || script.cachedDataRejected)
    process.once("exit", () => keep(kept, { script, file, source, digest }));
  const loaded = { exports: {} };
  const requireHere = createRequire(file);
  const folder = path.dirname(file);
  /** @param {string} name @returns {unknown} */
  const requirePart = (name) =>
    name.startsWith("./") ? loadCompiled(path.join(folder, name), prepare) : requireHere(name);
  /** @type {(...given: unknown[]) => void} */
  const run = script.runInThisContext();
  run(loaded.exports, requirePart, loaded, file, folder);
  return loaded.exports;
}

/**
 * What was compiled of just that source. The engine itself takes what was compiled of any other of the same length for it.
 * @param {string} kept @param {Buffer} digest
 */
function read(kept, digest) {
  try {
    const data = readFileSync(kept);
    return data.subarray(0, digest.length).equals(digest) ? data.subarray(digest.length) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} kept @param {{ script: Script, file: string, source: string, digest: Buffer }} compiled */
function keep(kept, { script, file, source, digest }) {
  try {
    // Not for a script that was built once more meanwhile.
    if (readFileSync(file, "utf8") !== source) return;
    const partial = `${kept}-${process.pid}`;
    writeFileSync(partial, Buffer.concat([digest, script.createCachedData()]));
    renameSync(partial, kept);
  } catch {
    // A folder that this user may not write.
  }
}
