"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

/** Something more about `trigger`, which must be a button; `title` names it for everyone. */
export function Popover({ trigger, title, children }: { trigger: ReactElement; title: string; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-50">
          <Base.Popup className="animate-appear border-line-strong bg-raised shadow-pop w-72 max-w-[calc(100vw-24px)] rounded-lg border p-3 outline-none">
            <Base.Title className="mb-1 font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
