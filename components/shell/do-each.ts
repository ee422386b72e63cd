/** Undoes what was done; null where that cannot be undone. */
export type Undo = (() => Promise<unknown>) | null;

/** What came of an act on many things. */
export interface DoneEach<Thing> {
  done: Thing[];
  /** How many were refused, and the first refusal. */
  left: number;
  refused: unknown;
  /** Undoes all that was done, the last first; undefined where nothing can be. */
  undo: (() => Promise<void>) | undefined;
}

/** Does something to each thing, one after the other; what is refused stops none of the others. Throws where all were refused. */
export async function doEach<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Undo>,
): Promise<DoneEach<Thing>> {
  const done: Thing[] = [];
  const undos: (() => Promise<unknown>)[] = [];
  let refused: unknown;
  for (const thing of things) {
    try {
      const undo = await act(thing);
      done.push(thing);
      if (undo !== null) undos.push(undo);
    } catch (error) {
      refused ??= error;
    }
  }
  if (done.length === 0 && refused !== undefined)
    throw refused instanceof Error ? refused : new Error("Refused.", { cause: refused });
  const undo = async () => {
    for (const each of undos.toReversed()) await each();
  };
  return { done, left: things.length - done.length, refused, undo: undos.length > 0 ? undo : undefined };
}
