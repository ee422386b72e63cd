import { useActions } from "@/components/ui/action-registry";
import { say } from "@/lib/core/words/say";
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Whether something is on in this browser, kept there under a name and off at first; and how it is set. Follows other tabs. */
function useBrowserFlag(name: string): [boolean, (on: boolean) => void] {
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

/** Whether this browser shows the finished sessions, which are folded at first, and what shows or hides them; also by key. */
export function useFinishedShown(count: number): [boolean, (shown: boolean) => void] {
  const [shown, show] = useBrowserFlag("finished-shown");
  useActions([
    {
      id: "sessions.finished",
      label: shown ? say("Hide finished sessions") : say("Show finished sessions"),
      group: "View",
      keys: "g d",
      enabled: count > 0,
      run: () => show(!shown),
    },
  ]);
  return [shown, show];
}
