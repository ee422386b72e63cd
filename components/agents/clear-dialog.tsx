"use client";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";

interface ClearDialogProps {
  agent: string;
  path: string;
  busy: boolean;
  onClear: (confirm: string) => void;
  onClose: () => void;
}

/** Asks for the agent's name before its memory is deleted. */
export function ClearDialog({ agent, path, busy, onClear, onClose }: ClearDialogProps) {
  const [typed, setTyped] = useState("");

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (typed === agent) onClear(typed);
  }

  return (
    <Dialog
      title={`Clear the memory of ${agent}`}
      description={`${path} is deleted. Its history stays, and undoing brings it back.`}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form="clear-memory" busy={busy} disabled={typed !== agent}>
            Clear the memory
          </Button>
        </>
      }
    >
      <form id="clear-memory" onSubmit={send}>
        <Field label={`Type ${agent} to confirm`}>
          <TextInput
            value={typed}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
