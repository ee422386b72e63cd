"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Side title="Yours" text={conflict.ours} />
        <Side title="In the file" text={conflict.theirs} />
      </div>
    </Dialog>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <section className="min-w-0">
      <h3 className="text-fg-3 mb-1 text-xs font-semibold">{title}</h3>
      <pre
        tabIndex={0}
        dir="auto"
        className="written border-line bg-panel max-h-72 overflow-y-auto rounded-md border p-2.5 font-mono text-xs leading-[18px] whitespace-pre-wrap"
      >
        {text === "" ? "(removed)" : text}
      </pre>
    </section>
  );
}
