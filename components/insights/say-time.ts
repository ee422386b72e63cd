import { say } from "@/lib/core/i18n/say";
import { dateWriter } from "@/lib/core/i18n/write-date";

const DAY = dateWriter({ day: "numeric", month: "short" });
const UTC_DAY = dateWriter({ day: "numeric", month: "short", timeZone: "UTC" });
const CLOCK = dateWriter({ hour: "2-digit", minute: "2-digit" });
const TWO_DAYS = 2 * 24 * 60 * 60 * 1000;

/** A moment by the reader's clock: "25 Nov, 14:32". */
export function sayMoment(at: string): string {
  return `${DAY(Date.parse(at))}, ${CLOCK(Date.parse(at))}`;
}

/** A day of UTC: "25 Nov" for `2026-11-25`. */
export function sayDay(day: string): string {
  return UTC_DAY(Date.parse(day));
}

/** The words at a tick of an axis of so many milliseconds: the hour within two days, else the day. */
export function sayTick(at: Date, length: number): string {
  return (length <= TWO_DAYS ? CLOCK : DAY)(at.getTime());
}

/** How long something took: "3.2 min", "4 h", "2 d". */
export function sayMinutes(minutes: number): string {
  if (minutes < 10) return say("{minutes} min", { minutes: Math.round(minutes * 10) / 10 });
  if (minutes < 120) return say("{minutes} min", { minutes: Math.round(minutes) });
  if (minutes < 2880) return say("{hours} h", { hours: Math.round(minutes / 60) });
  return say("{days} d", { days: Math.round(minutes / 1440) });
}
