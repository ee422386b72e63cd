import { useState } from "react";
import { TextField } from "./field";
import { FormDialog } from "./form-dialog";

interface NumberDialogProps {
  title: string;
  description: string;
  label: string;
  submit: string;
  busy: boolean;
  initial: number;
  min: number;
  max: number;
  /** What is said of anything else. */
  refusal: string;
  /** Tells with `onFault` what is wrong with the number, and whether it was taken. */
  onSubmit: (wanted: number, onFault: (message: string) => void) => Promise<boolean>;
  onClose: () => void;
}

export function readNumber(typed: string, min: number, max: number): number | null {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isInteger(number) && number >= min && number <= max ? number : null;
}

export function NumberDialog({ label, initial, min, max, refusal, onSubmit, ...dialog }: NumberDialogProps) {
  const [value, setValue] = useState(String(initial));
  const [fault, setFault] = useState<string>();

  function send() {
    const wanted = readNumber(value, min, max);
    if (wanted !== null) return onSubmit(wanted, setFault);
    setFault(refusal);
    return false;
  }

  return (
    <FormDialog {...dialog} keys="enter" onSubmit={send}>
      <TextField
        label={label}
        error={fault}
        className="w-36"
        type="number"
        min={min}
        max={max}
        value={value}
        onValue={(value) => {
          setValue(value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
