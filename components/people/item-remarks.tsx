import { useQuery } from "@tanstack/react-query";
import { Changes, useMay } from "@/components/ui/changes";
import { Select } from "@/components/ui/select";
import type { SessionScope } from "@/lib/client/paths";
import { assignmentsQuery, keyOfItem } from "@/lib/client/remarks";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { NOBODY, useAssignees } from "./assignee-choice";
import { ItemComments } from "./item-comments";
import { useAssign } from "./use-assign";

interface ItemRemarksProps {
  scope: SessionScope;
  item: string;
}

/** What stands beside an item: who is to see to it, and what people remarked on it. */
export function ItemRemarks({ scope, item }: ItemRemarksProps) {
  const may = useMay();
  return (
    <>
      {may("look at what waits for another role") && <ItemAssignee scope={scope} item={item} />}
      <ItemComments scope={scope} item={item} />
    </>
  );
}

function ItemAssignee({ scope, item }: ItemRemarksProps) {
  const about = keyOfItem(scope, item);
  const { data } = useQuery(assignmentsQuery(scope.workspace));
  const options = useAssignees(scope.workspace, scope.session);
  const { send } = useAssign(scope.workspace);
  const may = useMay();
  if (data === undefined) return null;
  const assignee = data.items.find((each) => each.about === about)?.assignee;
  const value = assignee?.id ?? NOBODY;
  // Somebody whose access ended is shown, and offered no more.
  const known = options.some((each) => each.value === value);
  const all = known || assignee === undefined ? options : [...options, { value, label: assignee.name }];
  return (
    <>
      <Changes deed="assign what waits">
        <Select label={say("Assigned to")} value={value} onChange={(to) => void send(about, to)} options={all} />
      </Changes>
      {!may("assign what waits") && assignee !== undefined && (
        <p className="text-fg-2 text-xs">
          {sayParts("Assigned to {bdi}", { bdi: <bdi className="font-semibold">{assignee.name}</bdi> })}
        </p>
      )}
    </>
  );
}
