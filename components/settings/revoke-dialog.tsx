"use client";
import { useState } from "react";
import { complain } from "@/components/shell/complain";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast-queue";
import { revokeToken } from "@/lib/client/mutations/role-tokens";
import type { SessionScope } from "@/lib/client/paths";
import type { Token } from "@/lib/contracts/sessions";

interface RevokeDialogProps {
  scope: SessionScope;
  token: Token;
  onClose: () => void;
  onRevoked: () => void;
}

/** Asks before a token stops working: that cannot be taken back. */
export function RevokeDialog({ scope, token, onClose, onRevoked }: RevokeDialogProps) {
  const [busy, setBusy] = useState(false);

  async function revoke() {
    setBusy(true);
    try {
      await revokeToken(scope, token.role, token.id);
      toast({ title: `A token of ${token.role} is revoked` });
      onRevoked();
      onClose();
    } catch (error) {
      complain("Not revoked", error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={`Revoke a token of ${token.role}?`}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={() => void revoke()}>
            Revoke
          </Button>
        </>
      }
    >
      <p className="text-fg-2">
        Whoever uses it is refused from then on, and it cannot be brought back. You can make another one at any time.{" "}
        {token.lastUsedAt !== null && (
          <>
            It was last used <RelativeTime at={token.lastUsedAt} ago />.
          </>
        )}
      </p>
    </Dialog>
  );
}
