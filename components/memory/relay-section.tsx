import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Item, Relay } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";
import { Preview } from "./preview";
import { TagLabel } from "./tag-label";

/** The section that a relay will join, as it is now, with what the relay resembles there marked, and what it resembles elsewhere. */
export function RelaySection({ scope, relay }: { scope: SessionScope; relay: Relay }) {
  const { data } = useQuery(memoryQuery(scope));
  if (!data) return <Skeleton className="h-40 w-full" />;
  const section = data.sections.find(({ role }) => role === relay.role);
  const items = (section?.items ?? []).filter(({ state }) => state === "active");
  const twins = relay.resembles ?? [];
  const elsewhere = twins.filter(({ id }) => !items.some((item) => item.id === id));
  return (
    <section
      aria-label={say("The section of {role} now", { role: relay.role })}
      className="flex min-w-0 flex-col gap-1"
    >
      <h3 className="text-fg-2 text-xs font-semibold">
        {section
          ? say("{role} now, {items, plural, one {# active item} other {# active items}}", {
              role: relay.role,
              items: items.length,
            })
          : say("{role} has no section yet", { role: relay.role })}
      </h3>
      {items.length > 0 && (
        <ul
          // Long lists are scrolled by keys too.
          tabIndex={0}
          aria-label={say("Active items of {role}", { role: relay.role })}
          className="border-line divide-line max-h-64 divide-y overflow-y-auto rounded-md border"
        >
          {items.map((item) => (
            <SectionItem key={item.id} item={item} twin={twins.find(({ id }) => id === item.id)} />
          ))}
        </ul>
      )}
      {section === undefined && <p className="text-fg-2 text-xs">{say("Approving adds it.")}</p>}
      {elsewhere.length > 0 && (
        <ul aria-label={say("Similar elsewhere")} className="flex flex-col gap-1">
          {elsewhere.map((twin) => (
            <li key={twin.id} className="text-xs">
              <span className="text-warn">{sayTwin(twin.tag)}</span>{" "}
              <span className="text-fg-3">
                {twin.role}
                {twin.waits && say(", waiting too")}
              </span>{" "}
              <span dir="auto" className="written">
                {twin.text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SectionItem({ item, twin }: { item: Item; twin: NonNullable<Relay["resembles"]>[number] | undefined }) {
  return (
    <li className={`flex flex-col gap-0.5 px-2 py-1 text-xs ${twin ? "bg-warn-soft" : ""}`}>
      <span className="flex flex-wrap items-center gap-2">
        <TagLabel tag={item.tag} />
        {twin && <span className="text-warn">{sayTwin(twin.tag)}</span>}
      </span>
      <Preview text={item.text} />
    </li>
  );
}

function sayTwin(tag: string | null): string {
  return tag === "Conflict" ? say("Possible conflict") : say("Possible duplicate");
}
