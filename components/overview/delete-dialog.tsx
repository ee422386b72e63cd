"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { complain } from "@/components/shell/complain";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sayCount } from "@/components/ui/say-count";
import { toast } from "@/components/ui/toast-queue";
import { deleteSession } from "@/lib/client/mutations/delete-session";
import type { Session } from "@/lib/contracts/sessions";
import { refreshSessions } from "./refresh-sessions";
import { bringBackSession } from "./trash";

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
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const scope = { workspace, session: session.id };

  async function remove() {
    setBusy(true);
    try {
      await deleteSession(scope);
      toast({
        title: `${session.id} is in the trash`,
        action: { label: "Restore", run: () => void bringBackSession(client, scope) },
      });
      onClose();
    } catch (error) {
      complain(`${session.id} was not moved`, error);
      setBusy(false);
    }
    await refreshSessions(client, workspace);
  }

  return (
    <Dialog
      title={`Move ${session.id} to the trash?`}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            Move to the trash
          </Button>
        </>
      }
    >
      <div className="text-fg-2 flex flex-col gap-2">
        <p>The whole folder goes, with {sayCount(session.counts.items, "item")}. You can restore all of it later.</p>
        <p>The tokens of its roles stop working at once, and stay so after it is restored.</p>
      </div>
    </Dialog>
  );
}
