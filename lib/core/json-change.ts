import { isRecord } from "@/lib/core/text/parse-json";

/**
 * What leads from one JSON value to another: null where they are the same; a number where they are but for every `line` below, which is so much
 * greater; what is new; or what became of each field of an object, or of the entries of a list.
 */
export type Change =
  | null
  | number
  | { new: unknown }
  | { fields: Record<string, Change> }
  | { list: (Run | { was: number; change: Change })[] };

/** So many entries of the list before, from an index on, and what became of each. */
type Run = [from: number, count: number, change: null | number];

type Fields = Readonly<Record<string, unknown>>;

/** What leads from `before` to `after`: `applyChange(before, changeOf(before, after))` equals `after`. Neither is changed. */
export function changeOf(before: unknown, after: unknown): Change {
  const moved = new Set<number>();
  if (isMoved(before, after, moved)) return [...moved][0] ?? null;
  if (Array.isArray(before) && Array.isArray(after)) return { list: entriesOf(before, after) };
  if (!isRecord(before) || !isRecord(after)) return { new: after };
  const fields = namesOf(after).map((name): [string, Change] => {
    const [old, now] = [before[name], after[name]];
    if (name === "line" && typeof old === "number" && typeof now === "number") return [name, now - old];
    return [name, Object.hasOwn(before, name) ? changeOf(old, now) : { new: now }];
  });
  return { fields: Object.fromEntries(fields) };
}

/** The value that a change makes of the one that it was made for. What did not change is the very same object. */
export function applyChange(before: unknown, change: Change): unknown {
  if (change === null || change === 0) return before;
  if (typeof change === "number") return shifted(before, change);
  if ("new" in change) return change.new;
  if ("list" in change) {
    const old = before as readonly unknown[];
    return change.list.flatMap((each) => {
      if (!Array.isArray(each)) return [applyChange(old[each.was], each.change)];
      const [from, count, moved] = each;
      return old.slice(from, from + count).map((one) => applyChange(one, moved));
    });
  }
  const made = Object.entries(change.fields).map(([name, each]) => {
    const old = (before as Fields)[name];
    return [name, name === "line" && typeof each === "number" ? (old as number) + each : applyChange(old, each)];
  });
  return Object.fromEntries(made) as unknown;
}

/** Each entry by the one before that has its id or says the same; -1 where there is none, for one that is new. */
function entriesOf(before: readonly unknown[], after: readonly unknown[]) {
  const list: (Run | { was: number; change: Change })[] = [];
  let places: Map<string, number> | undefined;
  let next = 0;
  for (const entry of after) {
    const key = keyOf(entry);
    if (next >= before.length || keyOf(before[next]) !== key) {
      places ??= new Map(before.map((each, index) => [keyOf(each), index]));
    }
    const was = next < before.length && keyOf(before[next]) === key ? next : (places?.get(key) ?? -1);
    const change = was < 0 ? { new: entry } : changeOf(before[was], entry);
    if (was >= 0) next = was + 1;
    const last = list.at(-1);
    if (change !== null && typeof change !== "number") list.push({ was, change });
    else if (Array.isArray(last) && last[0] + last[1] === was && last[2] === change) last[1]++;
    else list.push([was, 1, change]);
  }
  return list;
}

/** By what an entry of a list is found again: its id, or its role and heading, or all that it says but for its line. */
function keyOf(entry: unknown): string {
  const { id, role, heading } = isRecord(entry) ? entry : {};
  if (typeof id === "string") return id;
  const said = heading === undefined ? entry : [role, heading];
  return JSON.stringify(said, (name, value: unknown) => (name === "line" ? undefined : value));
}

/** Whether `b` is `a` but for its lines, each of which is greater by the one number that is then in `moved`. */
function isMoved(a: unknown, b: unknown, moved: Set<number>): boolean {
  // An object that both share may hold lines, which did not move.
  if (a === b && typeof a !== "object") return true;
  if (a === null || b === null) return a === b;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isMoved(each, b[index], moved));
  if (!isRecord(a) || !isRecord(b)) return false;
  let unmatched = 0;
  for (const name in b) if (b[name] !== undefined) unmatched++;
  for (const name in a) {
    const [old, now] = [a[name], b[name]];
    if (old === undefined) continue;
    unmatched--;
    if (name === "line" && typeof old === "number" && typeof now === "number") {
      if (moved.add(now - old).size > 1) return false;
    } else if (!Object.hasOwn(b, name) || !isMoved(old, now, moved)) return false;
  }
  return unmatched === 0;
}

/** The same with every line of it so much greater. */
function shifted(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((each) => shifted(each, by));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    name === "line" && typeof each === "number" ? each + by : shifted(each, by),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** What is undefined is not there, in JSON. */
function namesOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined);
}
