"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Mark } from "@/components/ui/mark";
import { sayCount } from "@/components/ui/say-count";
import { verifyHistory } from "@/lib/client/queries/integrity";
import { wordsOf } from "@/lib/client/request-error";
import type { Integrity } from "@/lib/contracts/events";

/** Has the history verified and says what came of it. Closing it gives up a verification that takes long. */
export function VerifyDialog({ workspace, onClose }: { workspace: string; onClose: () => void }) {
  const stop = useRef<AbortController>(undefined);
  const { data, error, isPending, isIdle, mutate } = useMutation({
    mutationFn: () => {
      stop.current?.abort();
      stop.current = new AbortController();
      return verifyHistory(workspace, stop.current.signal);
    },
  });
  const close = () => {
    stop.current?.abort();
    onClose();
  };
  return (
    <Dialog
      title="Verify the history"
      description="Every event holds the hash of the one before it, and every file is the sum of its revisions. Both are checked, from the first to the last."
      onClose={close}
      footer={
        <>
          <Button look="ghost" onClick={close}>
            {isPending ? "Give up" : "Close"}
          </Button>
          <Button look="primary" busy={isPending} onClick={() => mutate()}>
            {isIdle ? "Verify" : "Verify again"}
          </Button>
        </>
      }
    >
      <div role="status" className="min-h-12">
        {isPending && <p className="text-fg-2">Verifying… A long history takes a while.</p>}
        {!isPending && data && <Answer integrity={data} />}
        {!isPending && error && (
          <p>
            It could not be verified. {wordsOf(error).message} {wordsOf(error).hint}
          </p>
        )}
        {isIdle && <p className="text-fg-2">Nothing is changed by it.</p>}
      </div>
    </Dialog>
  );
}

function Answer({ integrity: { ok, events, documents, firstBroken } }: { integrity: Integrity }) {
  if (ok || !firstBroken) {
    return (
      <p className="flex items-baseline gap-2">
        <Mark tone="ok" shape="dot" />
        <span>
          <b className="font-semibold">The history is whole.</b>{" "}
          <span className="text-fg-2">
            {sayCount(events, "event")} and {sayCount(documents, "document")} hold what was recorded.
          </span>
        </span>
      </p>
    );
  }
  const { kind, target, detail } = firstBroken;
  return (
    <div className="flex items-baseline gap-2">
      <Mark tone="bad" shape="square" />
      <div className="flex min-w-0 flex-col gap-1">
        <b className="font-semibold">
          {kind === "event" ? `Event ${target} is not what was recorded` : `${target} is not what was recorded`}
        </b>
        <p className="text-fg-2 wrap-anywhere">{detail}</p>
        <p className="text-fg-2">
          {kind === "event"
            ? "Somebody changed the database past Wardroom. What comes before it can be trusted; compare with a backup of the data folder."
            : "The file itself is untouched. Its history can be read, but may not add up."}
        </p>
      </div>
    </div>
  );
}
