import type { ReactNode } from "react";

/** What is longer than its window scrolls within it, as on every page. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return <div className="h-dvh overflow-y-auto">{children}</div>;
}
