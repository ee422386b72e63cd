import { useQuery } from "@tanstack/react-query";
import { eventQuery, type EventsWanted } from "@/lib/client/history";
import type { Event } from "@/lib/contracts/events";

/** The event an address names: of those that are `read`, or, when it is older than all of them, asked for by itself. */
export function useOpenedEvent(
  workspace: string,
  wanted: EventsWanted,
  read: readonly Event[] | undefined,
  id: number | null,
): Event | undefined {
  const here = id === null ? undefined : read?.find((event) => event.id === id);
  const { data } = useQuery({
    ...eventQuery(workspace, wanted, id ?? 0),
    enabled: id !== null && id > 0 && read !== undefined && here === undefined,
  });
  return id === null ? undefined : (here ?? data ?? undefined);
}
