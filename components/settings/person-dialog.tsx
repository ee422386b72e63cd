import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { changePerson, peopleQuery } from "@/lib/client/people";
import { wordsOf } from "@/lib/client/request-error";
import type { EndedWith, Person } from "@/lib/contracts/people";
import { say } from "@/lib/core/words/say";

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

/** Asks for another name, or before somebody's access ends. */
export function PersonDialog({ workspace, person, what, onClose }: PersonDialogProps) {
  const [name, setName] = useState(person.name);
  const [fault, setFault] = useState<string>();
  const { busy, run } = useChange([peopleQuery(workspace).queryKey]);
  const renames = what === "rename";
  const { data: ending } = useQuery({
    ...readQuery("DELETE /people/{person}", { params: { workspace, person: person.id }, query: { dryRun: "true" } }),
    enabled: !renames,
    staleTime: 0,
  });

  function send() {
    const failed = (error: Error) => setFault(wordsOf(error).message);
    return renames
      ? run({
          send: () => changePerson(workspace, person.id, { name: name.trim() }),
          done: (renamed) => ({ title: say("{name} is now {renamed}", { name: person.name, renamed: renamed.name }) }),
          failed,
        })
      : run({
          send: () => call("DELETE /people/{person}", { params: { workspace, person: person.id } }),
          done: () => ({ title: say("{name} can no longer sign in", { name: person.name }) }),
          failed,
        });
  }

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
            {say(
              "Every browser and token of theirs stops working at once. The history keeps their name. They can be invited again, as somebody new.",
            )}
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
