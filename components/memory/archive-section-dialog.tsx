"use client";
import { useState } from "react";
import { Field, TextInput } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { Item, Memory } from "@/lib/contracts/memory";
import { isOpenEnded } from "@/lib/core/memory/tags";
import { say } from "@/lib/core/words/say";
import { ItemLines } from "./item-lines";

interface ArchiveSectionDialogProps {
  role: string;
  memory: Memory;
  onClose: () => void;
  onArchive: (choice: { includeOpen: boolean; note: string }) => void;
}

/** Asks before a section is archived, and lists the questions and conflicts that would be put aside with it. */
export function ArchiveSectionDialog({ role, memory, onClose, onArchive }: ArchiveSectionDialogProps) {
  const [note, setNote] = useState("");
  const active = memory.sections.filter((section) => section.role === role).flatMap(activeOf);
  const open = active.filter((item) => isOpenEnded(item.tag));

  function archive() {
    onArchive({ includeOpen: open.length > 0, note: note.trim() });
    onClose();
  }

  return (
    <FormDialog
      title={say("Archive the section of {role}", { role })}
      description={say(
        "{active, plural, one {# active item} other {# active items}} will be archived with it. The section takes no new items until it is unarchived.",
        { active: active.length },
      )}
      onClose={onClose}
      submit={
        open.length > 0
          ? say("Archive with {open, plural, one {# open item} other {# open items}}", { open: open.length })
          : say("Archive")
      }
      danger={open.length > 0}
      onSubmit={archive}
    >
      {open.length > 0 && (
        <>
          <p role="alert" className="bg-warn-soft rounded-md px-2.5 py-1.5">
            {say("Still open. Archived, they no longer block a gate.")}
          </p>
          <ItemLines items={open} label={say("Open questions and conflicts")} />
        </>
      )}
      <Field label={say("Note (optional)")}>
        <TextInput value={note} maxLength={300} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

function activeOf({ state, items }: Memory["sections"][number]): Item[] {
  return state === "replaced" ? [] : items.filter((item) => item.state === "active");
}
