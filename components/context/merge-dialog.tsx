"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TwoTexts } from "@/components/ui/two-texts";
import type { MergeConflict } from "@/lib/core/history/merge";

interface MergeDialogProps {
  conflict: MergeConflict;
  onClose: () => void;
  onMine: () => void;
  onTheirs: () => void;
}

/** The first place that was changed here and on disk: which of the two texts goes on takes a person. */
export function MergeDialog({ conflict, onClose, onMine, onTheirs }: MergeDialogProps) {
  return (
    <Dialog
      title={`Both changed line ${conflict.line}`}
      description="Go on with one of the two texts, and put in by hand what you want of the other."
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Not now
          </Button>
          <Button onClick={onTheirs}>Go on with the file’s</Button>
          <Button look="primary" onClick={onMine}>
            Go on with mine
          </Button>
        </>
      }
    >
      <TwoTexts one={{ title: "Yours", text: conflict.ours }} other={{ title: "In the file", text: conflict.theirs }} />
    </Dialog>
  );
}
