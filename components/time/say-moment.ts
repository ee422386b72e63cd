import { dateWriter } from "@/lib/core/words/write-date";

const OPTIONS = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
const HERE = dateWriter(OPTIONS);
const THERE = dateWriter({ ...OPTIONS, timeZone: "UTC" });

/** A moment as one line: "Tue 24 Nov, 14:32", by the reader's clock or, where that is not known yet, by UTC. */
export function sayMoment(at: string, own: boolean): string {
  return (own ? HERE : THERE)(Date.parse(at));
}
