import type { ReactNode } from "react";

export function SectionHead({
  id,
  title,
  note,
  children,
}: {
  id?: string;
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-3 pb-1.5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {note && <span className="text-fg-3 min-w-0 text-xs">{note}</span>}
      <span className="flex-1" />
      {children}
    </header>
  );
}
