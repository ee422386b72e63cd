import Link from "next/link";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { pages } from "@/lib/client/paths";
import type { Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/words/say";
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
      title={created ? say("{id} is ready", { id: created.id }) : say("New session")}
      {...(!created && { description: say("A session is one team at work on one thing, with a memory it shares.") })}
      onClose={onClose}
      footer={
        created ? (
          <>
            <Button look="ghost" onClick={onClose}>
              {say("Close")}
            </Button>
            <Link href={pages.memory(workspace, created.id)} className={buttonClass({})}>
              {say("Open the session")}
            </Link>
            <Link href={pages.join(workspace, created.id)} className={buttonClass({ look: "primary" })}>
              {say("Add its agents")}
            </Link>
          </>
        ) : (
          <>
            <Button look="ghost" onClick={onClose}>
              {say("Cancel")}
            </Button>
            <Button look="primary" type="submit" form={form} busy={busy}>
              {say("Create")}
            </Button>
          </>
        )
      }
    >
      {created ? (
        <p className="text-fg-2">
          {say("Next, let its agents in: set up their clients, make a token for each role, and see each one arrive.")}
        </p>
      ) : (
        <SessionForm id={form} workspace={workspace} taken={taken} onBusy={setBusy} onCreated={setCreated} />
      )}
    </Dialog>
  );
}
