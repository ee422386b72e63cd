"use client";
import { complain } from "@/components/shell/complain";
import { useChange } from "@/components/shell/use-change";
import { toast } from "@/components/ui/toast-queue";
import { restoreSection, revertMemory, undoRevision } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";

/** Takes revisions back and restores them, and offers to undo that too; each tells whether it was done. */
export function useRevisionActs(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);

  return {
    busy,
    /** `onClash` shows what has changed since. */
    takeBack: (revision: number, onClash: () => void) =>
      run({
        send: () => undoRevision(scope, revision),
        done: ({ revision: made }) => ({
          title: `Undid revision ${revision}`,
          detail: `Revision ${made} is the memory without it.`,
          undo: () => undoRevision(scope, made),
        }),
        failed: (error) => {
          const title = `Revision ${revision} was not undone`;
          if (!(error instanceof RequestError) || error.code !== "conflict") {
            complain(title, error);
            return;
          }
          toast({
            title,
            detail: `${error.message} See what has changed since, or restore the revision before it.`,
            tone: "bad",
            timeout: 0,
            action: { label: "See", run: onClash },
          });
        },
      }),
    /** Restores an earlier text, or one section of it, over the one of `etag`: a newer text is never overwritten. */
    restore: (revision: number, section: string | null, etag: string) =>
      run({
        send: () =>
          section === null ? revertMemory(scope, revision, etag) : restoreSection(scope, revision, section, etag),
        done: ({ revision: made }) => ({
          title:
            section === null
              ? `Restored revision ${revision}`
              : `Restored the section of ${section} from revision ${revision}`,
          detail: `It is revision ${made} now; nothing of what came between is lost.`,
          undo: () => undoRevision(scope, made),
        }),
        failed: `Revision ${revision} was not restored`,
      }),
  };
}
