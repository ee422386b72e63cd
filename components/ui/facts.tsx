import type { ReactNode } from "react";

/** Small facts about one thing, each after its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="written">{children}</dd>
    </>
  );
}
