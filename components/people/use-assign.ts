import { useChange } from "@/components/shell/use-change";
import { needsKey } from "@/lib/client/needs";
import { assign } from "@/lib/client/remarks";
import { say } from "@/lib/core/i18n/say";
import { NOBODY } from "./assignee-choice";

export function useAssign(workspace: string) {
  const { busy, run } = useChange([needsKey(workspace)]);
  const send = (about: string, to: string) =>
    run({
      send: () => assign(workspace, about, to === NOBODY ? null : to),
      done: ({ assignment, before }) => ({
        title: assignment === null ? say("Unassigned") : say("Assigned to {name}", { name: assignment.assignee.name }),
        undo: () => assign(workspace, about, before?.assignee.id ?? null),
      }),
      failed: say("Not assigned"),
    });
  return { busy, send };
}
