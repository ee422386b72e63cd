"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { SessionScope } from "@/lib/client/paths";
import type { RoleWithToken } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/words/say";
import { TokenCommands } from "./token-commands";

interface MintedDialogProps {
  scope: SessionScope;
  minted: RoleWithToken;
  onClose: () => void;
}

/** A token just made, this once. */
export function MintedDialog({ scope, minted, onClose }: MintedDialogProps) {
  return (
    <Dialog
      title={say("Token for {id}", { id: minted.role.id })}
      width="wide"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {say("Done")}
        </Button>
      }
    >
      <TokenCommands scope={scope} role={minted.role.id} token={minted.token} />
    </Dialog>
  );
}
