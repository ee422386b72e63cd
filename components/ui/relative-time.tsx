"use client";
import { useSyncExternalStore } from "react";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { dateWriter } from "@/lib/core/i18n/write-date";
import { useAwake } from "./use-awake";

/** How often "4 min" is looked at again; finer would redraw for nothing. */
const TICK = 15_000;

let skew = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Tells how far the reader's clock is from the server's, in milliseconds, so that "2 min ago" is true on a wrong clock. */
export function setClockSkew(milliseconds: number): void {
  // Under two seconds is the time the answer was on its way.
  skew = Math.abs(milliseconds) < 2000 ? 0 : milliseconds;
}

/** The present by the server's clock, epoch milliseconds: what is sent there is compared with it. */
export function serverNow(): number {
  return Date.now() + skew;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present to the tick: React asks several times while it draws and must be told the same. */
function snapshot(): number {
  return Math.floor(serverNow() / TICK) * TICK;
}

/** The present, looked at again with every relative time; `first`, when the page was made, until the page is awake. Both ISO 8601. */
export function useNow(first: string): string {
  return new Date(useSyncExternalStore(subscribe, snapshot, () => Date.parse(first))).toISOString();
}

const DAY = { day: "numeric", month: "short" } as const;
const DAY_AND_YEAR = { ...DAY, year: "numeric" } as const;
const UTC = { timeZone: "UTC" } as const;
const HERE = { day: dateWriter(DAY), dayAndYear: dateWriter(DAY_AND_YEAR) };
const THERE = { day: dateWriter({ ...DAY, ...UTC }), dayAndYear: dateWriter({ ...DAY_AND_YEAR, ...UTC }) };
const EXACT = { dateStyle: "medium", timeStyle: "long" } as const;
const EXACTLY = { here: dateWriter(EXACT), there: dateWriter({ ...EXACT, ...UTC }) };

/** How a moment is told: as short as can be, as past, or by how long it has lasted since. */
type Telling = "short" | "ago" | "lasting";

/** How far it is, in the largest unit that it fills. */
const SPANS: Record<Telling | "ahead", Sentence> = {
  short: sentence("{unit, select, min {{count} min} h {{count} h} other {{count} d}}"),
  ago: sentence("{unit, select, min {{count} min ago} h {{count} h ago} other {{count} d ago}}"),
  lasting: sentence("{unit, select, min {for {count} min} h {for {count} h} other {for {count} d}}"),
  ahead: sentence("{unit, select, min {in {count} min} h {in {count} h} other {in {count} d}}"),
};

/**
 * A moment as people say it, short: "now", "4 min", "3 h", "2 d", "in 3 h", and from a week on the date, of the reader's own calendar or
 * by UTC; told as past "4 min ago", as lasting "for 4 min", "since 9 Nov". `at` and `now` are epoch milliseconds.
 */
export function sayWhen(at: number, now: number, own: boolean, telling: Telling = "short"): string {
  const minutes = Math.floor(Math.abs(now - at) / 60_000);
  if (minutes < 1) return telling === "lasting" ? say("for less than a minute") : say("now");
  if (minutes < 60 * 24 * 7) return say(SPANS[at > now ? "ahead" : telling], spanOf(minutes));
  const yearOf = (time: number) => (own ? new Date(time).getFullYear() : new Date(time).getUTCFullYear());
  const write = own ? HERE : THERE;
  const date = yearOf(at) === yearOf(now) ? write.day(at) : write.dayAndYear(at);
  return telling === "lasting" ? say("since {date}", { date }) : date;
}

/** The day that a moment names, as all days are written here: "9 Nov 2026". What is not a date stays as it is. */
export function sayDate(at: string): string {
  const time = Date.parse(/^\d{4}-\d\d-\d\d/.exec(at)?.[0] ?? "");
  return Number.isNaN(time) ? at : THERE.dayAndYear(time);
}

function spanOf(minutes: number): { unit: string; count: number } {
  if (minutes < 60) return { unit: "min", count: minutes };
  if (minutes < 60 * 24) return { unit: "h", count: Math.floor(minutes / 60) };
  return { unit: "d", count: Math.floor(minutes / 1440) };
}

interface RelativeTimeProps {
  /** ISO 8601; what is not a date is shown as it is. */
  at: string;
  /** Adds "ago" where the words stand in a sentence. */
  ago?: boolean;
  /** Says how long it has lasted since: "for 4 min". */
  lasting?: boolean;
  className?: string;
}

/** When it happened, relative, with the exact moment on hover. Keeps itself current. */
export function RelativeTime({ at, ago = false, lasting = false, className }: RelativeTimeProps) {
  const current = useSyncExternalStore(subscribe, snapshot, snapshot);
  // A day without an hour is the same day everywhere.
  const own = useAwake() && /\d[T ]\d/.test(at);
  const time = Date.parse(at);
  if (Number.isNaN(time)) return <span className={className}>{at}</span>;
  return (
    <time
      dateTime={at}
      title={at}
      onPointerEnter={(event) => {
        // Written when somebody wants it: a page has hundreds, and each takes longer than all the rest of its row.
        if (own) event.currentTarget.title = EXACTLY.here(time);
      }}
      className={className}
      suppressHydrationWarning
    >
      {sayWhen(time, current, own, lasting ? "lasting" : ago ? "ago" : "short")}
    </time>
  );
}

/** When it happened, to the second: "22 Nov 2026, 13:01:52 UTC", by the reader's clock once that is known. */
export function ExactTime({ at }: { at: string }) {
  const own = useAwake();
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  return <time dateTime={at}>{(own ? EXACTLY.here : EXACTLY.there)(time)}</time>;
}
