const MOST_KNOWN = 20_000;

/** The same work on texts, done once for each: memories are read anew whenever one changes, and most of them did not. */
export function oncePerText<A extends readonly unknown[], T extends object | string>(
  work: (...given: A) => T,
  keyOf: (...given: A) => string = (...given) => given.join(" "),
): (...given: A) => T {
  const known = new Map<string, T>();
  return (...given) => {
    const key = keyOf(...given);
    const found = known.get(key);
    if (found !== undefined) return found;
    const done = work(...given);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, done);
    return done;
  };
}
