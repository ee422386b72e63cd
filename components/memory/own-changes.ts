const own = new WeakSet<object>();

/** Remembers that this value came of the reader's own doing, so that it is shown at once wherever it is. */
export function markOwn<Value extends object>(value: Value): Value {
  own.add(value);
  return value;
}

export function isOwn(value: object | undefined): boolean {
  return value !== undefined && own.has(value);
}
