/**
 * @typedef {{version?: string, integrity?: string, dev?: boolean, optional?: boolean, os?: string[],
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>}} Locked
 * @typedef {{packages: Record<string, Locked>}} Lock
 */

const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/**
 * The manifest and the lock file of a package that holds what it needs in itself, each in the version of a lock file, and the
 * dependencies that each of those is left with. They name nothing that is not in it, so npm fetches native parts alone: of the forms for
 * every machine that of its own, checked by its hash.
 * @param {Locked & {devDependencies?: object}} own
 * @param {Lock} lock
 * @param {string[]} needed Where packages lie that are needed, such as `node_modules/pg`; native ones in the form of this machine.
 */
export function packedManifest({ devDependencies: _, ...own }, { packages, ...lock }, needed) {
  const isForm = (/** @type {string} */ place) =>
    packages[place]?.optional === true && packages[place].os !== undefined;
  const places = needed.filter((place) => !isForm(place));
  const native = places.flatMap((place) => {
    const forms = Object.keys(packages[place]?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
    return forms.some((form) => needed.includes(form)) ? forms.filter(isForm) : [];
  });
  const dependencies = pinnedAt(places, packages);
  const named = {
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: pinnedAt(native, packages),
  };
  const inside = Object.fromEntries(
    places.map((place) => {
      const wanted = Object.entries(packages[place]?.dependencies ?? {});
      const kept = wanted.filter(([name]) => name in dependencies || places.includes(`${place}/node_modules/${name}`));
      return [place, Object.fromEntries(kept)];
    }),
  );
  const locked = [
    ...places.map((place) => [
      place,
      { version: packages[place]?.version, dependencies: inside[place], inBundle: true },
    ]),
    ...native.map((place) => [place, packages[place]]),
  ];
  const top = { ...packages[""], ...named, devDependencies: undefined };
  return {
    manifest: { ...own, ...named },
    /** @type {Lock} */
    shrinkwrap: { ...lock, packages: { "": top, ...Object.fromEntries(locked) } },
    inside,
  };
}

/**
 * The versions of the packages that lie at the top, by name.
 * @param {string[]} places
 * @param {Lock["packages"]} packages
 * @returns {Record<string, string>}
 */
function pinnedAt(places, packages) {
  const names = places.flatMap((place) => TOP.exec(place)?.[1] ?? []).sort();
  return Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? ""]));
}
