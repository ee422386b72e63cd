import { complain } from "@/components/shell/complain";
import { toast } from "@/components/ui/toast-queue";
import { revertMemory } from "@/lib/client/mutations/revert-memory";
import { undoRevision } from "@/lib/client/mutations/undo-revision";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";

/** Takes one revision back and says so, with a way to take that back too. `onClash` shows what has changed since. */
export async function takeBack(scope: SessionScope, revision: number, onClash?: () => void): Promise<void> {
  try {
    const { revision: made } = await undoRevision(scope, revision);
    toast({
      title: `Took back revision ${revision}`,
      detail: `Revision ${made} is the memory without it.`,
      action: { label: "Undo", run: () => void takeBack(scope, made) },
    });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "conflict") {
      complain(`Revision ${revision} was not taken back`, error);
      return;
    }
    toast({
      title: `Revision ${revision} was not taken back`,
      detail: `${error.message} See what has changed since, or restore the revision before it.`,
      tone: "bad",
      timeout: 0,
      ...(onClash && { action: { label: "See", run: onClash } }),
    });
  }
}

/** Brings an earlier text back over the one of `etag`; tells whether it did. A newer text is never overwritten. */
export async function bringBack(scope: SessionScope, revision: number, etag: string): Promise<boolean> {
  try {
    const { revision: made } = await revertMemory(scope, revision, etag);
    toast({
      title: `Restored revision ${revision}`,
      detail: `It is revision ${made} now; nothing of what came between is lost.`,
      action: { label: "Undo", run: () => void takeBack(scope, made) },
    });
    return true;
  } catch (error) {
    complain(`Revision ${revision} was not restored`, error);
    return false;
  }
}
