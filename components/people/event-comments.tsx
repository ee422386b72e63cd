import { useParams } from "next/navigation";
import { decodeSegment } from "@/lib/client/decode-segment";
import type { Event } from "@/lib/contracts/events";
import { ItemComments } from "./item-comments";

/** What people remarked on the items that an event was about, whether those are still there or not. */
export function EventComments({ event: { session, payload } }: { event: Event }) {
  const { workspace } = useParams<{ workspace: string }>();
  const { item, items } = payload;
  const all = [item, ...(Array.isArray(items) ? (items as unknown[]) : [])].filter(
    (id): id is string => typeof id === "string",
  );
  const [only] = all;
  // Of an act on many items, each has its own place.
  if (session === null || only === undefined || all.length > 1) return null;
  return <ItemComments scope={{ workspace: decodeSegment(workspace) ?? workspace, session }} item={only} gone />;
}
