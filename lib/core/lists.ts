/** Adds all of them to the end of a list, however many: a call takes no more arguments than the stack has room for. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The greatest of them, and no less than `least`. */
export function greatest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

/** The smallest of them, and no more than `most`. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
