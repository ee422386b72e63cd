import { Preview } from "./preview";
import { TagLabel } from "./tag-label";
import type { Item } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";
import { STATE_WORDS } from "@/components/memory/state-words";

/** More than this nobody reads; the number says how many there are. */
const SHOWN = 200;

interface ItemLinesProps {
  items: readonly Item[];
  label: string;
  /** Whether they are shown as deleted. */
  removed?: boolean;
}

export function ItemLines({ items, label, removed = false }: ItemLinesProps) {
  return (
    <ul aria-label={label} tabIndex={0} className="border-line max-h-72 overflow-y-auto rounded-md border">
      {items.slice(0, SHOWN).map((item) => (
        <li
          key={item.id}
          className={`border-line grid grid-cols-[16px_92px_minmax(0,1fr)] items-baseline gap-x-2 border-b px-2.5 py-1 last:border-0 max-sm:grid-cols-[16px_minmax(0,1fr)] max-sm:*:last:col-start-2 ${removed ? "bg-del" : ""}`}
        >
          <span aria-hidden>{removed ? "−" : "·"}</span>
          <TagLabel tag={item.tag} />
          <span className="min-w-0">
            {removed && <span className="text-fg-3">{say(STATE_WORDS[item.state])}: </span>}
            <Preview text={item.text} />
          </span>
        </li>
      ))}
      {items.length > SHOWN && (
        <li className="text-fg-3 px-2.5 py-1">{say("and {items} more", { items: items.length - SHOWN })}</li>
      )}
    </ul>
  );
}
