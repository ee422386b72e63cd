import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pinned, type Lock, type Locked } from "@/scripts/pinned.mjs";
import { root } from "@/scripts/run.mjs";

const read = async (name: string) => JSON.parse(await readFile(`${root}/${name}`, "utf8")) as unknown;
const lock = (await read("package-lock.json")) as Lock;
const manifest = (await read("package.json")) as Locked & { devDependencies: object };

test("what is installed is what was locked: each package has the hash of its content, and none says where it came from", () => {
  const packages = Object.entries(lock.packages).filter(([place]) => place !== "");
  expect(packages.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true)).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
});

test("a package names each version that it is installed with, and nothing that only building needs", () => {
  const made = pinned(manifest, lock);
  const { "": own, ...packages } = made.shrinkwrap.packages;
  const named = { ...made.manifest.dependencies, ...made.manifest.optionalDependencies };
  expect(made.manifest).not.toHaveProperty("devDependencies");
  expect(own.dependencies).toEqual(made.manifest.dependencies);
  expect(named).toMatchObject(manifest.dependencies ?? {});
  for (const [place, locked] of Object.entries<Locked>(packages)) {
    const { version, integrity, dev, dependencies, optionalDependencies } = locked;
    expect({ version, integrity }, place).toEqual({
      version: lock.packages[place]?.version,
      integrity: lock.packages[place]?.integrity,
    });
    expect(dev, place).toBeUndefined();
    // Whatever it asks for is there: below it, beside it, or at the top.
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      expect(
        Object.keys(packages).some((each) => each === `node_modules/${name}` || each.endsWith(`/node_modules/${name}`)),
        `${name} of ${place}`,
      ).toBe(true);
    }
    const name = place.slice("node_modules/".length);
    if (!name.includes("node_modules/")) expect(named[name], place).toBe(version);
  }
  for (const only of Object.keys(manifest.devDependencies)) {
    if (lock.packages[`node_modules/${only}`]?.dev === true) expect(named, only).not.toHaveProperty(only);
  }
});
