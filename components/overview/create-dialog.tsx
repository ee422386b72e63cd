"use client";
import Link from "next/link";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { pages } from "@/lib/client/paths";
import type { Session } from "@/lib/contracts/sessions";
import { SessionForm } from "./session-form";

interface CreateDialogProps {
  workspace: string;
  taken: readonly string[];
  onClose: () => void;
}

/** Makes a session, then leads to where its agents join. */
export function CreateDialog({ workspace, taken, onClose }: CreateDialogProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [created, setCreated] = useState<Session>();
  return (
    <Dialog
      title={created ? `${created.id} is ready` : "New session"}
      {...(!created && { description: "A session is one team at work on one thing, with a memory it shares." })}
      onClose={onClose}
      footer={
        created ? (
          <>
            <Button look="ghost" onClick={onClose}>
              Close
            </Button>
            <Link href={pages.memory(workspace, created.id)} className={buttonClass({})}>
              Open the session
            </Link>
            <Link href={pages.join(workspace, created.id)} className={buttonClass({ look: "primary" })}>
              Add its agents
            </Link>
          </>
        ) : (
          <>
            <Button look="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button look="primary" type="submit" form={form} busy={busy}>
              Create
            </Button>
          </>
        )
      }
    >
      {created ? (
        <p className="text-fg-2">
          Next, let its agents in: set up their clients, make a token for each role, and see each one arrive.
        </p>
      ) : (
        <SessionForm id={form} workspace={workspace} taken={taken} onBusy={setBusy} onCreated={setCreated} />
      )}
    </Dialog>
  );
}
