"use client";
import { useState } from "react";
import { Field, TextInput } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { say } from "@/lib/core/words/say";

interface OpenGateDialogProps {
  /** The phase that comes next. */
  phase: number;
  busy: boolean;
  onOpen: (phase: number) => void;
  onClose: () => void;
}

/** The highest phase a gate can have. */
const LAST = 999;

/** Parses the number of a phase, from 0 to 999; null if the text is anything else. */
export function readPhase(typed: string): number | null {
  const phase = Number(typed);
  return typed.trim() !== "" && Number.isInteger(phase) && phase >= 0 && phase <= LAST ? phase : null;
}

/** Asks for the phase whose gate is opened. */
export function OpenGateDialog({ phase, busy, onOpen, onClose }: OpenGateDialogProps) {
  const [value, setValue] = useState(String(phase));
  const [fault, setFault] = useState<string>();

  function send() {
    const wanted = readPhase(value);
    if (wanted === null) setFault(say("Give the number of the phase, such as 3."));
    else onOpen(wanted);
  }

  return (
    <FormDialog
      title={say("Open a gate")}
      description={say("May this phase pass? Until it is concluded or abandoned, no context version is published.")}
      onClose={onClose}
      submit={say("Open the gate")}
      keys="enter"
      busy={busy}
      onSubmit={send}
    >
      <Field label={say("Phase")} error={fault} className="w-36">
        <TextInput
          type="number"
          min={0}
          max={LAST}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setFault(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
