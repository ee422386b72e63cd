"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sayCount } from "@/lib/core/text/say-count";
import type { Session } from "@/lib/contracts/sessions";
import { useSessionActs } from "./use-session-acts";

/** Asks before a session goes to the trash: its tokens do not come back with it. */
export function DeleteDialog({
  workspace,
  session,
  onClose,
}: {
  workspace: string;
  session: Session;
  onClose: () => void;
}) {
  const { busy, remove } = useSessionActs(workspace);

  return (
    <Dialog
      title={`Move ${session.id} to the trash?`}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={() => void remove(session.id).then((done) => done && onClose())}>
            Move to the trash
          </Button>
        </>
      }
    >
      <div className="text-fg-2 flex flex-col gap-2">
        <p>
          The whole folder moves to the trash, with {sayCount(session.counts.items, "item")}. You can restore all of it
          later.
        </p>
        <p>Its tokens stop working at once, even if it is restored later.</p>
      </div>
    </Dialog>
  );
}
