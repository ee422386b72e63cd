import { useEffect, useState } from "react";

/** As long as `--animate-tint` of app/globals.css takes to fade. Milliseconds. */
const FADED = 2400;

/** The keys of what is tinted because it has just come or changed, until the tint has faded; and how to say which. */
export function useTinted() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (keys.size === 0) return;
    const timer = setTimeout(() => setKeys(new Set()), FADED);
    return () => clearTimeout(timer);
  }, [keys]);
  return [keys, setKeys] as const;
}
