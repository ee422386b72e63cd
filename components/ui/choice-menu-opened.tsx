import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { useRef, type ReactElement } from "react";
import { say } from "@/lib/core/words/say";
import type { ChoiceMenuProps } from "./choice-menu-props";

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
