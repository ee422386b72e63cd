/** Hours of each day, by the clock of a time zone, in which nobody is to be disturbed. */
export interface QuietHours {
  /** "22:00" */
  from: string;
  /** "07:00": the first minute that is not quiet; before `from`, where the night lies between. */
  to: string;
  /** "Europe/Berlin" */
  zone: string;
}

/** Whether a moment lies in quiet hours; from a minute to the same minute is the whole day. */
export function isQuiet(now: Date, { from, to, zone }: QuietHours): boolean {
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  const clock = time.format(now);
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

/** Whether a name is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
