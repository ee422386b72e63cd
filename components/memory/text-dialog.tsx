"use client";
import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { say } from "@/lib/core/words/say";
import { Preview } from "./preview";

interface TextDialogProps {
  title: string;
  description?: string;
  /** The text the question is about, shown above the field. */
  about?: string;
  /** Material to consult while writing, placed beside the field where there is room. */
  beside?: ReactNode;
  label: string;
  submit: string;
  initial?: string;
  maxLength?: number;
  singleLine?: boolean;
  danger?: boolean;
  onClose: () => void;
  onSubmit: (text: string) => void;
}

/** Asks for one text. ⌘Enter, or Enter where there is one line, sends it. */
export function TextDialog({
  title,
  description,
  about,
  beside,
  label,
  submit,
  initial = "",
  maxLength = 2000,
  singleLine = false,
  danger = false,
  onClose,
  onSubmit,
}: TextDialogProps) {
  const [text, setText] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const ready = text.trim() !== "";

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (!ready) return;
    onSubmit(text.trim());
    onClose();
  }

  const control = {
    ref: input,
    value: text,
    maxLength,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  };

  return (
    <Dialog
      title={title}
      {...(description !== undefined && { description })}
      onClose={onClose}
      {...(beside !== undefined && { width: "wide" as const })}
      initialFocus={input}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {say("Cancel")}
          </Button>
          <Button look={danger ? "danger" : "primary"} disabled={!ready} onClick={() => form.current?.requestSubmit()}>
            {submit} <Kbd keys={singleLine ? "enter" : "mod+enter"} />
          </Button>
        </>
      }
    >
      <div className={beside === undefined ? "" : "grid grid-cols-2 gap-4 max-sm:grid-cols-1"}>
        <form
          ref={form}
          onSubmit={send}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
          }}
          className="flex flex-col gap-3"
        >
          {about !== undefined && (
            <div className="border-line-strong text-fg-2 border-s-2 ps-3">
              <Preview text={about} />
            </div>
          )}
          <Field label={label}>
            {singleLine ? (
              <TextInput {...control} spellCheck={false} />
            ) : (
              <TextArea {...control} rows={beside === undefined ? 4 : 10} />
            )}
          </Field>
        </form>
        {beside}
      </div>
    </Dialog>
  );
}
