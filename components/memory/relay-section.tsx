"use client";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Item, Relay } from "@/lib/contracts/memory";
import { sayCount } from "@/lib/core/text/say-count";
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
    <section aria-label={`The section of ${relay.role} now`} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-fg-2 text-xs font-semibold">
        {section ? `${relay.role} now, ${sayCount(items.length, "active item")}` : `${relay.role} has no section yet`}
      </h3>
      {items.length > 0 && (
        <ul
          // Long lists are scrolled by keys too.
          tabIndex={0}
          aria-label={`Active items of ${relay.role}`}
          className="border-line divide-line max-h-64 divide-y overflow-y-auto rounded-md border"
        >
          {items.map((item) => (
            <SectionItem key={item.id} item={item} twin={twins.find(({ id }) => id === item.id)} />
          ))}
        </ul>
      )}
      {section === undefined && <p className="text-fg-2 text-xs">Approving adds it.</p>}
      {elsewhere.length > 0 && (
        <ul aria-label="Similar elsewhere" className="flex flex-col gap-1">
          {elsewhere.map((twin) => (
            <li key={twin.id} className="text-xs">
              <span className="text-warn">{sayTwin(twin.tag)}</span>{" "}
              <span className="text-fg-3">
                {twin.role}
                {twin.waits && ", waiting too"}
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
  return tag === "Conflict" ? "Possible conflict" : "Possible duplicate";
}
