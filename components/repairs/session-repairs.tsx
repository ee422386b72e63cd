import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deedsOf, useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { SessionScope } from "@/lib/client/paths";
import { decidedRepairsQuery, proposedRepairsQuery } from "@/lib/client/files";
import { say } from "@/lib/core/i18n/say";
import type { RepairHandlers } from "./repair-entry";
import { REPAIR_KEYS } from "./repair-words";

// Most memories have none.
const RepairEntry = lazyPart(() => import("./repair-entry").then((module) => module.RepairEntry));

export function SessionRepairs({ scope, ...on }: RepairHandlers & { scope: SessionScope }) {
  const proposed = useQuery(proposedRepairsQuery(scope.workspace));
  const decided = useQuery(decidedRepairsQuery(scope));
  const [past, setPast] = useState(false);
  const open = (proposed.data?.items ?? []).filter(({ session }) => session === scope.session);
  const done = decided.data?.items ?? [];
  const [first] = open;

  useActions(
    deedsOf("decide about lines that a save left out", "Page", {
      "repair.apply": {
        label: say("Put back dropped lines"),
        keys: REPAIR_KEYS.apply,
        enabled: first !== undefined,
        run: () => first && on.onApply(first),
      },
      "repair.dismiss": {
        label: say("Dismiss: leave the file as it was saved"),
        keys: REPAIR_KEYS.dismiss,
        enabled: first !== undefined,
        run: () => first && on.onDismiss(first),
      },
    }),
  );

  if (open.length + done.length === 0) return null;
  const label = open.length === 0 ? say("No lines dropped by saves") : say("Overwritten lines to check");
  return (
    <section
      aria-label={say("Overwritten lines to check")}
      className={`border-line border-b ${open.length === 0 ? "" : "bg-warn-soft"}`}
    >
      <div className="flex min-h-9 items-center gap-2 px-4 py-1">
        <h2 className={open.length === 0 ? "text-fg-3 text-xs" : "font-semibold"}>{label}</h2>
        <span className="text-fg-2 text-xs">{open.length > 0 && open.length}</span>
        <span className="flex-1" />
        {done.length > 0 && (
          <Button look="ghost" size="small" aria-expanded={past} onClick={() => setPast(!past)}>
            {past
              ? say("Hide decided")
              : say("{done, plural, one {# decided} other {# decided}}", { done: done.length })}
          </Button>
        )}
      </div>
      {(open.length > 0 || past) && (
        <ul
          tabIndex={0}
          aria-label={say("Saves that dropped lines")}
          className="border-line max-h-[40dvh] overflow-y-auto border-t focus-visible:outline-offset-[-2px]"
        >
          {open.map((repair) => (
            <RepairEntry key={repair.id} scope={scope} repair={repair} current={repair === first} {...on} />
          ))}
          {past && done.map((repair) => <RepairEntry key={repair.id} scope={scope} repair={repair} {...on} />)}
        </ul>
      )}
    </section>
  );
}
