import { Plus, X } from "@/components/ui/icons";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { AppError } from "@/lib/core/errors";
import { ACCESS_BY_TYPE, accessOf } from "@/lib/core/memory/access";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { say } from "@/lib/core/i18n/say";
import { nextRoleId } from "./suggest-id";

interface RoleChoiceProps {
  roles: readonly string[];
  onChange: (roles: readonly string[]) => void;
  error?: string | undefined;
}

export function RoleChoice({ roles, onChange, error }: RoleChoiceProps) {
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string>();

  function add() {
    if (name.trim() === "") return;
    try {
      const role = assertNewRoleId(name.trim());
      if (!roles.includes(role)) onChange([...roles, role]);
      setName("");
      setFault(undefined);
    } catch (problem) {
      setFault(problem instanceof AppError ? `${problem.message} ${problem.details.hint ?? ""}` : String(problem));
    }
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-fg-2 mb-1 text-xs font-semibold">{say("Roles besides the Lead")}</legend>
      {roles.length > 0 && (
        <ul aria-label={say("Chosen roles")} className="border-line divide-line divide-y rounded-md border">
          {roles.map((role) => (
            <li key={role} className="flex min-h-8 items-center gap-3 ps-2.5 pe-1">
              <span className="min-w-0 flex-1 truncate">{role}</span>
              <span className="text-fg-3 text-xs">
                {accessOf(role) === "direct" ? say("writes directly") : say("needs Lead approval")}
              </span>
              <IconButton
                icon={X}
                iconSize={14}
                label={say("Leave out {role}", { role })}
                onClick={() => onChange(roles.filter((each) => each !== role))}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="group" aria-label={say("Add a role")} className="flex flex-wrap gap-1.5">
        {Object.keys(ACCESS_BY_TYPE).map((type) => (
          <Button key={type} size="small" onClick={() => onChange([...roles, nextRoleId(type, roles)])}>
            <Plus size={12} aria-hidden />
            {type}
          </Button>
        ))}
      </div>
      <TextField
        label={say("Custom role")}
        error={fault ?? error}
        hint={say("Custom roles need Lead approval.")}
        value={name}
        spellCheck={false}
        autoComplete="off"
        maxLength={64}
        placeholder={say("a name, then Enter")}
        onValue={setName}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || name.trim() === "") return;
          // Enter adds the role; the form is sent by Enter in an empty field.
          event.preventDefault();
          add();
        }}
      />
    </fieldset>
  );
}
