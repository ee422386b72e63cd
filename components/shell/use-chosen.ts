import { useState } from "react";

/** Which things of a list are chosen for one act on all of them. What is listed no more is chosen no more. */
export function useChosen<Thing>(listed: readonly Thing[], keyOf: (thing: Thing) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const things = listed.filter((thing) => keys.has(keyOf(thing)));

  return {
    keys,
    things,
    /** Chooses a thing or lets go of it; with `range`, all from the one chosen before. */
    toggle(thing: Thing, range = false) {
      const from = listed.findIndex((each) => keyOf(each) === anchor);
      const to = listed.indexOf(thing);
      setAnchor(keyOf(thing));
      const next = new Set(keys);
      if (range && from >= 0 && to >= 0) {
        for (const each of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(keyOf(each));
      } else if (!next.delete(keyOf(thing))) next.add(keyOf(thing));
      setKeys(next);
    },
    /** Chooses these in addition; where all are chosen already, lets go of them. */
    toggleAll(all: readonly Thing[]) {
      const next = new Set(keys);
      const isChosen = all.every((each) => keys.has(keyOf(each)));
      for (const each of all) {
        if (isChosen) next.delete(keyOf(each));
        else next.add(keyOf(each));
      }
      setKeys(next);
    },
    /** Chooses these and no others. */
    choose: (these: readonly Thing[]) => setKeys(new Set(these.map(keyOf))),
    add(more: readonly Thing[]) {
      setKeys(new Set([...keys, ...more.map(keyOf)]));
    },
    clear() {
      setKeys(new Set());
      setAnchor(undefined);
    },
  };
}
