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
  /** What the server found wrong with the number that was sent. */
  fault?: string | undefined;
  /** Tells whether it was taken. */
  onSubmit: (wanted: number) => Promise<boolean>;
  onClose: () => void;
}

export function readNumber(typed: string, min: number, max: number): number | null {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isInteger(number) && number >= min && number <= max ? number : null;
}

export function NumberDialog({ label, initial, min, max, refusal, fault, onSubmit, ...dialog }: NumberDialogProps) {
  const [value, setValue] = useState(String(initial));
  const [sent, setSent] = useState<string>();
  const wanted = readNumber(value, min, max);

  function send() {
    setSent(value);
    return wanted !== null && onSubmit(wanted);
  }

  return (
    <FormDialog {...dialog} keys="enter" onSubmit={send}>
      <TextField
        label={label}
        error={value !== sent ? undefined : wanted === null ? refusal : fault}
        className="w-36"
        type="number"
        min={min}
        max={max}
        value={value}
        onValue={setValue}
      />
    </FormDialog>
  );
}
