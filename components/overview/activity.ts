import { sayDate } from "@/components/ui/relative-time";
import { tagMark, type TagMark } from "@/lib/client/tag-marks";
import type { Event } from "@/lib/contracts/events";
import { say } from "@/lib/core/words/say";

/** How many days an activity goes back, today included. */
export const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface DayActivity {
  /** Start of the day, UTC, ISO 8601. */
  day: string;
  changes: number;
  /** Items added, by tag; null is untagged. */
  tags: Map<string | null, number>;
}

/** The moment the activity of a workspace begins with: so many whole days of UTC before `now`, today included. */
export function activityStart(now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(today - (DAYS - 1) * DAY_MS).toISOString();
}

/** The days since `start`, oldest first, with what happened in one session on each. */
export function activityOf(events: readonly Event[], session: string, start: string): DayActivity[] {
  const begin = Date.parse(start);
  const days = Array.from({ length: DAYS }, (_, index): DayActivity => {
    return { day: new Date(begin + index * DAY_MS).toISOString(), changes: 0, tags: new Map() };
  });
  for (const event of events) {
    if (event.session !== session) continue;
    const day = days[Math.floor((Date.parse(event.at) - begin) / DAY_MS)];
    if (!day) continue;
    day.changes++;
    if (event.action !== "item.added" && event.action !== "relay.approved") continue;
    const tag = typeof event.payload["tag"] === "string" ? event.payload["tag"] : null;
    day.tags.set(tag, (day.tags.get(tag) ?? 0) + 1);
  }
  return days;
}

const TONES: readonly TagMark["tone"][] = ["neutral", "ok", "accent", "warn", "bad"];

/** A day's changes by tone, in the order they are stacked; what added no item is neutral. */
export function tonesOf({ changes, tags }: DayActivity): [TagMark["tone"], number][] {
  const counts = new Map<TagMark["tone"], number>();
  for (const [tag, count] of tags) counts.set(tagMark(tag).tone, (counts.get(tagMark(tag).tone) ?? 0) + count);
  const added = [...tags.values()].reduce((sum, count) => sum + count, 0);
  counts.set("neutral", (counts.get("neutral") ?? 0) + changes - added);
  return TONES.flatMap((tone) => {
    const count = counts.get(tone) ?? 0;
    return count > 0 ? [[tone, count]] : [];
  });
}

/** A day in words: "22 Nov 2026: 6 changes; 4 Finding, 1 Decision". */
export function sayDay({ day, changes, tags }: DayActivity): string {
  const added = [...tags].map(([tag, count]) => `${count} ${tag ?? say("untagged")}`).join(", ");
  const counted = say("{changes, plural, one {# change} other {# changes}}", { changes });
  return `${sayDate(day)}: ${changes === 0 ? say("nothing") : counted}${added && `; ${added}`}`;
}
