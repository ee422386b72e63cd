// `npm run fuzz [minutes] [word]`: the laws of the core over other texts than those of `npm run unit`, which are the same each
// time. Ends at the first text that breaks one, or when the time is up (ten minutes). With a word, only those of
// files whose path has it.
import "./require-node.mjs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { root, run, runCommand, Stop } from "./run.mjs";

const FOLDERS = ["lib", "components"];

await runCommand(async () => {
  const minutes = Number(process.argv[2] ?? 10);
  if (!(minutes > 0)) throw new Stop(`The time is a number of minutes, not ${process.argv[2]}: npm run fuzz 10`);
  const files = await findLaws(process.argv[3] ?? "");
  const end = Date.now() + minutes * 60_000;
  let rounds = 0;
  do {
    // The seeds of a fast-check run are 32-bit numbers.
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { code, output } = await run(["node_modules/vitest/vitest.mjs", "run", ...files], {
      env: { WARDROOM_SEED: String(seed) },
    });
    if (code !== 0) throw new Stop(`Failed. Again: WARDROOM_SEED=${seed} npm run unit`, output);
    rounds += 1;
  } while (Date.now() < end);
  console.log(`${files.length} files, ${rounds} times, each with other texts: all laws hold`);
});

/** The tests that make up their texts. @param {string} word */
async function findLaws(word) {
  const found = [];
  for (const folder of FOLDERS) {
    for (const name of await readdir(path.join(root, folder), { recursive: true })) {
      if (!/\.test\.tsx?$/.test(name)) continue;
      const file = path.join(folder, name);
      if (!file.includes(word)) continue;
      if ((await readFile(path.join(root, file), "utf8")).includes('from "fast-check"')) found.push(file);
    }
  }
  return found;
}
