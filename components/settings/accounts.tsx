import { call } from "@/lib/client/call";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { accountsQuery } from "@/lib/client/people";
import { wordsOf } from "@/lib/client/request-error";
import type { Account } from "@/lib/contracts/accounts";
import { say } from "@/lib/core/words/say";

interface AccountsProps {
  workspace: string;
  /** Whose they are. */
  name: string;
  /** What people know the provider by. */
  provider: string;
  accounts: readonly Account[];
  /** Whether it is the reader themselves. */
  isReader: boolean;
}

/** The accounts that a person signs in with, each with a button that unlinks it. */
export function Accounts({ workspace, name, provider, accounts, isReader }: AccountsProps) {
  const [asked, setAsked] = useState<Account>();
  if (accounts.length === 0)
    return <p className="text-fg-3 basis-full">{say("No account at {provider} is linked.", { provider })}</p>;
  return (
    <>
      <ul aria-label={say("Accounts of {name}", { name })} className="flex basis-full flex-col gap-0.5">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
              <bdi className="text-fg">{account.label}</bdi>
              {account.issuer !== null && (
                <>
                  {" · "}
                  <bdi title={account.issuer}>{hostOf(account.issuer)}</bdi>
                </>
              )}
              {" · "}
              {sayParts("linked {when}", { when: <RelativeTime at={account.linkedAt} ago /> })}
              {account.lastSignInAt !== null && (
                <>
                  {", "}
                  {sayParts("last sign-in {when}", { when: <RelativeTime at={account.lastSignInAt} ago /> })}
                </>
              )}
            </span>
            <Button
              look="danger"
              size="small"
              aria-label={say("Unlink {account} from {name}", { account: account.label, name })}
              onClick={() => setAsked(account)}
            >
              {say("Unlink…")}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <UnlinkDialog workspace={workspace} account={asked} isReader={isReader} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface UnlinkDialogProps {
  workspace: string;
  account: Account;
  isReader: boolean;
  onClose: () => void;
}

/** Asks before an account lets nobody in any more: to link it again takes an invitation. */
function UnlinkDialog({ workspace, account, isReader, onClose }: UnlinkDialogProps) {
  const [fault, setFault] = useState<string>();
  const { busy, run } = useChange([accountsQuery(workspace).queryKey]);
  const { id, label, person } = account;

  async function unlink() {
    const done = await run({
      send: () => call("DELETE /accounts/{account}", { params: { workspace, account: id } }),
      done: () => ({ title: say("{account} was unlinked from {name}", { account: label, name: person.name }) }),
      failed: (error) => setFault(wordsOf(error).message),
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={say("Unlink {account} from {name}?", { account: label, name: person.name })}
      onClose={onClose}
      submit={say("Unlink")}
      danger
      busy={busy}
      fault={fault}
      onSubmit={() => void unlink()}
    >
      <p className="text-fg-2">
        {isReader
          ? say(
              "Every browser that you signed in with this account is signed out of this workspace at once, perhaps this one too. To link it again you need a new link from an owner.",
            )
          : say(
              "Every browser that signed in with this account is signed out of this workspace at once. To link it again, make a new link. Tokens and other accounts of theirs keep working.",
            )}
      </p>
    </FormDialog>
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
