import { call } from "@/lib/client/call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { SessionScope } from "@/lib/client/paths";
import type { RoleWithToken, Token } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/i18n/say";
import { CopyText } from "@/components/ui/copy-text";
import { forPrograms } from "@/lib/contracts/own-host";
import { agentBrief, agentCommands } from "@/lib/client/agent-commands";
import { sayParts } from "@/components/ui/say-parts";
import { useChange } from "@/components/shell/use-change";
import { FormDialog } from "@/components/ui/form-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { sessionKey } from "@/lib/client/sessions";
import { useState } from "react";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { explain } from "@/lib/client/request-error";
import { ACCESS_BY_TYPE, accessOf, typeOf } from "@/lib/core/memory/access";
import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { changePerson, peopleQuery } from "@/lib/client/people";
import type { EndedWith, Person } from "@/lib/contracts/people";

interface MintedDialogProps {
  scope: SessionScope;
  minted: RoleWithToken;
  onClose: () => void;
}

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

/** A token just made, and every command an agent needs to take part with it. It is drawn in the browser alone. */
function TokenCommands({ scope, role, token }: { scope: SessionScope; role: string; token: string }) {
  const origin = forPrograms(window.location.origin);
  return (
    <div className="flex flex-col gap-3">
      <p className="bg-warn-soft rounded-md px-2.5 py-1.5">
        {sayParts("{b}’s token is shown only now. It lets anyone act as {role} until revoked.", {
          b: <b className="font-semibold">{role}</b>,
          role,
        })}
      </p>
      <ol className="flex flex-col gap-3">
        {agentCommands(origin, scope, token).map(({ title, command }) => (
          <li key={title} className="flex flex-col gap-1">
            <span className="text-fg-2 text-xs font-semibold">{title}</span>
            <CopyText text={command} label={`Copy: ${title}`} />
          </li>
        ))}
      </ol>
      <details>
        <summary className="text-fg-2 hover:text-fg py-1 text-xs select-none">
          {say("All of it as instructions for the agent")}
        </summary>
        <CopyText text={agentBrief(origin, scope, role, token)} label={say("Copy the instructions")} />
      </details>
    </div>
  );
}

export function RevokeDialog({ scope, token, onClose }: { scope: SessionScope; token: Token; onClose: () => void }) {
  const { busy, run } = useChange([sessionKey(scope)]);

  const revoke = () =>
    run({
      send: () =>
        call("DELETE /sessions/{session}/roles/{role}/tokens/{token}", {
          params: { ...scope, role: token.role, token: token.id },
        }),
      done: () => ({ title: say("A token of {role} is revoked", { role: token.role }) }),
      failed: say("Not revoked"),
    });

  return (
    <FormDialog
      title={say("Revoke a token of {role}?", { role: token.role })}
      onClose={onClose}
      submit={say("Revoke")}
      danger
      busy={busy}
      onSubmit={revoke}
    >
      <p className="text-fg-2">
        {say("It stops working at once. You can create another at any time.")}{" "}
        {token.lastUsedAt !== null && (
          <>{sayParts("It was last used {when}.", { when: <RelativeTime at={token.lastUsedAt} ago /> })}</>
        )}
      </p>
    </FormDialog>
  );
}

interface AddRoleDialogProps {
  scope: SessionScope;
  onClose: () => void;
  onAdded: (role: RoleWithToken) => void;
}

const BY_NAME = "";

export function AddRoleDialog({ scope, onClose, onAdded }: AddRoleDialogProps) {
  const [id, setId] = useState("");
  const [type, setType] = useState(BY_NAME);
  const { busy, run, refused } = useChange([sessionKey(scope)]);
  const known = typeOf(id, type === BY_NAME ? null : type);
  const access = accessOf(id, { type: known }) === "direct" ? say("writes directly") : say("needs Lead approval");

  const add = () =>
    run({
      send: () =>
        call("POST /sessions/{session}/roles", {
          params: scope,
          body: { id: id.trim(), ...(type !== BY_NAME && { type }) },
        }),
      done: (made) => {
        onAdded(made);
      },
    });

  return (
    <FormDialog
      title={say("Add a role to {session}", { session: scope.session })}
      description={say("It gets a memory section and a token, shown once.")}
      onClose={onClose}
      submit={say("Add")}
      busy={busy}
      ready={id.trim() !== ""}
      onSubmit={add}
    >
      <TextField
        label={say("Role")}
        error={refused && explain(refused)}
        hint={id.trim() === "" ? say("Such as implementer-3.") : `${known ?? say("A custom role")}: ${access}.`}
        value={id}
        onValue={setId}
        spellCheck={false}
        autoComplete="off"
        maxLength={64}
      />
      <Select
        label={say("Type")}
        value={type}
        onChange={setType}
        options={[BY_NAME, ...Object.keys(ACCESS_BY_TYPE)].map((value) => ({
          value,
          label: value || say("by its name"),
        }))}
      />
    </FormDialog>
  );
}

const ENDING: Record<EndedWith["kind"], (name: string) => string> = {
  person: (name) => say("{name}, whom they let in", { name }),
  link: (name) => say("A link and token of {name}", { name }),
  account: (name) => say("An account of {name}", { name }),
  viewer: (name) => say("Read access of {name}", { name }),
  token: (name) => say("A token of {name}", { name }),
  webhook: (name) => say("Messages to {name}", { name }),
};

interface PersonDialogProps {
  workspace: string;
  person: Person;
  what: "rename" | "end";
  onClose: () => void;
}

export function PersonDialog({ workspace, person, what, onClose }: PersonDialogProps) {
  const [name, setName] = useState(person.name);
  const { busy, run, fault } = useChange([peopleQuery(workspace).queryKey]);
  const renames = what === "rename";
  const { data: ending } = useQuery({
    ...readQuery("DELETE /people/{person}", { params: { workspace, person: person.id }, query: { dryRun: "true" } }),
    enabled: !renames,
    staleTime: 0,
  });

  const send = () =>
    renames
      ? run({
          send: () => changePerson(workspace, person.id, { name: name.trim() }),
          done: (renamed) => ({ title: say("{name} is now {renamed}", { name: person.name, renamed: renamed.name }) }),
        })
      : run({
          send: () => call("DELETE /people/{person}", { params: { workspace, person: person.id } }),
          done: () => ({ title: say("{name} can no longer sign in", { name: person.name }) }),
        });

  return (
    <FormDialog
      title={
        renames ? say("Rename {name}", { name: person.name }) : say("End the access of {name}?", { name: person.name })
      }
      onClose={onClose}
      submit={renames ? say("Rename") : say("End access")}
      danger={!renames}
      busy={busy}
      ready={renames ? name.trim() !== "" && name.trim() !== person.name : ending !== undefined}
      fault={renames ? undefined : fault}
      onSubmit={send}
    >
      {renames ? (
        <TextField
          label={say("Name")}
          error={fault}
          hint={say("What was done before keeps the old name in the history.")}
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onValue={setName}
        />
      ) : (
        <>
          <p className="text-fg-2">
            {say("Their browsers and tokens stop working at once. The history keeps their name.")}
          </p>
          {ending !== undefined && ending.ended.length > 0 && (
            <>
              <p className="text-fg-2">{say("This ends with them:")}</p>
              <ul aria-label={say("Ends with {name}", { name: person.name })} className="max-h-60 overflow-y-auto">
                {ending.ended.map(({ kind, id, name, session }) => (
                  <li key={id} className="[overflow-wrap:anywhere]">
                    {session === null ? ENDING[kind](name) : say("A token of {name} in {session}", { name, session })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
