import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import type { Need } from "@/lib/contracts/needs";
import { say } from "@/lib/core/words/say";
import { NOBODY, useAssignees } from "./assignee-choice";
import { useAssign } from "./use-assign";

interface AssignDialogProps {
  workspace: string;
  needs: readonly Need[];
  onClose: () => void;
}

export function AssignDialog({ workspace, needs, onClose }: AssignDialogProps) {
  const [first] = needs;
  const sessions = new Set(needs.map(({ session }) => session));
  // Of several sessions, a role is in one alone.
  const options = useAssignees(workspace, sessions.size === 1 ? (first?.session ?? null) : null);
  const before = needs.length === 1 && first?.assignee ? first.assignee.id : undefined;
  const [to, setTo] = useState(before ?? "me");
  const { busy, send } = useAssign(workspace);

  async function submit() {
    for (const { key } of needs) if (!(await send(key, to))) return false;
    return true;
  }

  return (
    <FormDialog
      title={
        needs.length === 1
          ? say("Assign it")
          : say("Assign {needs, plural, one {# need} other {# needs}}", { needs: needs.length })
      }
      description={say("People see it in their inbox; roles with their next call.")}
      onClose={onClose}
      submit={to === NOBODY ? say("Unassign") : say("Assign")}
      busy={busy}
      onSubmit={submit}
    >
      <Select label={say("Assigned to")} value={to} onChange={setTo} options={options} />
    </FormDialog>
  );
}
