/** What one answer of an inbox brought its reader to. */
export interface Mark {
  /** The last event that it told of. */
  event: number;
  /** The event that it began after; null where it told what stands. */
  after: number | null;
  /** When the reader looked, in milliseconds since 1970: what becomes news by the clock later is told then. Null where nothing was. */
  at: number | null;
  /** The updates of the context that it held. */
  updates: string[];
}

/** A mark as readers hand it back: `812`, `812-700`, `812-700@m9x0q2.b1946ac92492d234,6c8349cc7260ae62`. */
export function writeMark({ event, after, at, updates }: Mark): string {
  return `${event}${after === null ? "" : `-${after}`}${at === null ? "" : `@${at.toString(36)}`}${updates.length === 0 ? "" : `.${updates.join(",")}`}`;
}

/** The mark that a text says; null for a text that says none. */
export function readMark(text: string): Mark | null {
  const [, event, after, at, updates] =
    /^(\d{1,15})(?:-(\d{1,15}))?(?:@([0-9a-z]{1,10}))?(?:\.([\w,-]+))?$/.exec(text) ?? [];
  if (event === undefined) return null;
  return {
    event: Number(event),
    after: after === undefined ? null : Number(after),
    at: at === undefined ? null : Number.parseInt(at, 36),
    updates: updates === undefined ? [] : updates.split(","),
  };
}

/** The mark of somebody who was shown these updates or nudges, and nothing of what happened. */
export function markOfUpdates(updates: string[]): string {
  return writeMark({ event: 0, after: null, at: null, updates });
}
