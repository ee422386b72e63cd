"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sayCount } from "@/components/ui/say-count";
import { diffQuery, memoryHeadQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { DiffSkeleton, RevisionDiff } from "./revision-diff";
import { useRevisionActs } from "./use-revision-acts";

interface RestoreDialogProps {
  scope: SessionScope;
  revision: number;
  onClose: () => void;
  onRestored: () => void;
}

/** Shows what restoring a revision would do to the memory as it is now, and does exactly that. */
export function RestoreDialog({ scope, revision, onClose, onRestored }: RestoreDialogProps) {
  const head = useQuery(memoryHeadQuery(scope));
  // What is looked at stays: a change made meanwhile is announced, not slipped under the reader's hand.
  const [seen, setSeen] = useState<NonNullable<typeof head.data>>();
  const acts = useRevisionActs(scope);
  const shown = seen ?? head.data;
  if (seen === undefined && head.data) setSeen(head.data);
  const diff = useQuery({ ...diffQuery(scope, shown?.revision ?? 0, revision), enabled: shown !== undefined });
  const newer = shown && head.data ? head.data.revision - shown.revision : 0;
  const same = diff.data?.hunks.length === 0;

  async function restore() {
    if (!shown) return;
    if (await acts.restore(revision, shown.etag)) onRestored();
    else void head.refetch();
  }

  return (
    <Dialog
      title={`Restore revision ${revision}`}
      description="Restores the full file as a new revision. Below is what changes."
      width="wide"
      toRead
      onClose={onClose}
      footer={
        <>
          {newer > 0 && (
            <p role="status" className="text-warn me-auto">
              {sayCount(newer, "revision")} came since you opened this.{" "}
              <Button size="small" onClick={() => setSeen(head.data)}>
                Refresh
              </Button>
            </p>
          )}
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={acts.busy}
            disabled={!diff.data || same || newer > 0}
            onClick={() => void restore()}
          >
            Restore
          </Button>
        </>
      }
    >
      {shown ? (
        same ? (
          <p className="text-fg-2">The memory already has exactly this text.</p>
        ) : (
          <RevisionDiff scope={scope} from={shown.revision} to={revision} split={false} />
        )
      ) : head.error ? (
        <ReadFailure error={head.error} onRetry={() => void head.refetch()} />
      ) : (
        <DiffSkeleton />
      )}
    </Dialog>
  );
}
