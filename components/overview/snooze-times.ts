import { say } from "@/lib/core/words/say";
/** A moment to put something off until. */
export interface SnoozeTime {
  key: string;
  label: string;
  /** ISO 8601. */
  until: string;
}

/** A few moments to put something off until, in the reader's own time. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).toISOString();
  // Monday is 1; on a Monday the next one is a week off.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { key: "1", label: say("In 1 hour"), until: new Date(now.getTime() + 3_600_000).toISOString() },
    { key: "2", label: say("In 4 hours"), until: new Date(now.getTime() + 4 * 3_600_000).toISOString() },
    { key: "3", label: say("Tomorrow at 9:00"), until: at(1, 9) },
    { key: "4", label: say("Next Monday at 9:00"), until: at(toMonday, 9) },
  ];
}
