/** What was computed of values that never change in place, kept for as long as somebody holds the value. */
export interface Remembered<Of extends object, What, Whole extends unknown[]> {
  /** What is known of the value; computed and kept when nothing is. */
  get(of: Of, ...whole: Whole): What;
  /** What is known of the value, if anything: computes nothing. */
  known(of: Of): What | undefined;
  /** Says what `get` would compute of the value, for whoever has it at less cost. */
  give(of: Of, what: What): void;
  /** Takes what is known away from the value; the next `get` computes it again. */
  forget(of: Of): void;
}

/**
 * The one way in which core remembers. It is no state that anybody can see: `compute` must depend on the value alone (and
 * on the whole that the value is part of, where it is given), so an answer is the same whether it is remembered or not,
 * and it goes when the value goes.
 */
export function remember<Of extends object, What, Whole extends unknown[] = []>(
  compute: (of: Of, ...whole: Whole) => What,
): Remembered<Of, What, Whole> {
  const kept = new WeakMap<Of, What>();
  return {
    get(of, ...whole) {
      const known = kept.get(of);
      if (known !== undefined) return known;
      const what = compute(of, ...whole);
      kept.set(of, what);
      return what;
    },
    known: (of) => kept.get(of),
    give: (of, what) => void kept.set(of, what),
    forget: (of) => void kept.delete(of),
  };
}
