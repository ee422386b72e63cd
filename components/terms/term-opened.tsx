import { Tooltip } from "@base-ui/react/tooltip";
import type { RefObject } from "react";

interface TermOpenedProps {
  name: string;
  text: string;
  anchor: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
}

/** The text of a term beside the word. Who cannot see it has it as the description of the link. */
export function TermOpened({ name, text, anchor, onEnter, onLeave }: TermOpenedProps) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-[70]"
        >
          <Tooltip.Popup
            aria-hidden
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
            className="border-line-strong bg-raised shadow-pop text-fg max-w-[min(340px,calc(100vw-16px))] rounded-lg border px-3 py-2 text-sm font-normal"
          >
            <strong className="block font-semibold">{name}</strong>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
