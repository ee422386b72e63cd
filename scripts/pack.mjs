// `npm run package`, once everything is built: packs it with each version it was tested with. npm reads the npm-shrinkwrap.json of what
// comes from a registry and not that of a file, so the packed package.json names all of them as well. The checkout stays as it is.
import { copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pinned } from "./pinned.mjs";
import { root, run } from "./run.mjs";
import { Stop, runCommand } from "./stop.mjs";

await runCommand(async () => {
  /** @type {import("./pinned.mjs").Locked} */
  const own = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  /** @type {import("./pinned.mjs").Lock} */
  const lock = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"));
  const [{ files }] = JSON.parse(await pack("--dry-run", "--json", "--loglevel=error"));
  const folder = await mkdtemp(path.join(tmpdir(), "wardroom-pack-"));
  try {
    for (const { path: name } of files) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true });
      // Another disk takes a copy.
      await link(path.join(root, name), target).catch(() => copyFile(path.join(root, name), target));
    }
    const { manifest, shrinkwrap } = pinned(own, lock);
    // The link goes first: what is written into it would be written into the checkout.
    await rm(path.join(folder, "package.json"));
    await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(path.join(folder, "npm-shrinkwrap.json"), `${JSON.stringify(shrinkwrap)}\n`);
    process.stdout.write(await pack(folder, `--pack-destination=${root}`, ...process.argv.slice(2)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** @param {string[]} args */
async function pack(...args) {
  const { code, output } = await run(["npm", "pack", ...args]);
  if (code !== 0) throw new Stop("npm could not pack; what it said stands above.", output);
  return output;
}
