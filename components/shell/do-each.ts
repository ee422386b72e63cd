import { RequestError } from "@/lib/client/request-error";

/** Undoes what was done; null where that cannot be undone. */
export type Undo = (() => Promise<unknown>) | null;

export interface DoneEach<Thing> {
  done: Thing[];
  /** How many were refused or not tried any more, and the first refusal; none where it was stopped by hand. */
  left: number;
  refused: unknown;
  /** Undoes all that was done, the last first; undefined where nothing can be. */
  undo: (() => Promise<void>) | undefined;
}

/** How far it is is told after each thing; it ends before the next one once `signal` says so. */
export interface EachOptions {
  onStep?: (done: number) => void;
  signal?: AbortSignal;
}

/**
 * Does something to each thing, one after the other; what is refused stops none of the others, unless the server is gone or the reader
 * signed out: then the rest is left as it was. Throws where nothing was done and something was refused.
 */
export async function doEach<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Undo>,
  { onStep, signal }: EachOptions = {},
): Promise<DoneEach<Thing>> {
  const done: Thing[] = [];
  const undos: (() => Promise<unknown>)[] = [];
  let refused: unknown;
  for (const [at, thing] of things.entries()) {
    if (signal?.aborted === true) break;
    try {
      const undo = await act(thing);
      done.push(thing);
      if (undo !== null) undos.push(undo);
    } catch (error) {
      refused ??= error;
      if (isHopeless(error)) break;
    }
    onStep?.(at + 1);
  }
  if (done.length === 0 && refused !== undefined)
    throw refused instanceof Error ? refused : new Error("Refused.", { cause: refused });
  const undo = async () => {
    for (const each of undos.toReversed()) await each();
  };
  return { done, left: things.length - done.length, refused, undo: undos.length > 0 ? undo : undefined };
}

/** Whether whatever comes next would fail as well. */
function isHopeless(error: unknown): boolean {
  return error instanceof RequestError && (error.code === "unreachable" || error.code === "unauthenticated");
}
