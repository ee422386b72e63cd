const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const TWO_DAYS = 2 * 24 * 60 * 60 * 1000;

/** A moment as figures write it, by UTC so that every reader sees the same: "25 Nov, 14:32". */
export function sayUtc(at: string): string {
  const [day, time] = at.split("T");
  return `${sayDay(day ?? at)}, ${time?.slice(0, 5) ?? ""}`;
}

/** A day of a figure: "25 Nov" for `2026-11-25`. */
export function sayDay(day: string): string {
  const [, month = "", date = ""] = day.split("-");
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ""}`;
}

/** The words at a tick of an axis of so many milliseconds: the hour within two days, else the day. */
export function sayTick(at: Date, length: number): string {
  const iso = at.toISOString();
  return length <= TWO_DAYS ? iso.slice(11, 16) : sayDay(iso.slice(0, 10));
}

/** How long something took: "3.2 min", "4 h", "2 d". */
export function sayMinutes(minutes: number): string {
  if (minutes < 10) return `${Math.round(minutes * 10) / 10} min`;
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
