import { Menu as Base } from "@base-ui/react/menu";
import { useRef } from "react";
import { cx } from "./cx";
import { Kbd } from "./kbd";
import type { MenuCommand, MenuProps } from "./menu-command";

/** A menu that is open from the start: it was fetched because it was asked for. */
export function MenuOpened({ trigger, items, align = "end" }: MenuProps) {
  // The button that was pressed first is another one than this, and is gone.
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root defaultOpen>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            finalFocus={button}
            className="animate-appear border-line-strong bg-raised shadow-pop min-w-44 rounded-lg border p-1 outline-none"
          >
            {items.map((item, index) =>
              item === null ? (
                <Base.Separator key={index} className="bg-line my-1 h-px" />
              ) : (
                <Command key={index} {...item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Command({ label, onSelect, keys, danger = false, disabled = false }: MenuCommand) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={cx(
        "flex h-7 items-center gap-3 rounded-sm px-2 outline-none select-none data-[disabled]:opacity-50",
        danger ? "text-bad data-[highlighted]:bg-bad-soft" : "data-[highlighted]:bg-hover",
      )}
    >
      <span className="flex-1">{label}</span>
      {keys && <Kbd keys={keys} className="text-fg-3" />}
    </Base.Item>
  );
}
