import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import { CONTROL } from "./control";
import { cx } from "./cx";

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

/** Why something was refused; nothing where it was not. */
export function Refusal({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="bg-bad-soft rounded-md px-2.5 py-1.5">
      {children}
    </p>
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
