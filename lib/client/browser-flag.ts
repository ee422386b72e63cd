import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Whether something is on in this browser, kept there under a name and off at first; and how it is set. Follows other tabs. */
export function useBrowserFlag(name: string): [boolean, (on: boolean) => void] {
  const key = `wardroom-${name}`;
  const on = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) !== null,
    () => false,
  );
  return [
    on,
    (next) => {
      if (next) localStorage.setItem(key, "on");
      else localStorage.removeItem(key);
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
