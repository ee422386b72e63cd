import { textsIn } from "@/lib/core/text/find-secrets";

/** Signs of an ETag that an agent is told: enough to tell a document from any that it was. */
const ETAG = 12;

/** Signs that a line has which shows what stands there now. */
const EXCERPT = 120;

/** Things of a list that a refusal shows; the others are a number. */
const SHOWN = 3;

/** A text of so many signs is told to nobody who sent it, whatever it is called in the answer. */
const OWN_WORDS = 24;

/** Whether a caller that names an ETag means this one: it may give as much of it as agents are told. */
export function namesEtag(given: string, etag: string): boolean {
  return given === etag || (given.length === ETAG && etag.startsWith(given));
}

/** The answer of a read as an agent is told it: the same, with as much of an ETag as a change needs to name it. */
export function withShortEtags(value: unknown): unknown {
  return mapFields(value, (key, each) => (key === "etag" && typeof each === "string" ? shortEtag(each) : each));
}

/**
 * The answer of a change as an agent is told it: without what the agent sent, what is empty, and ETags, but for that of a preview,
 * which the change itself has to name. `{done: true}` where nothing is left.
 */
export function shortAnswer(answer: object, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = new Set(textsIn(sent).filter((text) => text.length >= OWN_WORDS));
  const isOwn = (key: string, each: unknown) =>
    (typeof each === "string" && own.has(each)) || (key === "etag" && sent["dryRun"] !== true);
  const others = Object.entries(answer).filter(([key, each]) => JSON.stringify(each) !== JSON.stringify(sent[key]));
  const rest = withShortEtags(Object.fromEntries(others));
  const told = mapFields(rest, (key, each) => (isOwn(key, each) ? null : each), isEmpty);
  return Object.keys(told as object).length === 0 ? { done: true } : (told as Record<string, unknown>);
}

/** What an error says of itself to those who read all of it. */
interface Refusal {
  code: string;
  detail: string;
  hint?: string | undefined;
  errors?: readonly { path: string; message: string }[] | undefined;
  current?: Readonly<Record<string, unknown>> | undefined;
}

/** A refusal as an agent is told it: what it is, what to do next, and a line for each thing that has to be known for that. */
export interface ToldRefusal {
  code: string;
  detail: string;
  hint: string;
  shown: string[];
}

/** What of the present state is needed to go on, each a list. */
const NEEDED = ["said", "open", "blockers", "criteria", "nearest", "missing"];

/** A refusal without what its sentences say already; of each list the first three. */
export function shortRefusal({ code, detail, hint = "", errors = [], current = {} }: Refusal): ToldRefusal {
  const plain = (text: string) => oneLine(text.replace(SOMETHING, "").replace(/"(\w+)"(?=\||$)/g, "$1")); // one of "a"|"b"
  const lists = NEEDED.flatMap((name) => {
    const list = Array.isArray(current[name]) ? (current[name] as unknown[]).map(wordsOf) : [];
    return list.length <= SHOWN ? list : [...list.slice(0, SHOWN), `and ${list.length - SHOWN} more`];
  });
  const { etag } = current;
  const shown = [
    ...errors.slice(1).map(({ path, message }) => `${path}: ${plain(message)}`),
    ...lists,
    ...(typeof etag === "string" && hint.includes("ETag") ? [`etag ${shortEtag(etag)}`] : []),
  ];
  return { code, detail: plain(detail), hint: oneLine(hint), shown };
}

/** What a contract's refusal begins with; the first fault follows. */
const SOMETHING = /^Something in the arguments is not valid\. /;

/** A refusal in words: a line that says what it is, one that says what to do, and one for each thing that is shown. */
export function sayRefusal({ code, detail, hint, shown }: ToldRefusal): string {
  return [`${code}: ${detail}`, hint, ...shown].join("\n");
}

function wordsOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return oneLine(String(item));
  const { id, role, tag, text, name, message } = item as Readonly<Record<string, unknown>>;
  const words =
    message === undefined ? [id, role, typeof tag === "string" ? `[${tag}]` : null, text ?? name] : [id, message];
  const line = oneLine(words.filter((word) => typeof word === "string").join(" "));
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

/** As much of an ETag as a change needs to name it. */
export function shortEtag(etag: string): string {
  return etag.replaceAll('"', "").slice(0, ETAG);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}

/** A value with each field of its objects, however deep, as `change` says; those that are then `without` are left out. */
function mapFields(
  value: unknown,
  change: (key: string, field: unknown) => unknown,
  without: (field: unknown) => boolean = () => false,
): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => mapFields(each, change, without)).filter((each) => !without(each));
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, mapFields(change(key, each), change, without)]);
  return Object.fromEntries(fields.filter(([, each]) => !without(each)));
}
