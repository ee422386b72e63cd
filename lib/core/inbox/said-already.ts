import { AppError } from "@/lib/core/errors";
import { type Marks, marksOf } from "@/lib/core/text/marks";

/** How near two texts are: they say nearly the same, or are at least about the same. */
export type Nearness = "same" | "subject";

/**
 * How near what is about to be said is to what stands, by the names and numbers that both hold; null where they are about
 * different things, or where one gives a number that contradicts the other's. Words count
 * only where both name the same and neither gives a number. Source: inbox, rule 7.
 */
export function nearnessTo(said: string): (standing: Marks) => Nearness | null {
  const marks = marksOf(said);
  return marks.names.size === 0 ? () => null : (standing) => compare(marks, standing);
}

function compare(a: Marks, b: Marks): Nearness | null {
  // A letter that only one of them gives is an example.
  const letters = common(a.letters, b.letters);
  const names = common(a.names, b.names) + letters;
  const numbers = common(a.numbers, b.numbers);
  const fewerNames = Math.min(a.names.size, b.names.size) + letters;
  const fewerNumbers = Math.min(a.numbers.size, b.numbers.size);
  // Where a number is only in the one and another only in the other, they say different things.
  if (numbers < fewerNumbers || fewerNames === 0) return null;
  const share = names / fewerNames;
  if (numbers === 0) return (names >= 3 && share >= 0.75) || (share === 1 && sayAlike(a, b)) ? "same" : null;
  if (share >= 0.6) return "same";
  return names >= 1 && share >= 0.25 ? "subject" : null;
}

/** Words that two texts of one subject share before they are taken to say the same of it. */
const ALIKE = { least: 3, share: 0.6 };

function sayAlike({ words: a, numbers: given }: Marks, { words: b, numbers }: Marks): boolean {
  const shared = common(a, b);
  const all = a.size + b.size - shared;
  return given.size === numbers.size && shared >= ALIKE.least && shared / all >= ALIKE.share;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
}

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
interface SaidAlready extends Omit<Standing, "marks"> {
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
    hint: "Confirm it with {item.same}, or say yours once more with `anyway`.",
    about: { item: id },
    current: { said },
  });
}

/** The refusal of what its own writer says already, word for word. */
export function saidBefore({ marks: _, ...own }: Standing, now: Date): AppError {
  const age = own.at === null ? "" : `, ${agoOf(own.at, now)}`;
  return new AppError("said_already", `Not written: you said just this already${age}, in ${own.id}.`, {
    hint: "It stands; say it once more with `anyway` where it is to stand twice.",
    current: { said: [{ ...own, near: "same" }] },
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
