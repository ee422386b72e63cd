"use client";
import { useState } from "react";
import { Field, TextInput } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { useDeadline } from "./use-deadline";

/** A week, in minutes: the longest deadline a session can have. */
const LONGEST = 10_080;

/** Sets after how many minutes without an answer an update is overdue. */
export function DeadlineDialog({
  scope,
  minutes,
  onClose,
}: {
  scope: SessionScope;
  minutes: number;
  onClose: () => void;
}) {
  const [value, setValue] = useState(String(minutes));
  const { busy, change } = useDeadline(scope);
  const [fault, setFault] = useState<string>();

  async function save() {
    const wanted = Number(value);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > LONGEST) {
      setFault(say("Give whole minutes, from 1 to 10,080 (a week)."));
      return;
    }
    if (await change(wanted, setFault)) onClose();
  }

  return (
    <FormDialog
      title={say("ACK deadline")}
      description={say("An update unanswered for longer than this is overdue. A ping resets the deadline.")}
      onClose={onClose}
      submit={say("Save")}
      busy={busy}
      onSubmit={() => void save()}
    >
      <Field label={say("Minutes")} error={fault} className="w-36">
        <TextInput
          type="number"
          min={1}
          max={LONGEST}
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
