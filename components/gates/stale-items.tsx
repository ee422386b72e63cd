"use client";
import { useQuery } from "@tanstack/react-query";
import { findItem } from "@/components/memory/optimistic";
import { Preview } from "@/components/memory/preview";
import { TagLabel } from "@/components/memory/tag-label";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { SessionScope } from "@/lib/client/paths";
import { memoryQuery } from "@/lib/client/queries/memory";

interface StaleItemsProps {
  scope: SessionScope;
  items: readonly string[];
  kept: ReadonlySet<string>;
  onKept: (kept: ReadonlySet<string>) => void;
}

/** The items written before the previous gate and not touched since: what is ticked is archived with the conclusion. */
export function StaleItems({ scope, items, kept, onKept }: StaleItemsProps) {
  const { data: memory } = useQuery(memoryQuery(scope));
  const all = items.every((id) => !kept.has(id));
  return (
    <>
      <p className="flex items-center gap-2 px-4 pb-1.5">
        <span className="text-fg-2 flex-1 text-xs">
          Ticked ones are archived when the gate is concluded; the history keeps them.
        </span>
        <Button size="small" look="ghost" onClick={() => onKept(all ? new Set(items) : new Set())}>
          {all ? "Keep all" : "Archive all"}
        </Button>
      </p>
      <ul aria-label="Stale items" className="border-line border-b">
        {items.map((id) => {
          const found = memory && findItem(memory, id);
          return (
            <li
              key={id}
              className="border-line grid grid-cols-[24px_92px_minmax(0,1fr)_auto] items-start gap-2 border-t px-4 py-1 max-sm:grid-cols-[24px_minmax(0,1fr)]"
            >
              <Checkbox
                aria-label={found ? `Archive: ${found.item.text}` : "Archive this item"}
                checked={!kept.has(id)}
                onChange={(event) =>
                  onKept(new Set(event.target.checked ? [...kept].filter((each) => each !== id) : [...kept, id]))
                }
              />
              <span className="flex min-h-6 items-center">{found && <TagLabel tag={found.item.tag} />}</span>
              <span className="min-h-6 py-0.5 max-sm:col-start-2">
                {found ? <Preview text={found.item.text} /> : <span className="text-fg-3">{id}</span>}
              </span>
              <span className="text-fg-3 min-h-6 py-1 text-xs max-sm:col-start-2">{found?.role}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
