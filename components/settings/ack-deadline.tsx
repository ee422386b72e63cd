"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { toast } from "@/components/ui/toast-queue";
import { changeSessionSettings } from "@/lib/client/mutations/change-session-settings";
import type { SessionScope } from "@/lib/client/paths";
import { sessionSettingsQuery } from "@/lib/client/queries/session-settings";
import { wordsOf } from "@/lib/client/request-error";

/** How long a role may take to confirm a context version before it counts as overdue. */
export function AckDeadline({ scope }: { scope: SessionScope }) {
  const client = useQueryClient();
  const { data } = useQuery(sessionSettingsQuery(scope));
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  // Until it is known there is nothing to change; that it cannot be read is said by the tokens above.
  if (!data) return null;
  const shown = text ?? String(data.ackDeadlineMinutes);
  const minutes = Number(shown);

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    try {
      const saved = await changeSessionSettings(scope, { ackDeadlineMinutes: minutes });
      client.setQueryData(sessionSettingsQuery(scope).queryKey, saved);
      setText(undefined);
      setFault(undefined);
      toast({ title: `An ACK is overdue after ${saved.ackDeadlineMinutes} min` });
    } catch (error) {
      setFault(wordsOf(error).message);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex items-start gap-2">
      <Field
        label={`ACK deadline of ${scope.session}, in minutes`}
        hint="A role that has not confirmed a context version by then is shown as overdue."
        error={fault}
        className="w-80 max-w-full"
      >
        <TextInput
          type="number"
          min={1}
          max={10_080}
          step={1}
          required
          value={shown}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={minutes === data.ackDeadlineMinutes} className="mt-[22px]">
        Save
      </Button>
    </form>
  );
}
