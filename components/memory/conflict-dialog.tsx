"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TwoTexts } from "@/components/ui/two-texts";
import type { Memory } from "@/lib/contracts/memory";
import { findSuccessor } from "./find-successor";
import type { Conflict } from "./use-curation";

interface ConflictDialogProps {
  conflict: Conflict;
  /** As it is now: what took the place of the reader's text is looked for in it. */
  memory: Memory;
  onClose: () => void;
}

/** Two changes that met: what the reader wanted beside what stands there now, and the way on. */
export function ConflictDialog({ conflict, memory, onClose }: ConflictDialogProps) {
  const found = conflict.theirs ?? findSuccessor(memory, conflict.yours)?.text ?? "It is gone.";
  // The same text cannot have been in the way: the memory on screen is older than the conflict.
  const theirs = found === conflict.yours ? "It is being read again…" : found;
  return (
    <Dialog
      title={`${conflict.title}: it has changed meanwhile`}
      description={conflict.message}
      width="wide"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          Look at it as it is now
        </Button>
      }
    >
      <TwoTexts
        one={{ title: "What you acted on", text: conflict.yours }}
        other={{ title: "What stands there now", text: theirs }}
      />
      {conflict.hint && <p className="text-fg-2 mt-3">{conflict.hint}</p>}
    </Dialog>
  );
}
