"use client";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd";

/** A few words about `trigger` on hover and focus. It repeats what the trigger's own label says: never the only place. */
export function Tooltip({ trigger, children, keys }: { trigger: ReactElement; children: ReactNode; keys?: string }) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="animate-appear bg-fg text-bg shadow-pop flex max-w-72 items-center gap-2 rounded-md px-2 py-1 text-xs">
            {children}
            {keys && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
