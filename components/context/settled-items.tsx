import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/checkbox";
import { sayParts } from "@/components/ui/say-parts";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { isOpenEnded, isOpenItem } from "@/lib/core/memory/tags";

interface OpenItem {
  id: string;
  role: string;
  tag: string;
  text: string;
}

/** The questions and conflicts that are open, as items or as relays that wait: what a version may settle. */
export function useOpenItems(scope: SessionScope): OpenItem[] {
  const { data: { sections } = { sections: [] } } = useQuery(memoryQuery(scope));
  const { data: { items: relays } = { items: [] } } = useQuery(relaysQuery(scope));
  const items = sections.flatMap(({ role, items }) => items.filter(isOpenItem).map((item) => ({ ...item, role })));
  return [...items, ...relays.filter(({ state, tag }) => state === "pending" && isOpenEnded(tag))];
}

interface SettledItemsProps {
  open: readonly OpenItem[];
  settled: ReadonlySet<string>;
  onSettled: (id: string, settled: boolean) => void;
}

export function SettledItems({ open, settled, onSettled }: SettledItemsProps) {
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="settles" className="flex flex-col gap-2">
      <h2 id="settles" className="font-semibold">
        {sayParts("Open items <span>checked = settled by this version</span>", {
          span: (inside) => <span className="text-fg-3 text-xs font-normal">{inside}</span>,
        })}
      </h2>
      <ul aria-labelledby="settles" className="border-line bg-raised rounded-lg border">
        {open.map(({ id, role, tag, text }) => (
          <li key={id} className="border-line border-t px-1.5 py-0.5 first:border-t-0">
            <label className="flex items-start gap-1.5">
              <Checkbox checked={settled.has(id)} onChange={(event) => onSettled(id, event.target.checked)} />
              <span className="min-w-0 flex-1 py-0.5 wrap-anywhere">
                <span className="font-semibold">{role}</span> <span className="text-fg-3 text-xs">{tag}</span>{" "}
                <span dir="auto">{text}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
