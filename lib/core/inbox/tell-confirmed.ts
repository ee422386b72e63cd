import { describeConfirmed, type Confirmed } from "@/lib/core/context/standing";
import type { Entry, Happening, Reader } from "@/lib/core/inbox/entry";

/** Reads how far the current version is; null before the first. */
type Read = () => Confirmed | null;

/** How far the current version is, for the Lead: `2 of 3 have confirmed GC-v3, tester-1 has not read it`. */
export function tellConfirmed(happenings: readonly Happening[], { isLead }: Reader, read: Read): string[] {
  const confirmed = isLead && happenings.some(confirms) ? read() : null;
  return confirmed === null || isComplete(confirmed) ? [] : [describeConfirmed(confirmed)];
}

/** That everybody has confirmed the current version: what a Lead waits for. */
export function tellComplete(happenings: readonly Happening[], { isLead }: Reader, read: Read): Entry[] {
  const last = isLead ? happenings.findLast(confirms) : undefined;
  const confirmed = last === undefined ? null : read();
  if (last === undefined || confirmed === null || !isComplete(confirmed)) return [];
  const { target: role, actor: by, at } = last;
  const words = describeConfirmed(confirmed);
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return [{ kind: "team", id: "", role, by, tag: null, text, note: null, concerns: true, at }];
}

const confirms = ({ action, payload }: Happening) => action === "context.acknowledged" && payload.confirmed === true;
const isComplete = ({ roles }: Confirmed) => roles.every(({ hasConfirmed }) => hasConfirmed);
