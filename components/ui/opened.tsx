import { Menu as Base } from "@base-ui/react/menu";
import { useRef, type ReactElement } from "react";
import { cx } from "./cx";
import { Kbd } from "./kbd";
import type { MenuCommand, MenuProps, ChoiceMenuProps } from "./menu-props";
import { Select as BaseSelect } from "@base-ui/react/select";
import { Check } from "./icons";
import { SELECT_LOOK, type SelectProps } from "./select-look";
import { say } from "@/lib/core/i18n/say";

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

/** A select whose list is open from the start: it was fetched because it was asked for. */
export function SelectOpened({ label, labelHidden = false, value, onChange, options, className }: SelectProps) {
  return (
    <BaseSelect.Root
      defaultOpen
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      items={options}
    >
      <div className={cx(SELECT_LOOK.frame, className)}>
        <BaseSelect.Label className={labelHidden ? "sr-only" : SELECT_LOOK.label}>{label}</BaseSelect.Label>
        <BaseSelect.Trigger className={SELECT_LOOK.trigger}>
          <span className={SELECT_LOOK.value}>
            <BaseSelect.Value />
          </span>
          {SELECT_LOOK.icon}
        </BaseSelect.Trigger>
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-[60] outline-none">
          <BaseSelect.Popup className="animate-appear border-line-strong bg-raised shadow-pop max-h-80 min-w-[var(--anchor-width)] overflow-y-auto rounded-lg border p-1 outline-none">
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  className="data-[highlighted]:bg-hover flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none select-none"
                >
                  <BaseSelect.ItemText className="flex-1">{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

/** A list of choices that is open from the start: it was fetched because it was asked for. It stays open while things are chosen. */
export function ChoiceMenuOpened({
  trigger,
  options,
  chosen,
  onChange,
}: ChoiceMenuProps & { trigger: ReactElement<Record<string, unknown>> }) {
  // The button that was pressed first is another one than this, and is gone.
  const button = useRef<HTMLButtonElement>(null);
  const known = new Set(options.map(({ value }) => value));
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value, count: 0 }));
  const all = [...gone, ...options];
  return (
    <Base.Root defaultOpen>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            finalFocus={button}
            className="animate-appear border-line-strong bg-raised shadow-pop max-h-80 max-w-[min(22rem,calc(100vw-1rem))] min-w-44 overflow-y-auto rounded-lg border p-1 outline-none"
          >
            {all.length === 0 && <p className="text-fg-3 px-2 py-1 text-xs">{say("Nothing to choose from")}</p>}
            {all.map(({ value, label, count }) => (
              <Base.CheckboxItem
                key={value}
                checked={chosen.includes(value)}
                onCheckedChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))}
                className="data-[highlighted]:bg-hover flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none select-none"
              >
                <span className="flex size-4 shrink-0 items-center justify-center">
                  <Base.CheckboxItemIndicator>
                    <Check size={14} aria-hidden />
                  </Base.CheckboxItemIndicator>
                </span>
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {label}
                </span>
                {count !== undefined && <span className="text-fg-3 ps-3 text-xs tabular-nums">{count}</span>}
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
