import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** A text that this browser keeps under a name, null while there is none, and how it is set. Follows other tabs. */
export function useKept(name: string): [string | null, (text: string | null) => void] {
  const key = `wardroom-${name}`;
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  return [
    text,
    (next) => {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      for (const listener of listeners) listener();
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What a million tokens cost each client, a line each: `claude 3`; `*` stands for all others. Null where that says nothing of it. */
export function priceOf(list: string | null, client: string): number | null {
  const lines = (list ?? "").split("\n").map((line) => line.trim().split(/[\s:=]+/));
  const line = lines.find(([name]) => name === client) ?? lines.find(([name]) => name === "*");
  const price = Number(line?.[1] ?? Number.NaN);
  return Number.isFinite(price) && price >= 0 ? price : null;
}
