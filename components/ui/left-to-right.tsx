import type { ReactNode } from "react";

/** A name of code in a sentence of either direction: its underscores and dots stay where they are written. */
export function LeftToRight({ children }: { children: ReactNode }) {
  return (
    // Embedded, not isolated: a path that stands before it, such as src/, keeps its slash between the two.
    <span dir="ltr" className="[unicode-bidi:embed]">
      {children}
    </span>
  );
}
