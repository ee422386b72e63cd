/** A moment as people of this machine read it: date and minute. `time` is ISO 8601; null is a dash. */
export function shortTime(time: string | null): string {
  if (time === null) return "-";
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The minute of a moment, as clocks of this machine show it; nothing for none. */
export function clockOf(time: string | null): string {
  return time === null ? "" : shortTime(time).slice("2026-02-09 ".length);
}
