"use client";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { CONTROL } from "./field";

interface SelectProps<Value extends string> {
  label: string;
  /** Where the label is already written beside it, it is only read out. */
  labelHidden?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: ReactNode }[];
  className?: string;
}

/** One of a few known values. */
export function Select<Value extends string>({
  label,
  labelHidden = false,
  value,
  onChange,
  options,
  className,
}: SelectProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => next !== null && onChange(next)} items={options}>
      <div className={cx("flex flex-col gap-1", className)}>
        <Base.Label className={labelHidden ? "sr-only" : "text-fg-2 text-xs font-semibold"}>{label}</Base.Label>
        <Base.Trigger className={cx(CONTROL, "flex h-8 items-center gap-2 text-start")}>
          <span className="min-w-0 flex-1 truncate">
            <Base.Value />
          </span>
          <ChevronsUpDown size={14} aria-hidden className="text-fg-3" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-[60] outline-none">
          <Base.Popup className="animate-appear border-line-strong bg-raised shadow-pop max-h-80 min-w-[var(--anchor-width)] overflow-y-auto rounded-lg border p-1 outline-none">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="data-[highlighted]:bg-hover flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none select-none"
                >
                  <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
