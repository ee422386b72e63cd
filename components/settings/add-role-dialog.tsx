"use client";
import { useId, useState, type SyntheticEvent } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { SessionScope } from "@/lib/client/paths";
import { explain } from "@/lib/client/request-error";
import { addRole, sessionKey } from "@/lib/client/sessions";
import type { RoleWithToken } from "@/lib/contracts/sessions";
import { ACCESS_BY_TYPE, accessOf, typeOf } from "@/lib/core/memory/access";
import { say } from "@/lib/core/words/say";

interface AddRoleDialogProps {
  scope: SessionScope;
  onClose: () => void;
  onAdded: (role: RoleWithToken) => void;
}

const BY_NAME = "";

/** Adds a teammate: a section in the memory, and a token to write with. */
export function AddRoleDialog({ scope, onClose, onAdded }: AddRoleDialogProps) {
  const form = useId();
  const [id, setId] = useState("");
  const [type, setType] = useState(BY_NAME);
  const { busy, run } = useChange([sessionKey(scope)]);
  const [fault, setFault] = useState<string>();
  const known = typeOf(id, type === BY_NAME ? null : type);
  const access = accessOf(id, known) === "direct" ? say("writes directly") : say("needs Lead approval");

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setFault(undefined);
    void run({
      send: () => addRole(scope, { id: id.trim(), ...(type !== BY_NAME && { type }) }),
      done: (role) => {
        onAdded(role);
        return undefined;
      },
      failed: (error) => setFault(explain(error)),
    });
  }

  return (
    <Dialog
      title={say("Add a role to {session}", { session: scope.session })}
      description={say("It gets a section in the team memory, and a token that is shown once.")}
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {say("Cancel")}
          </Button>
          <Button look="primary" type="submit" form={form} busy={busy} disabled={id.trim() === ""}>
            {say("Add")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={say("Role")}
          error={fault}
          hint={id.trim() === "" ? say("Such as implementer-3.") : `${known ?? say("A custom role")}: ${access}.`}
        >
          <TextInput
            value={id}
            onChange={(event) => setId(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
          />
        </Field>
        <Select
          label={say("Type")}
          value={type}
          onChange={setType}
          options={[BY_NAME, ...Object.keys(ACCESS_BY_TYPE)].map((value) => ({
            value,
            label: value || say("by its name"),
          }))}
        />
      </form>
    </Dialog>
  );
}
