"use client";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Field, TextInput } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
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
  const [id, setId] = useState("");
  const [type, setType] = useState(BY_NAME);
  const { busy, run } = useChange([sessionKey(scope)]);
  const [fault, setFault] = useState<string>();
  const known = typeOf(id, type === BY_NAME ? null : type);
  const access = accessOf(id, known) === "direct" ? say("writes directly") : say("needs Lead approval");

  function add() {
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
    <FormDialog
      title={say("Add a role to {session}", { session: scope.session })}
      description={say("It gets a section in the team memory, and a token that is shown once.")}
      onClose={onClose}
      submit={say("Add")}
      busy={busy}
      ready={id.trim() !== ""}
      onSubmit={add}
    >
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
    </FormDialog>
  );
}
