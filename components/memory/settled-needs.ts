import { foreseen } from "@/components/shell/use-change";
import { needsQuery } from "@/lib/client/needs";

/** Takes needs off the list of what waits for a person, as a change that settles them will. */
export function settledNeeds(workspace: string, keys: readonly string[]) {
  return foreseen(needsQuery(workspace), (list) => ({
    ...list,
    items: list.items.filter(({ key }) => !keys.includes(key)),
  }));
}
