import { AppError } from "@/lib/core/errors";
import type { Marks } from "@/lib/core/inbox/marks";
import { nearnessTo } from "@/lib/core/inbox/nearly-same";

/** An item of another role, or a relay that waits, that may say already what is about to be said. */
export interface Standing {
  id: string;
  marks: Marks;
  role: string;
  tag: string | null;
  text: string;
  /** ISO 8601; null where nothing is known of it. */
  at: string | null;
}

/** What is found to be said already: it says nearly the same, or is about the same and was not shown to who writes. */
export interface SaidAlready extends Omit<Standing, "marks"> {
  near: "same" | "unread";
}

/** Tags whose items are looked for before they are written, where the writer does not say otherwise. Source: inbox, rule 7. */
const ASKED = new Set(["finding", "decision", "conflict", "question", "warning"]);

/** Whether an item of a tag is looked for before it is written, unless its writer says `anyway`. */
export function asksFirst(tag: string): boolean {
  return ASKED.has(tag.toLowerCase());
}

/** As many as a writer looks through before it goes on. */
const MOST = 3;

/**
 * What of that which stands says a text already: what says the same first, and of these the newest. Nothing where the text
 * answers one of them, which it names by its id.
 */
export function findSaid(
  text: string,
  standing: readonly Standing[],
  isUnread: (id: string) => boolean,
): SaidAlready[] {
  const nearness = nearnessTo(text);
  const about = standing.flatMap(({ marks, ...each }) => {
    const near = nearness(marks);
    return near === null ? [] : [{ ...each, near }];
  });
  if (about.some(({ id }) => text.includes(id))) return [];
  const newest = (a: SaidAlready, b: SaidAlready) => (b.at ?? "").localeCompare(a.at ?? "");
  const same = about.flatMap((each): SaidAlready[] => (each.near === "same" ? [{ ...each, near: "same" }] : []));
  const unread = about.flatMap((each): SaidAlready[] =>
    each.near === "subject" && isUnread(each.id) ? [{ ...each, near: "unread" }] : [],
  );
  return [...same.sort(newest), ...unread.sort(newest)].slice(0, MOST);
}

/** The refusal that shows what was said already; nothing was written. */
export function saidAlready(said: readonly [SaidAlready, ...SaidAlready[]], now: Date): AppError {
  const [{ id, role, at, near }] = said;
  const age = at === null ? "" : `, ${agoOf(at, now)}`;
  const what = near === "same" ? "says nearly this" : "is about the same, and you were not shown it yet";
  return new AppError("said_already", `Not written: ${id}, by ${role}${age}, ${what}.`, {
    hint: "If it says what you mean, confirm it with {item.same}; if not, say yours once more with `anyway`.",
    about: { item: id },
    current: { said },
  });
}

function agoOf(at: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}
