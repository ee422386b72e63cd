import { say } from "@/lib/core/words/say";
import { dateWriter } from "@/lib/core/words/write-date";

const DAY = dateWriter({ day: "numeric", month: "short", timeZone: "UTC" });
const TWO_DAYS = 2 * 24 * 60 * 60 * 1000;

/** A moment as figures write it, by UTC so that every reader sees the same: "25 Nov, 14:32". */
export function sayUtc(at: string): string {
  const [day, time] = at.split("T");
  return `${sayDay(day ?? at)}, ${time?.slice(0, 5) ?? ""}`;
}

/** A day of a figure: "25 Nov" for `2026-11-25`. */
export function sayDay(day: string): string {
  return DAY(Date.parse(day));
}

/** The words at a tick of an axis of so many milliseconds: the hour within two days, else the day. */
export function sayTick(at: Date, length: number): string {
  const iso = at.toISOString();
  return length <= TWO_DAYS ? iso.slice(11, 16) : sayDay(iso.slice(0, 10));
}

/** How long something took: "3.2 min", "4 h", "2 d". */
export function sayMinutes(minutes: number): string {
  if (minutes < 10) return say("{minutes} min", { minutes: Math.round(minutes * 10) / 10 });
  if (minutes < 120) return say("{minutes} min", { minutes: Math.round(minutes) });
  if (minutes < 2880) return say("{hours} h", { hours: Math.round(minutes / 60) });
  return say("{days} d", { days: Math.round(minutes / 1440) });
}
