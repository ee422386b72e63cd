"use client";
import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx";
import { Kbd } from "./kbd";

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
  defaultOpen?: boolean;
}

/** What opens: a list of commands below `trigger`, which must be a button. */
export function Menu({ trigger, children, align = "end", defaultOpen = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="animate-appear border-line-strong bg-raised shadow-pop min-w-44 rounded-lg border p-1 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  children: ReactNode;
  keys?: string | undefined;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ onSelect, children, keys, danger = false, disabled = false }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={cx(
        "flex h-7 items-center gap-3 rounded-sm px-2 outline-none select-none data-[disabled]:opacity-50",
        danger ? "text-bad data-[highlighted]:bg-bad-soft" : "data-[highlighted]:bg-hover",
      )}
    >
      <span className="flex-1">{children}</span>
      {keys && <Kbd keys={keys} className="text-fg-3" />}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="bg-line my-1 h-px" />;
}
