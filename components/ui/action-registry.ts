import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { sentence, type Sentence } from "@/lib/core/i18n/say";
import { LEADING, type May, useMay } from "./changes";

export const ACTION_GROUPS = ["Selection", "Page", "View", "Go to", "Filter", "Wardroom"] as const;

export const GROUP_WORDS: Record<(typeof ACTION_GROUPS)[number], Sentence> = {
  Selection: sentence("Selection"),
  Page: sentence("Page"),
  View: sentence("View"),
  "Go to": sentence("Go to"),
  Filter: sentence("Filter"),
  Wardroom: sentence("Wardroom"),
};

/** Something a person can do here and now. The palette, the keys, the `?` sheet and buttons all take it from here. */
export interface Action {
  /** Stable, in the form `thing.verb`. */
  id: string;
  /** What it does, as a button says it: "Archive 3 items". */
  label: string;
  group: (typeof ACTION_GROUPS)[number];
  /** "e", "shift+e", "mod+k", or a sequence such as "g s". */
  keys?: string | undefined;
  /** Other keys that do the same, such as the arrows beside j and k. */
  otherKeys?: string[] | undefined;
  /** False while it makes no sense; it is then listed in the sheet alone. */
  enabled?: boolean | undefined;
  /** The deed that it is, or true for what takes a lead: not offered to a reader who may not do it. */
  changes?: string | boolean | undefined;
  /** False keeps a mere movement out of the palette. */
  inPalette?: boolean | undefined;
  run: () => void;
}

type Shared = Pick<Action, "group"> & Partial<Pick<Action, "changes" | "inPalette">>;
type Rows = Readonly<Record<string, Omit<Action, "id" | "group">>>;

/** A table of actions by their ids, with what all of them share: their group at least. */
export function actionsOf(shared: Shared | Shared["group"], rows: Rows): Action[] {
  const all = typeof shared === "string" ? { group: shared } : shared;
  return Object.entries(rows).map(([id, row]) => ({ ...all, id, ...row }));
}

/** The same for actions that are one deed, or that only a lead may do where that is true. */
export function deedsOf(changes: string | true, group: Shared["group"], rows: Rows): Action[] {
  return actionsOf({ group, changes }, rows);
}

const owners = new Map<symbol, readonly Action[]>();
const listeners = new Set<() => void>();
const NONE: readonly Action[] = [];
/** Made when it is asked for; undefined since an owner changed. */
let all: readonly Action[] | undefined;

function collect(): readonly Action[] {
  // Who came last is nearest to what the reader does: its actions win over others with the same id or keys.
  const byId = new Map<string, Action>();
  for (const actions of [...owners.values()].reverse()) {
    for (const action of actions) if (!byId.has(action.id)) byId.set(action.id, action);
  }
  return [...byId.values()];
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers actions for as long as the component is on screen. They may be made anew on every render. */
export function useActions(actions: readonly Action[]): void {
  const [owner] = useState(() => Symbol("actions"));
  const may = useMay();
  // A key acts on what is on screen, at once; who shows actions may learn of it after the screen was drawn.
  useLayoutEffect(() => {
    owners.set(
      owner,
      actions.filter((action) => isOffered(action, may)),
    );
    all = undefined;
  });
  useEffect(tell);
  useEffect(
    () => () => {
      owners.delete(owner);
      all = undefined;
      tell();
    },
    [owner],
  );
}

function isOffered({ changes }: Action, may: May): boolean {
  return changes === undefined || changes === false || may(changes === true ? LEADING : changes);
}

export function listActions(): readonly Action[] {
  return (all ??= collect());
}

export function useActionList(): readonly Action[] {
  return useSyncExternalStore(subscribe, listActions, () => NONE);
}

/** Whether an action makes sense now; one that nobody offers yet is taken to. */
export function useIsEnabled(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => find(id)?.enabled !== false,
    () => true,
  );
}

/** Does an action by its id; one that is not offered or not enabled is left alone. */
export function runAction(id: string): void {
  const action = find(id);
  if (action && action.enabled !== false) action.run();
}

function find(id: string): Action | undefined {
  return listActions().find((action) => action.id === id);
}
