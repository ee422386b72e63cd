// `npm run mutation [words]`: plants one fault after the other and runs the tests that must find it; with words, only faults of
// files whose path has one of them. A fault that no test finds is one that could be made tomorrow, and nobody would notice.
// Then a hundred faults that are generated, of which the check of types may find some: `npm run mutation -- generated [words]` plants those alone, of WARDROOM_FAULT_SEED and
// WARDROOM_FAULT_COUNT.
import "./require-node.mjs";
import { cpus } from "node:os";
import path from "node:path";
import { FAULTS } from "./faults.mjs";
import { generateFaults } from "./generated-faults.mjs";
import { FAULT, unplantable } from "./plant-fault.mjs";
import { root, run, runCommand, Stop } from "./run.mjs";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";

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

/** A finding begins with its place. Example: `components/ui/chip.tsx:12:5: …`. */
const PLACE = /^([\w./()[\]-]+\.tsx?):\d+:\d+:/gm;

/**
 * Which faults the check of types finds, with which `npm test` begins: those in whose own file it finds anything. Each file has one fault at a
 * time, in a copy of the project within it, which has its packages. Takes one check more than the most faults that a file has.
 * @template {import("./generated-faults.mjs").GeneratedFault} Fault
 * @param {readonly Fault[]} faults @returns {Promise<Set<Fault>>}
 */
async function findByTypes(faults) {
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
      throw new Stop("The check of types fails without any fault: npm run lint", sound);
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

/** Of generated faults, this share at least has to be found. */
const LEAST_FOUND = 0.85;

await runCommand(async () => {
  const wrong = await unplantable();
  if (wrong.length > 0) throw new Stop(`${wrong.join("\n")}\nThe list of faults is scripts/faults.mjs.`);
  const [first, ...others] = process.argv.slice(2);
  if (first === "generated") return findGenerated(others);
  const words = process.argv.slice(2);
  const wanted = FAULTS.map((fault, index) => ({ ...fault, index })).filter(
    ({ file }) => words.length === 0 || words.some((word) => path.join(file).includes(word)),
  );
  if (wanted.length === 0) throw new Stop(`No fault is in a file whose path has ${words.join(" or ")}.`);

  const tests = [...new Set(wanted.flatMap((fault) => fault.tests))];
  const sound = await runTests(tests, {});
  if (sound.code !== 0) throw new Stop("The tests fail without any fault: the lines above say why.", sound.output);

  /** @type {string[]} */
  const survived = [];
  let next = 0;
  const work = async () => {
    for (let fault = wanted[next++]; fault !== undefined; fault = wanted[next++]) {
      const { code } = await runTests(fault.tests, { [FAULT]: String(fault.index) });
      const what = describe(fault);
      console.log(`${code === 0 ? "survived" : "killed  "} ${what}`);
      if (code === 0) survived.push(what);
    }
  };
  await Promise.all(cpus().slice(0, 4).map(work));

  const killed = wanted.length - survived.length;
  const score = `${killed} of ${wanted.length} faults are found: ${Math.floor((killed / wanted.length) * 100)} %`;
  if (survived.length > 0) throw new Stop(`${score}. No test finds:\n${survived.join("\n")}`);
  console.log(score);
  await findGenerated(words);
});

/** @param {string[]} words */
async function findGenerated(words) {
  const { WARDROOM_FAULT_COUNT: count = "100", WARDROOM_FAULT_SEED: seed = "45" } = process.env;
  const all = await generateFaults(Number(count), Number(seed));
  const wanted = all.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
  const survived = [];
  const untyped = wanted.length === 0 ? new Set() : await findByTypes(wanted);
  for (const each of wanted) {
    const { tests, ...fault } = each;
    let isFound = untyped.has(each);
    for (const group of tests) isFound ||= (await runTests(group, { [FAULT]: JSON.stringify(fault) })).code !== 0;
    const shown = (/** @type {string} */ text) => text.replaceAll(/\s+/g, " ").slice(0, 80);
    const what = `${fault.file}:${fault.line}: ${shown(fault.text)} -> ${shown(fault.by)}`;
    console.log(`${isFound ? "killed  " : "survived"} ${what}`);
    if (!isFound) survived.push(what);
  }
  const found = wanted.length - survived.length;
  const score = `${found} of ${wanted.length} generated faults are found.`;
  if (found < wanted.length * LEAST_FOUND) throw new Stop(`${score} No test finds:\n${survived.join("\n")}`);
  console.log(score);
}

/** @param {string[]} tests @param {Record<string, string>} env */
function runTests(tests, env) {
  return run(["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--maxWorkers=1", ...tests], { env });
}

/** @param {import("./faults.mjs").Fault} fault */
function describe({ file, text, by }) {
  const shown = (/** @type {string} */ part) => part.replaceAll(/\s+/g, " ");
  return `${path.join(file)}: ${shown(text)} -> ${by === "" ? "nothing" : shown(by)}`;
}
