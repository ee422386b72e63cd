/** A circle of references, named once. */
export interface Cycle {
  /** The entry it is reported at: the first of it in the order given. */
  id: string;
  line: number;
  /** Ids in the order they refer to each other, the first again at the end. */
  cycle: string[];
}

/** Every circle that `dependsOn` makes, each once; entries that only lead into one are not part of it. */
export function findCycles(entries: readonly { id: string; line: number; dependsOn: readonly string[] }[]): Cycle[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const done = new Set<string>();
  const cycles: Cycle[] = [];
  for (const entry of entries) {
    // A stack of our own: a chain of thousands must not be deeper than the engine's.
    const path: string[] = [];
    const onPath = new Set<string>();
    const waiting: { id: string; next: number }[] = [];
    const enter = (id: string) => {
      path.push(id);
      onPath.add(id);
      waiting.push({ id, next: 0 });
    };
    if (!done.has(entry.id)) enter(entry.id);
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const next = byId.get(top.id)?.dependsOn[top.next++];
      if (next === undefined) {
        waiting.pop();
        path.pop();
        onPath.delete(top.id);
        done.add(top.id);
      } else if (onPath.has(next)) {
        const ring = path.slice(path.indexOf(next));
        const first = entries.find((each) => ring.includes(each.id));
        if (first === undefined) continue;
        const start = ring.indexOf(first.id);
        cycles.push({
          id: first.id,
          line: first.line,
          cycle: [...ring.slice(start), ...ring.slice(0, start), first.id],
        });
      } else if (!done.has(next) && byId.has(next)) enter(next);
    }
  }
  return cycles;
}
