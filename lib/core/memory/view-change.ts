/** Something that says on which line of its file it stands, itself or below it. */
export type Lined = object;

/** So many entries of the list before, from an index on, each so many lines further down. */
export interface Kept {
  kept: [from: number, count: number, moved: number];
}

/** A list made of the one before: what is kept of it, and what is new. */
export type ListChange<T> = (Kept | T)[];

interface Section<I, T> {
  items: I[];
  texts: T[];
}

/** A section made of the one at an index of the list before; of none at -1. */
export type SectionChange<S extends Section<Lined, Lined>> = Omit<S, "items" | "texts"> & {
  was: number;
  items: ListChange<S["items"][number]>;
  texts: ListChange<S["texts"][number]>;
};

interface View<S> {
  sections: S[];
  preface: Lined[];
  diagnostics: Lined[];
}

/** What leads from one view of a memory to another: all that is new in it, and what it keeps. */
export type ViewChange<V extends View<Section<Lined, Lined>>> = Omit<V, "sections" | "preface" | "diagnostics"> & {
  sections: ListChange<SectionChange<V["sections"][number]>>;
  preface: ListChange<V["preface"][number]>;
  diagnostics: ListChange<V["diagnostics"][number]>;
};

/** What leads from `before` to `after`: `applyChange(before, changeOf(before, after))` equals `after`. Neither is changed. */
export function changeOf<V extends View<Section<Lined, Lined>>>(before: V, after: V): ViewChange<V> {
  const places = new Map(before.sections.map((section, index) => [keyOf(section), index]));
  const sections = after.sections.map((section) => {
    const was = places.get(keyOf(section)) ?? -1;
    const { items, texts, ...head } = section;
    const old = before.sections[was] ?? { items: [], texts: [] };
    const made = { ...head, was, items: listChange(old.items, items), texts: listChange(old.texts, texts) };
    const { items: _items, texts: _texts, ...oldHead } = old;
    const moved = movedWhole([old.items.length, made.items], [old.texts.length, made.texts]);
    return was >= 0 && moved !== null && movedBy(oldHead, head) === 0 ? { kept: [was, 1, moved] } : made;
  });
  return {
    ...after,
    preface: listChange(before.preface, after.preface),
    diagnostics: listChange(before.diagnostics, after.diagnostics),
    sections: joined(sections as ListChange<Lined>),
  } as unknown as ViewChange<V>;
}

/** The view that a change makes of the one that it was made for. What did not move is the very same object. */
export function applyChange<V extends View<Section<Lined, Lined>>>(before: V, change: ViewChange<V>): V {
  const sections = change.sections.flatMap((each) => {
    if (isKept(each)) return keptOf(before.sections, each);
    const { was, items, texts, ...head } = each as SectionChange<Section<Lined, Lined>>;
    const old = before.sections[was] ?? { items: [], texts: [] };
    return [{ ...head, items: made(old.items, items), texts: made(old.texts, texts) }];
  });
  const { preface, diagnostics } = change;
  return {
    ...change,
    preface: made(before.preface, preface),
    diagnostics: made(before.diagnostics, diagnostics),
    sections,
  } as unknown as V;
}

function made<T extends Lined>(before: readonly T[], change: ListChange<T>): T[] {
  return change.flatMap((each) => (isKept(each) ? keptOf(before, each) : [each]));
}

function keptOf<T extends Lined>(before: readonly T[], { kept: [from, count, moved] }: Kept): T[] {
  const some = before.slice(from, from + count);
  return moved === 0 ? some : some.map((each) => shifted(each, moved) as T);
}

function isKept(entry: object): entry is Kept {
  return "kept" in entry;
}

/** By what an entry is found again: its id or heading, or all that it says. */
function keyOf(entry: Lined): string {
  const { id, role, heading } = entry as Partial<Record<string, unknown>>;
  if (typeof id === "string") return id;
  return heading === undefined
    ? JSON.stringify(entry, (key, value: unknown) => (key === "line" ? undefined : value))
    : JSON.stringify([role, heading]);
}

function listChange<T extends Lined>(before: readonly T[], after: readonly T[]): ListChange<T> {
  const change: ListChange<T> = [];
  const keep = (from: number, to: number): boolean => {
    const [old, next] = [before[from], after[to]];
    const moved = old === undefined || next === undefined ? null : movedBy(old, next);
    if (moved !== null) change.push({ kept: [from, 1, moved] });
    return moved !== null;
  };
  let at = 0;
  while (keep(at, at)) at++;
  // What follows the first difference mostly follows it at one distance: of all others the place is looked up.
  let places: Map<string, number> | undefined;
  let next = at;
  for (; at < after.length; at++) {
    const entry = after[at] as T;
    if (!keep(next, at)) {
      places ??= new Map(before.map((each, index) => [keyOf(each), index]));
      next = places.get(keyOf(entry)) ?? -1;
      if (next < 0 || !keep(next, at)) change.push(entry);
    }
    next++;
  }
  return joined(change);
}

/** The same with what is kept in a row as one. */
function joined<T extends Lined>(change: ListChange<T>): ListChange<T> {
  const short: ListChange<T> = [];
  for (const each of change) {
    const last = short.at(-1);
    if (isKept(each) && last !== undefined && isKept(last)) {
      const [from, count, moved] = last.kept;
      if (each.kept[0] === from + count && each.kept[2] === moved) {
        last.kept = [from, count + each.kept[1], moved];
        continue;
      }
    }
    short.push(isKept(each) ? { kept: [...each.kept] } : each);
  }
  return short;
}

/** How far lists moved that are whole as they were, each with its length before; null where one is not. */
function movedWhole(...lists: readonly (readonly [number, ListChange<Lined>])[]): number | null {
  let by: number | null = null;
  for (const [length, [first, ...others]] of lists) {
    if (first === undefined && length === 0) continue;
    if (first === undefined || others.length > 0 || !isKept(first)) return null;
    const [, count, moved] = first.kept;
    if (count !== length || (by !== null && by !== moved)) return null;
    by = moved;
  }
  return by ?? 0;
}

/** By how many lines `b` is further down than `a`, which is else the same; null where it is not. */
function movedBy(a: unknown, b: unknown): number | null {
  const moves = new Set<number>();
  function isSame(one: unknown, other: unknown): boolean {
    if (one === other) return true;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const names = Object.keys(one);
    if (names.length !== Object.keys(other).length) return false;
    return names.every((name) => {
      if (!Object.hasOwn(other, name)) return false;
      const [left, right] = [one[name as keyof typeof one] as unknown, other[name as keyof typeof other] as unknown];
      if (name !== "line" || typeof left !== "number" || typeof right !== "number") return isSame(left, right);
      return moves.add(right - left).size === 1;
    });
  }
  if (!isSame(a, b)) return null;
  const [by = 0] = moves;
  return by;
}

/** The same with every line of it so much further down. */
function shifted(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((each) => shifted(each, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "line" && typeof each === "number" ? each + by : shifted(each, by),
    ]),
  );
}
