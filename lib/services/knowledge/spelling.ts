import { findTwin } from "@/lib/core/text/fold-name";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/**
 * How paths are spelled on the disk. Some disks take every case and form of a name for the same and others do not: what asks
 * here first gets the same answer on all of them. Folders are listed once, so it is made anew for each question.
 */
export class Spelling {
  readonly #names = new Map<string, Promise<string[]>>();

  constructor(private readonly store: Store) {}

  /** The path as it stands on the disk, which may be another spelling of it; null where there is none, or it cannot be told. */
  async find(path: string): Promise<string | null> {
    let place = "";
    for (const wanted of path.split("/")) {
      const names = await this.#namesIn(place);
      const name = names.includes(wanted) ? wanted : findTwin(names, wanted);
      if (name === undefined) return null;
      place = place === "" ? name : `${place}/${name}`;
    }
    return place;
  }

  #namesIn(folder: string): Promise<string[]> {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const names = listReadable(this.store, folder).then((entries) => entries.map(({ name }) => name));
    this.#names.set(folder, names);
    return names;
  }
}
