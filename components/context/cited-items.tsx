"use client";
import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { SectionHead } from "@/components/ui/section-head";
import { useChange } from "@/components/shell/use-change";
import { archiveItems, confirmItem } from "@/lib/client/memory";
import { pages, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { CitedItem } from "@/lib/contracts/context";

interface CitedItemsProps {
  scope: SessionScope;
  cited: readonly CitedItem[];
}

/** Items of the team memory that cite what a version changed, until somebody keeps, rewords or archives them. */
export function CitedItems({ scope, cited }: CitedItemsProps) {
  const { run } = useChange([sessionKey(scope)]);
  const { workspace, session } = scope;
  const keep = ({ item, role }: CitedItem) =>
    run({
      send: () => confirmItem(scope, item),
      done: () => ({ title: `Kept the item of ${role}`, key: item }),
      failed: "The item was not kept",
    });
  const archive = ({ item, role }: CitedItem) =>
    run({
      send: () => archiveItems(scope, { items: [item] }),
      done: () => ({ title: `Archived the item of ${role}`, key: item }),
      failed: "The item was not archived",
    });
  return (
    <section aria-labelledby="cited">
      <SectionHead id="cited" title="Items that cite what changed" note="may be out of date" />
      <ul className="flex flex-col px-4 pb-3">
        {cited.map((each) => (
          <li
            key={each.item}
            className="border-line flex flex-wrap items-baseline gap-x-2.5 gap-y-1 border-t py-1.5 first:border-t-0"
          >
            <span className="font-semibold">{each.role}</span>
            {each.tag !== null && <span className="text-fg-3 text-xs">{each.tag}</span>}
            <span className="min-w-60 flex-1" dir="auto">
              {each.text}
            </span>
            <span className="text-fg-3 text-xs">
              cites {each.cites.join(", ")}, changed in {each.version}
            </span>
            <span className="flex gap-1">
              <Link
                href={pages.item(workspace, session, each.item)}
                className={buttonClass({ size: "small", look: "ghost" })}
              >
                Open in memory
              </Link>
              <Changes>
                <Button size="small" onClick={() => void keep(each)}>
                  Keep
                </Button>
                <Button size="small" look="ghost" onClick={() => void archive(each)}>
                  Archive
                </Button>
              </Changes>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
