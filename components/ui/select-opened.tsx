import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { cx } from "./cx";
import { SELECT_LOOK, type SelectProps } from "./select-look";

/** A select whose list is open from the start: it was fetched because it was asked for. */
export function SelectOpened({ label, labelHidden = false, value, onChange, options, className }: SelectProps) {
  return (
    <Base.Root defaultOpen value={value} onValueChange={(next) => next !== null && onChange(next)} items={options}>
      <div className={cx(SELECT_LOOK.frame, className)}>
        <Base.Label className={labelHidden ? "sr-only" : SELECT_LOOK.label}>{label}</Base.Label>
        <Base.Trigger className={SELECT_LOOK.trigger}>
          <span className={SELECT_LOOK.value}>
            <Base.Value />
          </span>
          {SELECT_LOOK.icon}
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
