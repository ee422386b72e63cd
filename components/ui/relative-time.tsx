"use client";
import { useSyncExternalStore } from "react";
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

/** Made at its first use, which takes some milliseconds, and then used for every moment on the page. */
function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => (made ??= new Intl.DateTimeFormat("en-GB", options)).format(at);
}

const DAY = { day: "numeric", month: "short" } as const;
const DAY_AND_YEAR = { ...DAY, year: "numeric" } as const;
const UTC = { timeZone: "UTC" } as const;
const HERE = { day: formatter(DAY), dayAndYear: formatter(DAY_AND_YEAR) };
const THERE = { day: formatter({ ...DAY, ...UTC }), dayAndYear: formatter({ ...DAY_AND_YEAR, ...UTC }) };
const EXACT = { dateStyle: "medium", timeStyle: "long" } as const;
const EXACTLY = { here: formatter(EXACT), there: formatter({ ...EXACT, ...UTC }) };

/**
 * A moment as people say it, short: "now", "4 min", "3 h", "2 d", "in 3 h", and from a week on the date, of the reader's own calendar or
 * by UTC. `at` and `now` are epoch milliseconds.
 */
export function sayWhen(at: number, now: number, own: boolean): string {
  const minutes = Math.floor(Math.abs(now - at) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60 * 24 * 7) return at > now ? `in ${sayMinutes(minutes)}` : sayMinutes(minutes);
  const yearOf = (time: number) => (own ? new Date(time).getFullYear() : new Date(time).getUTCFullYear());
  const say = own ? HERE : THERE;
  return yearOf(at) === yearOf(now) ? say.day(at) : say.dayAndYear(at);
}

/** How long it has lasted since, in the same words: "for 4 min", "for less than a minute", "since 9 Nov". */
export function sayLasting(when: string): string {
  if (when === "now") return "for less than a minute";
  return IS_SPAN.test(when) ? `for ${when}` : `since ${when}`;
}

/** The day that a moment names, as all days are written here: "9 Nov 2026". What is not a date stays as it is. */
export function sayDate(at: string): string {
  const time = Date.parse(/^\d{4}-\d\d-\d\d/.exec(at)?.[0] ?? "");
  return Number.isNaN(time) ? at : THERE.dayAndYear(time);
}

/** "4 min", "3 h", "2 d" */
const IS_SPAN = /^\d+ (min|h|d)$/;

function sayMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 60 * 24 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
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
  const words = sayWhen(time, current, own);
  return (
    <time dateTime={at} title={own ? EXACTLY.here(time) : at} className={className} suppressHydrationWarning>
      {lasting ? sayLasting(words) : ago && IS_SPAN.test(words) ? `${words} ago` : words}
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
