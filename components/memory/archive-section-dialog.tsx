"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { sayCount } from "@/lib/core/text/say-count";
import type { Item, Memory } from "@/lib/contracts/memory";
import { isOpenEnded } from "@/lib/core/memory/tags";
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
    <Dialog
      title={`Archive the section of ${role}`}
      description={`${sayCount(active.length, "active item")} will be archived with it. The section takes no new items until it is unarchived.`}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look={open.length > 0 ? "danger" : "primary"} onClick={archive}>
            {open.length > 0 ? `Archive with ${sayCount(open.length, "open item")}` : "Archive"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {open.length > 0 && (
          <>
            <p role="alert" className="bg-warn-soft rounded-md px-2.5 py-1.5">
              Still open. Archived, they no longer block a gate.
            </p>
            <ItemLines items={open} label="Open questions and conflicts" />
          </>
        )}
        <Field label="Note (optional)">
          <TextInput value={note} maxLength={300} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

function activeOf({ state, items }: Memory["sections"][number]): Item[] {
  return state === "replaced" ? [] : items.filter((item) => item.state === "active");
}
