"use client";
import { ChevronsUpDown } from "lucide-react";
import { Suspense, useId, useState, type ReactNode } from "react";
import { CONTROL } from "./control";
import { cx } from "./cx";
import { lazyPart } from "./lazy-part";

const SelectOpened = lazyPart(() => import("./select-opened").then((module) => module.SelectOpened));

export interface SelectProps {
  label: string;
  /** Where the label is already written beside it, it is only read out. */
  labelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode }[];
  className?: string;
}

/** How a select looks, open or not. */
export const SELECT_LOOK = {
  frame: "flex flex-col gap-1",
  label: "text-fg-2 text-xs font-semibold",
  trigger: cx(CONTROL, "flex h-8 items-center gap-2 text-start"),
  value: "min-w-0 flex-1 truncate",
  icon: <ChevronsUpDown size={14} aria-hidden className="text-fg-3" />,
};

/** One of a few known values. What is chosen alone is on the page; the list of the others is fetched when it is wanted. */
export function Select<Value extends string>({
  onChange,
  ...props
}: Omit<SelectProps, "value" | "onChange" | "options"> & {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
}) {
  const [wanted, setWanted] = useState(false);
  const closed = <SelectClosed {...props} onOpen={() => setWanted(true)} />;
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SelectOpened {...props} onChange={(value) => onChange(value as Value)} />
    </Suspense>
  );
}

type ClosedProps = Omit<SelectProps, "onChange"> & { onOpen: () => void };

function SelectClosed({ label, labelHidden = false, value, options, className, onOpen }: ClosedProps) {
  const id = useId();
  return (
    <div className={cx(SELECT_LOOK.frame, className)}>
      <span id={id} className={labelHidden ? "sr-only" : SELECT_LOOK.label}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={id}
        aria-controls={`${id}-list`}
        onClick={onOpen}
        onKeyDown={({ key }) => {
          // As a closed list answers: to the arrows, and to the first letter of a value.
          if (key === "ArrowDown" || key === "ArrowUp" || /^[\p{L}\p{N}]$/u.test(key)) onOpen();
        }}
        className={SELECT_LOOK.trigger}
      >
        <span className={SELECT_LOOK.value}>{options.find((option) => option.value === value)?.label}</span>
        {SELECT_LOOK.icon}
      </button>
    </div>
  );
}
