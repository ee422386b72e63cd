import { Field as Base } from "@base-ui/react/field";
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from "react";
import { CONTROL } from "./control";
import { cx } from "./cx";
import { unframedPart } from "@/components/ui/lazy-part";
import { SELECT_LOOK, type SelectProps } from "@/components/ui/select-look";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; shown below it and tied to it. */
  error?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** A label, its control, a hint and what is wrong, tied together for everyone. The control is a `TextInput` or `TextArea`. */
export function Field({ label, hint, error, children, className }: FieldProps) {
  return (
    <Base.Root invalid={error !== undefined} className={cx("flex flex-col gap-1", className)}>
      <Base.Label className="text-fg-2 text-xs font-semibold">{label}</Base.Label>
      {children}
      {hint && <Base.Description className="text-fg-3 text-xs">{hint}</Base.Description>}
      <Base.Error match={error !== undefined} className="text-bad text-xs">
        {error}
      </Base.Error>
    </Base.Root>
  );
}

export function TextInput({ className, ...props }: ComponentProps<"input">) {
  return <Base.Control {...props} className={cx(CONTROL, "h-8", className)} />;
}

export function TextArea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <Base.Control
      render={<textarea {...props} rows={rows} dir="auto" className={cx(CONTROL, "resize-y py-1.5", className)} />}
    />
  );
}

type InField<Control extends "input" | "textarea"> = Omit<FieldProps, "children"> &
  Omit<ComponentProps<Control>, "className"> & {
    onValue?: (value: string) => void;
    inputClass?: string;
  };

export function TextField({ label, hint, error, className, inputClass, onValue, ...input }: InField<"input">) {
  return (
    <Field {...{ label, hint, error, className }}>
      <TextInput
        {...(onValue && { onChange: (event) => onValue(event.target.value) })}
        {...input}
        className={inputClass}
      />
    </Field>
  );
}

export function AreaField({ label, hint, error, className, inputClass, onValue, ...input }: InField<"textarea">) {
  return (
    <Field {...{ label, hint, error, className }}>
      <TextArea
        {...(onValue && { onChange: (event) => onValue(event.target.value) })}
        {...input}
        className={inputClass}
      />
    </Field>
  );
}

const SelectOpened = unframedPart(() => import("./opened").then((module) => module.SelectOpened));

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
