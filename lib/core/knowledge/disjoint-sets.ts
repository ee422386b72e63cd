/** Sets of numbers from 0 that grow together: what is joined is in one set from then on. */
export class DisjointSets {
  readonly #parents: number[] = [];

  join(a: number, b: number): void {
    this.#parents[this.#root(a)] = this.#root(b);
  }

  /** The sets with more than one member among the first `count` numbers, by their least member. */
  sets(count: number): number[][] {
    const sets = new Map<number, number[]>();
    for (let each = 0; each < count; each++) {
      const root = this.#root(each);
      const members = sets.get(root);
      if (members === undefined) sets.set(root, [each]);
      else members.push(each);
    }
    return [...sets.values()].filter((members) => members.length > 1);
  }

  #root(each: number): number {
    let root = each;
    for (let parent = this.#parents[root] ?? root; parent !== root; parent = this.#parents[root] ?? root) root = parent;
    this.#parents[each] = root;
    return root;
  }
}
