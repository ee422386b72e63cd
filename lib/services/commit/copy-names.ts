/** Which names the folders of a copy have, by the files that are to be in it. */
export class CopyNames {
  readonly #folders = new Map<string, Map<string, number>>();
  /** Another one after each change. */
  version = 0;

  add(path: string): void {
    this.version++;
    for (const [folder, name] of placesOf(path)) {
      const names = this.#folders.get(folder) ?? new Map<string, number>();
      names.set(name, (names.get(name) ?? 0) + 1);
      this.#folders.set(folder, names);
    }
  }

  remove(path: string): void {
    this.version++;
    for (const [folder, name] of placesOf(path)) {
      const names = this.#folders.get(folder);
      const left = (names?.get(name) ?? 0) - 1;
      if (left > 0) names?.set(name, left);
      else names?.delete(name);
      if (names?.size === 0) this.#folders.delete(folder);
    }
  }

  /** The names in a folder, with how many files are at or below each. */
  in(folder: string): ReadonlyMap<string, number> {
    return this.#folders.get(folder) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, number> = new Map();

/** A path as a name in each folder on the way to it. */
function* placesOf(path: string): Generator<[folder: string, name: string]> {
  for (let end = path.length; end > 0;) {
    const cut = path.lastIndexOf("/", end - 1);
    yield [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1, end)];
    end = cut;
  }
}
