import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { packedManifest, type Lock, type Locked } from "@/scripts/packed-manifest.mjs";
import { root } from "@/scripts/run.mjs";

const read = async (name: string) => JSON.parse(await readFile(`${root}/${name}`, "utf8")) as unknown;
const lock = (await read("package-lock.json")) as Lock;
const manifest = (await read("package.json")) as Locked & { devDependencies: object };

test("what is installed is what was locked: each package has the hash of its content, and none says where it came from", () => {
  const packages = Object.entries(lock.packages).filter(([place]) => place !== "");
  expect(packages.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true)).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
});

test("a package holds each package that runs in its locked version, names nothing else, and leaves native parts to npm", () => {
  const runs = Object.entries(lock.packages).flatMap(([place, { dev }]) =>
    place === "" || dev === true ? [] : [place],
  );
  const { manifest: packed, shrinkwrap, inside } = packedManifest(manifest, lock, runs);
  const { "": own, ...packages } = shrinkwrap.packages;
  expect(packed).not.toHaveProperty("devDependencies");
  expect(own).toMatchObject({ dependencies: packed.dependencies, optionalDependencies: packed.optionalDependencies });
  expect(packed.dependencies).toMatchObject(manifest.dependencies ?? {});
  expect(packed.bundleDependencies).toEqual(Object.keys(packed.dependencies));
  const forms = Object.entries(lock.packages).filter(([, { optional, os }]) => optional === true && os !== undefined);
  for (const [place, locked] of forms) if (runs.includes(place)) expect(packages[place]).toEqual(locked);
  for (const [place, named] of Object.entries(inside)) {
    expect(packages[place], place).toMatchObject({ version: lock.packages[place]?.version, inBundle: true });
    const found = (name: string) => [place, "."].some((at) => `${at}/node_modules/${name}`.replace("./", "") in inside);
    expect(
      Object.keys(named).filter((name) => !found(name)),
      place,
    ).toEqual([]);
  }
});
