import { useId, useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { say } from "@/lib/core/i18n/say";
import { Button } from "./button";
import { Changes } from "./changes";
import { Dialog, type DialogProps } from "./dialog";
import { Refusal } from "./field";
import { Kbd } from "./kbd";

export interface FormDialogProps extends Omit<DialogProps, "footer"> {
  /** What the button says that sends it. */
  submit: string;
  /** Called once for each time it is sent, and only while it is `ready` and not `busy`; it closes where that comes to true. */
  onSubmit: () => unknown;
  busy?: boolean;
  ready?: boolean;
  danger?: boolean;
  /** The keys that send it, shown on the button. */
  keys?: "enter" | "mod+enter";
  /** There is nothing to fill in: the focus is on the button. */
  isQuestion?: boolean;
  /** Why it was refused. */
  fault?: string | undefined;
  /** What stands at the beginning of the row of buttons. */
  beside?: ReactNode;
  /** What the reader needs the right to, to be shown the buttons. */
  deed?: string;
  /** Instead of closing it: where its other button leads. */
  back?: { label: string; onClick: () => void } | undefined;
}

/** A dialog that is sent or cancelled: by its buttons, by Enter in a field of one line, and by ⌘Enter anywhere in it. */
export function FormDialog({
  submit,
  onSubmit,
  busy = false,
  ready = true,
  danger = false,
  keys,
  isQuestion = false,
  fault,
  beside,
  deed,
  back,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    void Promise.resolve(onSubmit()).then((done) => done === true && dialog.onClose());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
  }

  const buttons = (
    <>
      {beside}
      <Button look="ghost" onClick={back?.onClick ?? dialog.onClose}>
        {back?.label ?? say("Cancel")}
      </Button>
      <Button ref={button} look={danger ? "danger" : "primary"} type="submit" form={id} busy={busy} disabled={!ready}>
        {submit} {keys && <Kbd keys={keys} />}
      </Button>
    </>
  );
  return (
    <Dialog
      {...(isQuestion && { initialFocus: button })}
      {...dialog}
      footer={deed === undefined ? buttons : <Changes deed={deed}>{buttons}</Changes>}
    >
      <form id={id} ref={form} noValidate onSubmit={send} onKeyDown={onKeyDown} className="flex flex-col gap-3">
        {children}
        <Refusal>{fault}</Refusal>
      </form>
    </Dialog>
  );
}
