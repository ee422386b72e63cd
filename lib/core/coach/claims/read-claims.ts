import { readWays } from "@/lib/core/coach/claims/alternatives";
import { readQuantities, type Quantity } from "@/lib/core/coach/claims/quantities";
import { readRetirements, type Retirement } from "@/lib/core/coach/claims/retirements";
import { holdsClaims, isCurrent, isNegated } from "@/lib/core/coach/claims/standing";
import { subjectOf, type Subject } from "@/lib/core/coach/claims/subject";
import { readVersions } from "@/lib/core/coach/claims/versions";
import type { Reading } from "@/lib/core/coach/reading";
import type { Statement } from "@/lib/core/coach/statement";
import { remember } from "@/lib/core/text/remember";

/** One value that a text gives something. */
export interface Value {
  /** Only values of one slot can differ, such as `time`, `version node` and `choice pagination`. */
  slot: string;
  value: string | number;
  /** As it stands in the text. */
  shown: string;
  subject: Subject;
  /** What a number counts; null for what is no number. */
  quantity: Quantity | null;
  /** Whether the text says what is chosen, as `page` does of cursors. */
  isTopic: boolean;
  /** Whether more is as good, as in "at least 15". */
  isOpen: boolean;
}

/** What a statement claims. */
export interface Claims {
  values: readonly Value[];
  /** What it says is no longer used. */
  retirements: readonly Retirement[];
}

/** A statement that gives more values than this is a table, not a claim. */
const MOST_VALUES = 6;
/** Dates, times of day and addresses hold digits that measure nothing. */
const NO_VALUES =
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b|\d{4}년(?: ?\d{1,2}월)?(?: ?\d{1,2}일)?|\d{1,2}월(?: ?\d{1,2}일)?|[a-z]+:\/\/\S+|#\d+/giu;
/** Example: `at least 15`, `16 or newer`, `9 이상`: any more is as good. */
const OPEN_RANGE =
  /\b(?:at least|or (?:newer|later|more|higher|above)|and (?:newer|later|up|above)|minimum|최소|or older|and older|newer than|older than|more than|less than)\b|이상|이하 버전|\+(?=\s|$)/i;

const NONE: Claims = { values: [], retirements: [] };

/** The values that a statement gives, and what it says is no longer used. */
export function readClaims(statement: Statement): Claims {
  return holdsClaims(statement) ? claims.get(statement.reading) : NONE;
}

const claims = remember((reading: Reading): Claims => {
  const plain = plainText(reading);
  const values = isCurrent(plain) ? valuesOf(plain) : [];
  const retirements = readRetirements(reading.text);
  return values.length + retirements.length === 0 ? NONE : { values, retirements };
});

/** The text with everything in its place, but without backticks and paths: those are compared as names. */
function plainText({ text, names }: Reading): string {
  let plain = text.replaceAll("`", " ");
  for (const { kind, written } of names)
    if (kind === "path") plain = plain.replaceAll(written, "·".repeat(written.length));
  return plain.replace(/\btimes? out\b/gi, (all) => "timeout".padEnd(all.length));
}

/** The part of a text between commas around an offset. What is excepted anywhere in it is excepted there. */
function clauseAt(text: string, at: number): string {
  if (EXCEPTED.test(text)) return text;
  const cuts = [...text.matchAll(/[,;]\s/g)].map(({ index }) => index);
  return text.slice(
    cuts.findLast((cut) => cut < at) ?? 0,
    cuts.find((cut) => cut >= at),
  );
}

/** Example: `, except for reports`, which turns what stands before it. */
const EXCEPTED =
  /\b(?:except|unless|without|instead|rather than|only if|not yet|no longer|n['’]t use|not use)\b|제외|빼고|대신|없이/i;

function valuesOf(given: string): Value[] {
  const text = given.replace(NO_VALUES, (all) => "·".repeat(all.length));
  const versions = readVersions(text);
  const ways = readWays(text).filter(({ start }) => !isNegated(clauseAt(text, start)));
  const isIn = (quantity: Quantity) => versions.some(({ start, end }) => quantity.start < end && quantity.end > start);
  const quantities = readQuantities(text).filter((quantity) => !isIn(quantity));
  if (versions.length + ways.length + quantities.length === 0) return [];
  if (versions.length + quantities.length > MOST_VALUES) return [];
  const places = [...versions, ...quantities];
  const claims: Value[] = [];
  const isOpen = OPEN_RANGE.test(text);
  const add = (
    place: { start: number; end: number },
    rest: { slot: string; value: string | number; quantity?: Quantity; isTopic?: boolean },
    values: readonly { start: number; end: number }[],
  ) => {
    const shown = text.slice(place.start, place.end).trim();
    const subject = subjectOf(text, place, values);
    claims.push({ shown, subject, quantity: null, isTopic: false, isOpen, ...rest });
  };
  for (const version of versions) {
    add(version, { slot: `version ${version.product}`, value: version.version }, [...places, ...ways]);
  }
  for (const quantity of quantities) {
    add(quantity, { slot: quantity.measure, value: quantity.amount, quantity }, places);
  }
  for (const way of ways) {
    const ofOne = ways.filter(({ choice }) => choice === way.choice);
    if (ofOne.length === 1)
      add(way, { slot: `choice ${way.choice}`, value: way.way, isTopic: way.isTopic }, [...places, ...ways]);
  }
  return claims;
}
