/** A moment as people of this machine read it: date and minute. `time` is ISO 8601; null is a dash. */
export function shortTime(time: string | null): string {
  if (time === null) return "-";
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
