import { NextSteps } from "@/components/shell/next-steps";
import type { Conflict } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TwoTexts } from "@/components/ui/two-texts";
import type { Item, Memory } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";

/** Less than half of the words in common is another item. */
const ENOUGH = 0.5;

/** The item that an item became when it was changed elsewhere: the one that shares most of its words, if it shares enough. */
export function findSuccessor(memory: Memory, text: string): Item | undefined {
  const wanted = wordsOf(text);
  let best: Item | undefined;
  let bestShare = ENOUGH;
  for (const section of memory.sections) {
    for (const item of section.items) {
      const words = wordsOf(item.text);
      const common = [...words].filter((word) => wanted.has(word)).length;
      const share = (2 * common) / (words.size + wanted.size || 1);
      if (share >= bestShare) {
        best = item;
        bestShare = share;
      }
    }
  }
  return best;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );
}

interface ConflictDialogProps {
  conflict: Conflict;
  /** As it is now: what took the place of the reader's text is looked for in it. */
  memory: Memory;
  onClose: () => void;
}

export function ConflictDialog({ conflict, memory, onClose }: ConflictDialogProps) {
  const { message, hint, problem } = conflict.error;
  const told = problem?.current?.["text"];
  const found = typeof told === "string" ? told : (findSuccessor(memory, conflict.yours)?.text ?? say("It is gone."));
  // The same text cannot have been in the way: the memory on screen is older than the conflict.
  const theirs = found === conflict.yours ? say("Reading it again…") : found;
  return (
    <Dialog
      title={say("{title}: it has changed meanwhile", { title: conflict.title })}
      description={message}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <NextSteps error={conflict.error} />
          <Button look="primary" onClick={onClose}>
            {say("View the current item")}
          </Button>
        </>
      }
    >
      <TwoTexts
        one={{ title: say("What you acted on"), text: conflict.yours }}
        other={{ title: say("Current"), text: theirs }}
      />
      {hint && <p className="text-fg-2 mt-3">{hint}</p>}
    </Dialog>
  );
}
