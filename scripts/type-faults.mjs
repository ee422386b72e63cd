import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./run.mjs";
import { Stop } from "./stop.mjs";

const FOLDERS = ["app", "bench", "components", "e2e", "lib", "scripts"];
const FILES = [
  ".dependency-cruiser.mjs",
  ".oxlintrc.json",
  "next-env.d.ts",
  "next.config.ts",
  "package.json",
  "proxy.ts",
  "tsconfig.json",
];
/** A finding begins with its place. Example: `components/ui/row.tsx:12:5: …`. */
const PLACE = /^([\w./()[\]-]+\.tsx?):\d+:\d+:/gm;

/**
 * Which faults the check of types finds, with which `npm test` begins: those in whose own file it finds anything. Each file has one fault at a
 * time, in a copy of the project within it, which has its packages. Takes one check more than the most faults that a file has.
 * @template {import("./generated-faults.mjs").GeneratedFault} Fault
 * @param {readonly Fault[]} faults @returns {Promise<Set<Fault>>}
 */
export async function findByTypes(faults) {
  /** @type {Set<Fault>} */
  const found = new Set();
  /** @type {Map<string, Fault[]>} */
  const byFile = groupByFile(faults);
  // Not under a name that git ignores: nothing would be checked there.
  const copy = await mkdtemp(path.join(root, "types-"));
  try {
    for (const name of [...FOLDERS, ...FILES])
      await cp(path.join(root, name), path.join(copy, name), { recursive: true });
    const sound = await checkTypes(copy);
    if (sound.includes("No files found") || [...sound.matchAll(PLACE)].length > 0)
      throw new Stop("The check of types fails without any fault: npm run types", sound);
    for (let round = 0; [...byFile.values()].some((each) => each.length > round); round++) {
      for (const [file, each] of byFile) {
        const code = await readFile(path.join(root, file), "utf8");
        const fault = each[round];
        const text = fault === undefined ? code : code.slice(0, fault.start) + fault.by + code.slice(fault.end);
        await writeFile(path.join(copy, file), text);
      }
      for (const [, file] of (await checkTypes(copy)).matchAll(PLACE)) {
        const fault = byFile.get(file ?? "")?.[round];
        if (fault !== undefined) found.add(fault);
      }
    }
    return found;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {Promise<string>} */
function checkTypes(folder) {
  const program = path.join(root, "node_modules/oxlint/bin/oxlint");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, "--type-check", "--format", "unix"], { cwd: folder });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** @template {{file: string}} Fault @param {readonly Fault[]} faults */
function groupByFile(faults) {
  /** @type {Map<string, Fault[]>} */
  const grouped = new Map();
  for (const fault of faults) grouped.set(fault.file, [...(grouped.get(fault.file) ?? []), fault]);
  return grouped;
}
