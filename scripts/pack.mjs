// `npm run package`, once everything is built: packs it with what it loads of the packages it was tested with; with `--folder F` it is laid
// out there instead. The checkout stays as it is.
import { copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { neededFiles, packageOf } from "./needed-packages.mjs";
import { packedManifest } from "./packed-manifest.mjs";
import { root, run } from "./run.mjs";
import { Stop, runCommand } from "./stop.mjs";

await runCommand(async () => {
  /** @type {import("./packed-manifest.mjs").Lock} */
  const lock = JSON.parse(await read("package-lock.json"));
  /** @type {import("./packed-manifest.mjs").Locked} */
  const own = JSON.parse(await read("package.json"));
  /** @type {{ files: { path: string }[] }[]} */
  const [{ files } = { files: [] }] = JSON.parse(await pack("--dry-run", "--json", "--loglevel=error"));
  const wanted = process.argv[2] === "--folder" ? process.argv[3] : undefined;
  const folder = wanted ?? (await mkdtemp(path.join(tmpdir(), "wardroom-pack-")));
  try {
    const ours = files.map((file) => file.path);
    const needed = await neededFiles(ours);
    const { manifest, shrinkwrap, inside } = packedManifest(own, lock, [...new Set(needed.map(packageOf))]);
    for (const name of [...ours, ...needed.filter((file) => packageOf(file) in inside)]) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true });
      // Another disk takes a copy.
      await link(path.join(root, name), target).catch(() => copyFile(path.join(root, name), target));
    }
    /** @param {string} name @param {object} content */
    const write = async (name, content) => {
      // The link goes first: what is written into it would be written into the checkout.
      await rm(path.join(folder, name), { force: true });
      await writeFile(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
    };
    await write("package.json", manifest);
    await write("npm-shrinkwrap.json", shrinkwrap);
    for (const [place, dependencies] of Object.entries(inside)) {
      /** @type {object} */
      const known = JSON.parse(await read(`${place}/package.json`));
      const without = { devDependencies: undefined, peerDependencies: undefined, optionalDependencies: undefined };
      await write(`${place}/package.json`, { ...known, ...without, scripts: undefined, dependencies });
    }
    if (wanted === undefined) process.stdout.write(await pack(folder, `--pack-destination=${root}`));
  } finally {
    if (wanted === undefined) await rm(folder, { recursive: true, force: true });
  }
});

/** @param {string} name */
async function read(name) {
  return readFile(path.join(root, name), "utf8");
}

/** @param {string[]} args */
async function pack(...args) {
  const { code, output } = await run(["npm", "pack", ...args]);
  if (code !== 0) throw new Stop("npm could not pack; what it said stands above.", output);
  return output;
}
