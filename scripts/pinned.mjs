/**
 * @typedef {{version?: string, integrity?: string, dev?: boolean, devOptional?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>}} Locked
 * @typedef {{packages: Record<string, Locked>}} Lock
 */

/**
 * The manifest and the lock file of a package that is installed with the versions of a lock file, and with nothing that only
 * building needs: the manifest names each package that lies at the top, in its one version, and the lock file has their hashes.
 * @param {Locked & {devDependencies?: object}} manifest
 * @param {Lock} lock
 */
export function pinned({ devDependencies: _, ...manifest }, { packages, ...lock }) {
  const places = new Set(Object.keys(manifest.dependencies ?? {}).map((name) => `node_modules/${name}`));
  for (const place of places) {
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = placeOf(name, place, packages);
      if (found !== null) places.add(found);
    }
  }
  /** @type {Record<string, string>} */
  const dependencies = {};
  /** @type {Record<string, string>} */
  const optionalDependencies = {};
  /** @type {Record<string, Locked>} */
  const kept = {};
  for (const place of [...places].sort()) {
    const { dev: _dev, devOptional: _devOptional, ...locked } = packages[place] ?? {};
    kept[place] = locked;
    const name = place.slice("node_modules/".length);
    if (!name.includes("node_modules/")) {
      (locked.optional ? optionalDependencies : dependencies)[name] = locked.version ?? "";
    }
  }
  const named = { dependencies, optionalDependencies };
  const own = { ...packages[""], ...named, devDependencies: undefined };
  return { manifest: { ...manifest, ...named }, shrinkwrap: { ...lock, packages: { "": own, ...kept } } };
}

/**
 * Where a package finds another: below it, beside it, or in a folder above.
 * @param {string} name
 * @param {string} from
 * @param {Lock["packages"]} packages
 * @returns {string | null}
 */
function placeOf(name, from, packages) {
  for (let folder = `${from}/`; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/")))) {
    const place = `${folder}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === "") return null;
  }
}
