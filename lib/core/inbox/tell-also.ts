import { describeConfirmed, type Confirmed } from "@/lib/core/context/standing";
import { isOwnDeed, type Entry, type Happening, type Reader } from "@/lib/core/inbox/entry";
import { worksAs } from "@/lib/core/access/decide-access";
import { groupBy } from "@/lib/core/lists";
import { itemsOf } from "@/lib/core/inbox/item-news";

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

/** How far others say they are, each its last line. */
export function tellStates(happenings: readonly Happening[], reader: Reader): string[] {
  const lines = new Map<string, string>();
  for (const { action, actor, payload, target } of happenings) {
    if (isOwnDeed(reader, { actor, payload })) continue;
    if (action === "state.set" && typeof payload.text === "string") lines.set(target, payload.text);
  }
  return [...lines].map(([role, text]) => `${role} is at "${text}"`);
}

/** Lines that are gone, as after a checkout of another branch: `12 lines gone from the file: 8 of implementer-1, 4 of Lead`. */
export function sayGone(gone: readonly { role: string }[]): string {
  const roles = [...groupBy(gone, ({ role }) => role)].map(([role, { length }]) => `${length} of ${role}`);
  return `${gone.length} lines gone from the file: ${roles.join(", ")}`;
}

/** A place that rests on an item which was withdrawn or replaced; `agent` is whose memory it is in. */
export interface Resting {
  item: string;
  place: string;
  agent: string | null;
}

/** What still rests on withdrawn or replaced lines, for the Lead and for whoever works as the agent whose memory it is in. */
export function tellResting(resting: readonly Resting[], { isLead, isOwn, role }: Reader): string[] {
  const own = resting.filter(({ agent }) => isLead || (isOwn && agent !== null && worksAs(role, null, agent)));
  return own.map(({ item, place }) => `${place} rests on ${item}, which was put away`);
}

/** Who saw the same as the reader's own items say: `tester-1 also saw 15de695e0985`. */
export function tellSame(happenings: readonly Happening[], reader: Reader): string[] {
  return happenings.flatMap((happening) => {
    const { action, actor, payload, target } = happening;
    if (action !== "item.confirmed" || !reader.isOwn || target !== reader.role || actor === reader.role) return [];
    const [id] = typeof payload.relay === "string" ? [payload.relay] : itemsOf(happening).ids;
    return id === undefined ? [] : [`${actor} also saw ${id}`];
  });
}
