import { Link } from "@/components/ui/link";
import { Button, buttonClass } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { SectionHead } from "@/components/ui/section-head";
import { useCuration } from "@/components/memory/use-curation";
import { useChange } from "@/components/shell/use-change";
import { archiveItems } from "@/lib/client/memory";
import { pages, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { CitedItem } from "@/lib/contracts/context";
import { say } from "@/lib/core/i18n/say";

export function CitedItems({ scope, cited }: { scope: SessionScope; cited: readonly CitedItem[] }) {
  const { run } = useChange([sessionKey(scope)]);
  const { workspace, session } = scope;
  const { keep } = useCuration(workspace);
  const archive = ({ item, role }: CitedItem) =>
    run({
      send: () => archiveItems(scope, { items: [item] }),
      done: () => ({ title: say("Archived the item of {role}", { role }), key: item }),
      failed: say("The item was not archived"),
    });
  return (
    <section aria-labelledby="cited">
      <SectionHead id="cited" title={say("Items that cite what changed")} note={say("may be out of date")} />
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
              {say("cites {list}, changed in {version}", { list: each.cites.join(", "), version: each.version })}
            </span>
            <span className="flex gap-1">
              <Link
                href={pages.item(workspace, session, each.item)}
                className={buttonClass({ size: "small", look: "ghost" })}
              >
                {say("Open in memory")}
              </Link>
              <Changes>
                <Button size="small" onClick={() => void keep(scope, { ...each, id: each.item })}>
                  {say("Keep")}
                </Button>
                <Button size="small" look="ghost" onClick={() => void archive(each)}>
                  {say("Archive")}
                </Button>
              </Changes>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
