"use client";
import { useChange } from "@/components/shell/use-change";
import { FormDialog } from "@/components/ui/form-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import { revokeToken, sessionKey } from "@/lib/client/sessions";
import type { Token } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface RevokeDialogProps {
  scope: SessionScope;
  token: Token;
  onClose: () => void;
}

/** Asks before a token stops working: that cannot be taken back. */
export function RevokeDialog({ scope, token, onClose }: RevokeDialogProps) {
  const { busy, run } = useChange([sessionKey(scope)]);

  async function revoke() {
    const done = await run({
      send: () => revokeToken(scope, token.role, token.id),
      done: () => ({ title: say("A token of {role} is revoked", { role: token.role }) }),
      failed: say("Not revoked"),
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={say("Revoke a token of {role}?", { role: token.role })}
      onClose={onClose}
      submit={say("Revoke")}
      danger
      busy={busy}
      onSubmit={() => void revoke()}
    >
      <p className="text-fg-2">
        {say("It stops working at once and cannot be restored. You can create another at any time.")}{" "}
        {token.lastUsedAt !== null && (
          <>{sayParts("It was last used {when}.", { when: <RelativeTime at={token.lastUsedAt} ago /> })}</>
        )}
      </p>
    </FormDialog>
  );
}
