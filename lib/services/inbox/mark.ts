/** What one answer of an inbox brought its reader to. */
export interface Mark {
  /** The last event that it told of. */
  event: number;
  /** The event that it began after; null where it told what stands. */
  after: number | null;
  /** The updates of the context that it held. */
  updates: string[];
}

/** A mark as readers hand it back: `812`, `812-700`, `812-700.b1946ac92492d234,6c8349cc7260ae62`. */
export function writeMark({ event, after, updates }: Mark): string {
  return `${event}${after === null ? "" : `-${after}`}${updates.length === 0 ? "" : `.${updates.join(",")}`}`;
}

/** The mark that a text says; null for a text that says none. */
export function readMark(text: string): Mark | null {
  const [, event, after, updates] = /^(\d{1,15})(?:-(\d{1,15}))?(?:\.([\w,-]+))?$/.exec(text) ?? [];
  if (event === undefined) return null;
  return {
    event: Number(event),
    after: after === undefined ? null : Number(after),
    updates: updates === undefined ? [] : updates.split(","),
  };
}
