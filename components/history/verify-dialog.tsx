"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { acceptProblems, verifyHistory } from "@/lib/client/history";
import { IntegrityAnswer } from "./integrity-answer";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Dialog } from "@/components/ui/dialog";
import { wordsOf } from "@/lib/client/request-error";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

/** Has the history verified and says what came of it. Closing it gives up a verification that takes long. */
export function VerifyDialog({ workspace, onClose }: { workspace: string; onClose: () => void }) {
  const stop = useRef<AbortController>(undefined);
  const { data, error, isPending, isIdle, mutate } = useMutation({
    // Problems to let be first, by id; none to look only.
    mutationFn: (accepted: string[]) => {
      stop.current?.abort();
      stop.current = new AbortController();
      return accepted.length > 0 ? acceptProblems(workspace, accepted) : verifyHistory(workspace, stop.current.signal);
    },
  });
  const open = data?.problems.filter(({ accepted }) => !accepted).map(({ id }) => id) ?? [];
  const close = () => {
    stop.current?.abort();
    onClose();
  };
  return (
    <Dialog
      title={say("Verify the history")}
      description={say(
        "Checks that no event or revision was changed or removed, that the newest events are all there, and that every file matches its history.",
      )}
      onClose={close}
      footer={
        <>
          <Button look="ghost" onClick={close}>
            {isPending ? say("Stop") : say("Close")}
          </Button>
          {!isPending && open.length > 0 && (
            <Changes>
              <Button look="ghost" onClick={() => mutate(open)}>
                {say("Accept {open, plural, one {this problem} other {these {open} problems}}", { open: open.length })}
              </Button>
            </Changes>
          )}
          <Button look="primary" busy={isPending} onClick={() => mutate([])}>
            {isIdle ? say("Verify") : say("Verify again")}
          </Button>
        </>
      }
    >
      <div role="status" className="min-h-12">
        {isPending && <p className="text-fg-2">{say("Verifying… A long history takes a while.")}</p>}
        {!isPending && data && <IntegrityAnswer integrity={data} />}
        {!isPending && error && (
          <p>
            {sayParts("The check failed. {message} {hint}", {
              message: wordsOf(error).message,
              hint: wordsOf(error).hint,
            })}
          </p>
        )}
        {isIdle && <p className="text-fg-2">{say("Read-only check.")}</p>}
      </div>
    </Dialog>
  );
}
