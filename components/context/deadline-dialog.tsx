"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { sayCount } from "@/components/ui/say-count";
import { toast } from "@/components/ui/toast-queue";
import { changeSessionSettings } from "@/lib/client/mutations/change-session-settings";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { wordsOf } from "@/lib/client/request-error";

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
  const client = useQueryClient();
  const [value, setValue] = useState(String(minutes));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const wanted = Number(value);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > LONGEST) {
      setFault("Give whole minutes, from 1 to 10,080 (a week).");
      return;
    }
    setBusy(true);
    try {
      await changeSessionSettings(scope, { ackDeadlineMinutes: wanted });
      await client.invalidateQueries({ queryKey: sessionKey(scope) });
      toast({ title: `An answer is overdue after ${sayCount(wanted, "minute")}` });
      onClose();
    } catch (error) {
      setFault(wordsOf(error).message);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="ACK deadline"
      description="An update without an answer for longer than this is overdue. A ping lets its time begin again."
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="ack-deadline" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="ack-deadline" noValidate onSubmit={(event) => void save(event)}>
        <Field label="Minutes" error={fault} className="w-36">
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
      </form>
    </Dialog>
  );
}
