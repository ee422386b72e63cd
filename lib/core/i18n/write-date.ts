import { dateLocale } from "./languages";

/** Writes moments, in epoch milliseconds, in the reader's language. What does it is made at its first use, which takes some milliseconds. */
export function dateWriter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at) => {
    const locale = dateLocale();
    let format = made.get(locale);
    if (format === undefined) made.set(locale, (format = new Intl.DateTimeFormat(locale, options)));
    return format.format(at);
  };
}
