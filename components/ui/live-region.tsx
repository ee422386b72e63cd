import { useSyncExternalStore } from "react";

let spoken = "";
const listeners = new Set<() => void>();

/** Has screen readers say something that is only seen otherwise, such as how many items a filter left. */
export function announce(message: string): void {
  spoken = message;
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => spoken,
    () => "",
  );
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {message}
    </div>
  );
}
