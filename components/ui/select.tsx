import { Suspense, useId, useState, type ReactNode } from "react";
import { cx } from "./cx";
import { unframedPart } from "./lazy-part";
import { SELECT_LOOK, type SelectProps } from "./select-look";

const SelectOpened = unframedPart(() => import("./opened").then((module) => module.SelectOpened));

/**
 * One of a few known values. What is chosen alone is on the page; the list of the others is fetched when it is wanted. Apart from the fields, whose
 * library a page that only lets choose does not need.
 */
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
